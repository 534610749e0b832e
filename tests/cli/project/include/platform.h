#define PLATFORM 1
