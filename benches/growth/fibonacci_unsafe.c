// The Fibonacci race with the claim that the numbers stay below the greatest: FALSE by one schedule alone. Broken: the claim holds.
// broken at: 3
// answer: FALSE
// bound: N + 1
#define BELOW !WRONG
#include "fibonacci.c"
