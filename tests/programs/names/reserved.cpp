// expect: UNKNOWN(unsupported: __ESBMC_is_fresh at reserved.cpp:4)
bool __ESBMC_is_fresh(int);
int main() {
    return __ESBMC_is_fresh(1);
}
