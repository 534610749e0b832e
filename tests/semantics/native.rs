//! Functions in LLVM's language, compiled and run.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use bmc::internals::base::Bits;

/// A function of up to three integers to one, of at most 512 bits each.
pub struct Function {
    /// Widths of the operands.
    pub args: Vec<u32>,
    /// Width of the result.
    pub ret: u32,
    /// Instructions that compute `%r` from `%a0`, `%a1`, `%a2`.
    pub body: String,
    /// Declarations that the body needs.
    pub declares: Vec<String>,
}

/// Bytes of an operand or result as the driver passes it.
const WORD: usize = 64;

/// Calls `table[f](x, &r)` for each record of standard input and writes `r`.
const DRIVER: &str = r"
#include <stdio.h>
typedef struct { unsigned long long limb[8]; } word;
extern void (*const table[])(const word *, word *);
struct query { unsigned long long f; word x[3]; };
int main(void) {
  struct query q;
  while (fread(&q, sizeof q, 1, stdin) == 1) {
    word r = {0};
    table[q.f](q.x, &r);
    fwrite(&r, sizeof r, 1, stdout);
  }
  return 0;
}
";

/// The same without a C library: system calls of Linux for processors with registers of 32 bits.
const SMALL_DRIVER: &str = r#"
typedef struct { unsigned long long limb[8]; } word;
extern void (*const table[])(const word *, word *);
struct query { unsigned long long f; word x[3]; } q;
static word zero, r;
static int call(int number, int fd, void *p, int size) {
  int result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(fd), "c"(p), "d"(size) : "memory");
  return result;
}
static int all(int number, int fd, void *p, int size) {
  for (int n; size > 0; size -= n, p = (char *)p + n)
    if ((n = call(number, fd, p, size)) <= 0) return 0;
  return 1;
}
void _start(void) {
  while (all(3, 0, &q, sizeof q)) {
    r = zero;
    table[(int)q.f](q.x, &r);
    all(4, 1, &r, sizeof r);
  }
  call(1, 0, 0, 0);
}
"#;

/// Where functions run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Platform {
    /// As programs usually do here.
    Native,
    /// With registers and pointers of 32 bits, without a library.
    Small,
}

/// The conversion that LLVM calls for results in bfloat; not in every run-time library.
const BFLOAT: &str = "
define weak bfloat @__truncsfbf2(float %x) {
  %bits = bitcast float %x to i32
  %nan = fcmp uno float %x, 0.0
  %high = lshr i32 %bits, 16
  %odd = and i32 %high, 1
  %bias = add i32 %odd, 32767
  %sum = add i32 %bits, %bias
  %rounded = lshr i32 %sum, 16
  %quiet = or i32 %high, 64
  %chosen = select i1 %nan, i32 %quiet, i32 %rounded
  %short = trunc i32 %chosen to i16
  %r = bitcast i16 %short to bfloat
  ret bfloat %r
}
";

fn module(functions: &[Function], platform: Platform) -> String {
    let mut text = String::from(if platform == Platform::Native { BFLOAT } else { "" });
    let declares: BTreeSet<&String> = functions.iter().flat_map(|f| &f.declares).collect();
    for d in declares {
        writeln!(text, "declare {d}").unwrap();
    }
    for (i, f) in functions.iter().enumerate() {
        writeln!(text, "define void @f{i}(ptr %x, ptr %out) {{").unwrap();
        for (k, &width) in f.args.iter().enumerate() {
            writeln!(text, "  %p{k} = getelementptr i512, ptr %x, i64 {k}").unwrap();
            if width == 512 {
                writeln!(text, "  %a{k} = load i512, ptr %p{k}, align 8").unwrap();
            } else {
                writeln!(
                    text,
                    "  %w{k} = load i512, ptr %p{k}, align 8\n  %a{k} = trunc i512 %w{k} to i{width}"
                )
                .unwrap();
            }
        }
        text.push_str(&f.body);
        let result = if f.ret == 512 {
            "%r"
        } else {
            writeln!(text, "\n  %wide = zext i{} %r to i512", f.ret).unwrap();
            "%wide"
        };
        writeln!(text, "\n  store i512 {result}, ptr %out, align 8\n  ret void\n}}").unwrap();
    }
    let names: Vec<String> = (0..functions.len()).map(|i| format!("ptr @f{i}")).collect();
    writeln!(text, "@table = constant [{} x ptr] [{}]", names.len(), names.join(", ")).unwrap();
    text
}

/// Compiles the functions and calls them: for each query, the function's number and its operands, the result.
/// `name` distinguishes the tests that run side by side.
pub fn run(name: &str, functions: &[Function], queries: &[(usize, Vec<Bits>)]) -> Vec<Bits> {
    run_on(Platform::Native, name, functions, queries).expect("what was built runs here")
}

/// The same on some platform; nothing where its programs do not run.
pub fn run_on(
    platform: Platform,
    name: &str,
    functions: &[Function],
    queries: &[(usize, Vec<Bits>)],
) -> Option<Vec<Bits>> {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("semantics-{name}-{platform:?}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a directory for the test's files");
    let path = |file: &str| dir.join(file);
    let (driver, options): (_, &[&str]) = match platform {
        Platform::Native => (DRIVER, &["-lm"]),
        Platform::Small => (SMALL_DRIVER, &["-m32", "-nostdlib", "-static", "-fno-pic"]),
    };
    std::fs::write(path("f.ll"), module(functions, platform)).unwrap();
    std::fs::write(path("driver.c"), driver).unwrap();
    let compiled = Command::new("clang-19")
        .args(["-O0", "-w", "-fno-builtin", "-o"])
        .args([path("run"), path("f.ll"), path("driver.c")])
        .args(options)
        .output()
        .expect("clang-19 runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));

    let mut input = Vec::with_capacity(queries.len() * (8 + 3 * WORD));
    for (f, args) in queries {
        input.extend_from_slice(&(*f as u64).to_le_bytes());
        for k in 0..3 {
            let end = input.len() + WORD;
            for limb in args.get(k).map_or(&[][..], Bits::limbs) {
                input.extend_from_slice(&limb.to_le_bytes());
            }
            input.resize(end, 0);
        }
    }
    std::fs::write(path("queries"), input).unwrap();
    let mut child = Command::new(path("run"))
        .stdin(std::fs::File::open(path("queries")).unwrap())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut output = Vec::new();
    child.stdout.take().unwrap().read_to_end(&mut output).unwrap();
    let status = child.wait().unwrap();
    let done = output.len() / WORD;
    assert!(status.success() && done == queries.len(), "{status} at {:?}", queries.get(done));
    std::fs::remove_dir_all(&dir).expect("the test's files can be removed");
    let limb = |c: &[u8]| u64::from_le_bytes(c.try_into().unwrap());
    let results = output.chunks_exact(WORD).map(|c| c.chunks_exact(8).map(limb).collect::<Vec<u64>>());
    let results = queries.iter().zip(results);
    Some(results.map(|((f, _), limbs)| Bits::from_limbs(functions[*f].ret, &limbs)).collect())
}
