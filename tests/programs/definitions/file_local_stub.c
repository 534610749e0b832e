// A definition under the name that goto-cc gives a static function replaces it where its body is removed; otherwise there are two.
// with: file_local_project.c
// expect: ERROR(`__CPROVER_file_local_file_local_project_c_hidden` is already defined in file_local_project.c as static `hidden`)
// flags: --remove-body __CPROVER_file_local_file_local_project_c_hidden
// expect: TRUE
extern void __VERIFIER_assert(int);
int shown(void);
int __CPROVER_file_local_file_local_project_c_hidden(void) { return 3; }
int main(void) {
    __VERIFIER_assert(shown() == 3); // BUG
    return 0;
}
