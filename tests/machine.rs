//! The concrete machine: `bmc run` behaves as the program does natively, and sees what goes wrong.
//!
//! Each program of `tests/machine` is compiled by clang and run, and executed by `bmc run`: output and status are the
//! same. `scripts/native-runs` does so for random programs and for lists of benchmarks.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/machine")
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn clang(cpp: bool) -> Command {
    let usual = if cpp {
        ["clang++-19", "/usr/lib/llvm-19/bin/clang++"]
    } else {
        ["clang-19", "/usr/lib/llvm-19/bin/clang"]
    };
    let found = usual.into_iter().find(|c| Command::new(c).arg("--version").output().is_ok());
    Command::new(found.expect("the build needed clang 19, so it is here"))
}

fn bmc(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
    command.current_dir(folder()).env_remove("RUST_BACKTRACE").arg("run").args(args);
    command.output().expect("the binary was built with this test")
}

/// Executes a program that is written here.
fn execute(name: &str, text: &str, args: &[&str]) -> (String, String, Option<i32>) {
    let path = scratch(name);
    fs::write(&path, text).expect("a file of this test");
    let path = path.to_str().expect("a plain path");
    let output = bmc(&[&[path], args].concat());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

#[test]
fn programs_run_as_natively() {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder()).expect("programs").map(|e| e.expect("an entry").path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    assert!(files.len() >= 6);
    for file in files {
        let name = file.file_name().and_then(|n| n.to_str()).expect("a plain name");
        for level in ["-O0", "-O1"] {
            let program = scratch(&format!("machine-{name}{level}"));
            let built = clang(name.ends_with(".cpp"))
                .args([level, "-w", "-o"])
                .args([&program, &file])
                .arg("-lm")
                .output()
                .expect("clang runs");
            assert!(built.status.success(), "{name}: {}", String::from_utf8_lossy(&built.stderr));
            let native = Command::new(&program).output().expect("it was built");
            let ours = bmc(&[name]);
            let shown = String::from_utf8_lossy(&ours.stderr);
            assert_eq!(
                String::from_utf8_lossy(&native.stdout),
                String::from_utf8_lossy(&ours.stdout),
                "{name} {level}: {shown}"
            );
            assert_eq!(native.status.code(), ours.status.code(), "{name} {level}: {shown}");
        }
    }
}

/// Where no check is about it, what C leaves undefined computes what the processor does.
#[test]
#[cfg(target_arch = "x86_64")]
fn unchecked_operations_run_as_natively() {
    use std::os::unix::process::ExitStatusExt;
    let source = folder().join("unchecked/undefined.c");
    let program = scratch("machine-undefined");
    let built =
        clang(false).args(["-O0", "-w", "-o"]).args([&program, &source]).output().expect("clang runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    for (argument, signal) in [("0", None), ("1", Some(8)), ("2", Some(8)), ("3", Some(8))] {
        let native = Command::new(&program).arg(argument).output().expect("it was built");
        let ours = bmc(&["--check", "assert", "unchecked/undefined.c", "--", argument]);
        let shown = String::from_utf8_lossy(&ours.stderr);
        let text = String::from_utf8_lossy(&native.stdout);
        assert_eq!(text, String::from_utf8_lossy(&ours.stdout), "{argument}: {shown}");
        assert_eq!(native.status.signal(), signal, "{argument}");
        let expected = if signal.is_some() { Some(134) } else { native.status.code() };
        assert_eq!(ours.status.code(), expected, "{argument}: {shown}");
        assert!(text.lines().count() > 60);
    }
}

/// Output, status and files of a program with this input, natively and by `bmc run`.
type Seen = (String, Option<i32>, Vec<(Option<std::ffi::OsString>, Vec<u8>)>);

fn run_both(file: &str, input: &str) -> [Seen; 2] {
    let source = folder().join("files").join(file);
    let program = scratch(&format!("machine-{file}.exe"));
    let cpp = file.ends_with(".cpp");
    let built = clang(cpp).args(["-w", "-o"]).args([&program, &source]).output().expect("clang runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let ours = [env!("CARGO_BIN_EXE_bmc").as_ref(), "run".as_ref(), source.as_os_str()];
    [("native", &[program.as_os_str()][..]), ("bmc", &ours)].map(|(name, command)| {
        let place = scratch(&format!("machine-{file}-{name}"));
        let _ = fs::remove_dir_all(&place);
        fs::create_dir(&place).expect("a folder of this test");
        let mut child = Command::new(command[0])
            .args(&command[1..])
            .current_dir(&place)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it was built");
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it is read");
        let output = child.wait_with_output().expect("it ends");
        let mut files: Vec<_> = fs::read_dir(&place)
            .expect("a folder")
            .map(|e| e.expect("an entry").path())
            .map(|path| (path.file_name().map(ToOwned::to_owned), fs::read(&path).expect("a file")))
            .collect();
        files.sort();
        (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code(), files)
    })
}

/// Standard input and files are the user's.
#[test]
fn input_and_files_are_read_as_natively() {
    let input = "first line\n  12 -7 0x1f word\n3.5 1e-3 -0x1p4 inf\n\nlast without end";
    let [native, ours] = run_both("io.c", input);
    assert_eq!(native, ours);
    assert_eq!(native.2.len(), 2, "files are made and removed");
}

#[test]
fn streams_read_the_standard_input_as_natively() {
    let input = "12 3.5x word rest\nsecond line here\nlonglonglong line\nsome!text\n1 2 3 -4 oops 77 a b\nc";
    let [native, ours] = run_both("input.cpp", input);
    assert_eq!(native, ours);
    assert!(native.0.ends_with(";77;a;b;c;1\n"), "{}", native.0);
}

#[test]
fn violations_end_a_run_with_their_place() {
    let cases = [
        ("int main(void) {\n  int a[3], i = 3;\n  a[i] = 1;\n  return a[i];\n}", "3: "),
        (
            "#include <stdlib.h>\nint main(void) {\n  char *p = malloc(2);\n  free(p);\n  return *p;\n}",
            "5: an access to an object",
        ),
        (
            "#include <stdlib.h>\nint main(void) {\n  char *p = malloc(2);\n  free(p);\n  free(p);\n}",
            "5: an object is freed twice",
        ),
        ("#include <stdlib.h>\nint main(void) {\n  char a, *p = &a;\n  free(p);\n}", "4: free of a pointer"),
        (
            "int *f(void) {\n  int x = 1;\n  return &x;\n}\nint main(void) {\n  return *f();\n}",
            "6: an access to a variable",
        ),
        ("int main(int c, char **v) {\n  return 7 / (c - 1);\n}", "2: a division by zero"),
        (
            "#include <limits.h>\nint main(int c, char **v) {\n  return INT_MAX + c;\n}",
            "3: a signed operation",
        ),
        ("#include <assert.h>\nint main(int c, char **v) {\n  assert(c == 2);\n}", "3: an assertion fails"),
        ("int main(void) {\n  *(char *)\"abc\" = 1;\n}", "2: a write outside of every writable object"),
        ("int main(void) {\n  int (*f)(void) = 0;\n  return f();\n}", "3: an access through a null pointer"),
    ];
    for (i, (text, expected)) in cases.into_iter().enumerate() {
        let (_, err, code) = execute(&format!("violation{i}.c"), text, &[]);
        assert_eq!(code, Some(10), "{text}\n{err}");
        assert!(err.contains(&format!("violation{i}.c:{expected}")), "{text}\n{err}");
    }
}

/// A value that was never set is computed with, and reported where it decides something, if that is asked for.
#[test]
fn undefined_values_are_followed() {
    let text = "struct s { unsigned a : 3, b : 5; };\nint f(struct s *p) {\n  p->a = 2;\n  if (p->a == 2) p->b = p->b;\n  \
                return p->b > 3;\n}\nint main(void) {\n  struct s s;\n  if (f(&s)) return 1;\n  return 0;\n}";
    let (_, err, code) = execute("undefined.c", text, &["--check", "uninit"]);
    assert_eq!(code, Some(10), "{err}");
    assert!(
        err.contains("undefined.c:9: an uninitialised value"),
        "the bits that were set are defined: {err}"
    );
    let (_, err, code) = execute("undefined.c", text, &[]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
}

#[test]
fn what_is_only_declared_is_not_known() {
    let text = "extern int n, *p, a[];\nextern void *const _ZTI1x;\nint main(void) {\n#if WHICH == 1\n  return n;\n#elif \
                WHICH == 2\n  return *p;\n#elif WHICH == 3\n  return a[3];\n#elif WHICH == 4\n  return (&_ZTI1x)[1] != \
                0;\n#elif WHICH == 5\n  return (&n)[1];\n#else\n  return &n == p || a == &n;\n#endif\n}";
    let cases = [
        (1, 20, "contents of the declared-only object n"),
        (2, 20, "contents of the declared-only object p"),
        (3, 20, "the extent of a, which is only declared"),
        (4, 20, "the extent of _ZTI1x, which is only declared"),
        (5, 10, "a read outside of every object"),
        (6, 20, "contents of the declared-only object p"),
    ];
    for (which, code, words) in cases {
        let (_, err, got) = execute("declared.c", text, &[&format!("-DWHICH={which}")]);
        assert_eq!(got, Some(code), "{which}: {err}");
        assert!(err.contains(words), "{which}: {err}");
    }
}

#[test]
fn inputs_arguments_and_limits() {
    let text = "#include <stdio.h>\nint __VERIFIER_nondet_int(void);\n_Bool __VERIFIER_nondet_bool(void);\nint main(int c, \
                char **v) {\n  for (int i = 1; i < c; i++) printf(\"%s \", v[i]);\n  int a = __VERIFIER_nondet_int(), b = \
                __VERIFIER_nondet_int();\n  printf(\"%d %d %d\\n\", a, b, __VERIFIER_nondet_bool());\n  return a;\n}";
    let choices = scratch("choices.txt");
    fs::write(&choices, "# two numbers\n41 4294967295\n1 # a truth value\n").expect("a file of this test");
    let choices = choices.to_str().expect("a plain path");
    let (out, err, code) = execute("inputs.c", text, &["--choices", choices, "--", "x", "y z"]);
    assert_eq!((out.as_str(), err.as_str(), code), ("x y z 41 -1 1\n", "", Some(41)));
    let (out, _, code) = execute("inputs.c", text, &[]);
    assert_eq!((out.as_str(), code), ("0 0 0\n", Some(0)));
    let text = "int number(int n) { return n; }\nint pointer(int *p) { return *p; }";
    assert_eq!(execute("entry.c", text, &["--entry", "number"]).2, Some(0));
    let (_, err, code) = execute("entry.c", text, &["--entry", "pointer"]);
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("a pointer as argument of the entry function"), "{err}");
    let (_, err, code) = execute("endless.c", "int main(void) { for (;;) ; }", &["--max-steps", "1000"]);
    assert_eq!(code, Some(20), "{err}");
    assert!(err.contains("limit of steps"), "{err}");
    let (_, err, code) = execute("abort.c", "#include <stdlib.h>\nint main(void) { abort(); }", &["--stats"]);
    assert_eq!(code, Some(134), "{err}");
    assert!(err.contains("million a second"), "{err}");
    let wrong = scratch("wrong.txt");
    fs::write(&wrong, "1\ntwo\n").expect("a file of this test");
    let wrong = wrong.to_str().expect("a plain path");
    let (_, err, code) = execute("inputs.c", text, &["--choices", wrong]);
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("wrong.txt:2: `two` is no number"), "{err}");
}
