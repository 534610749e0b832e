/* All models in C++ as one translation unit. Each of these may use the ones before. */
#include "locale.cpp"
#include "ios.cpp"
#include "output.cpp"
#include "input.cpp"
#include "standard.cpp"
#include "files.cpp"
#include "instances.cpp"
