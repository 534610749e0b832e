// A definition under the name that goto-cc gives a static function replaces it where its body is removed.
// with: file_local_project.c
// expect: FALSE(assert)
// flags: --remove-body __CPROVER_file_local_file_local_project_c_hidden
// expect: TRUE
extern void __VERIFIER_assert(int);
int shown(void);
int __CPROVER_file_local_file_local_project_c_hidden(void) { return 3; }
int main(void) {
    __VERIFIER_assert(shown() == 3); // BUG
    return 0;
}
