// Properties that are none of ours are no mistakes.
// flags: --property unknown.prp
// expect: UNKNOWN(unsupported property: G F progress)
// flags: --property coverage.prp
// expect: UNKNOWN(unsupported property: COVER)
// flags: --property unknown.prp --format json
// expect: UNKNOWN(unsupported property)
int main(void) { return 0; }
