//! `bmc verify --executor`: a set of 50 proofs on other machines, which these tests play themselves. Workers die in the middle, and
//! all results are there in the end.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Proofs of the set. Every tenth has a violation.
const PROOFS: usize = 50;

/// A folder with the set, which all machines see.
struct Set(tempfile::TempDir);

impl Set {
    fn new() -> Set {
        let set = Set(tempfile::tempdir().expect("a folder for temporary files"));
        set.write("sum.c", "#include <assert.h>\nint main(void) { assert(N % 10 != 9); }\n");
        let proof =
            |i| format!("[[proof]]\nname='p{i}'\nsources=['sum.c']\noptions='-DN={i} --memory-limit 500'\n");
        let expect = |i| if i % 10 == 9 { "expect='FALSE(assert)'\n" } else { "" };
        let text: String = (0..PROOFS).map(|i| proof(i) + expect(i)).collect();
        set.write("bmc.toml", &text);
        set
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap_or_else(|e| panic!("{name}: {e}"));
    }

    /// A program that a shell runs.
    fn script(&self, name: &str, text: &str) -> String {
        self.write(name, text);
        let path = self.path(name);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
        path.to_string_lossy().into_owned()
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
        command.current_dir(self.0.path()).env_remove("RUST_BACKTRACE");
        command.args(["verify", "--quiet", "--format", "json"]).args(args);
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the binary was built with this test")
    }
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// How many proofs are as expected, and how many of all were known.
fn counts(output: &Output) -> (usize, usize) {
    let document: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {} {}", text_of(&output.stdout), text_of(&output.stderr)));
    let proofs = document["proofs"].as_array().expect("a list");
    assert_eq!(proofs.len(), PROOFS);
    let right = |(i, p): &(usize, &Value)| p["line"] == if i % 10 == 9 { "FALSE(assert)" } else { "TRUE" };
    let known = proofs.iter().filter(|p| p["known"] == true).count();
    (proofs.iter().enumerate().filter(right).count(), known)
}

/// Reads commands and runs them one after the other; the first time, it kills the twentieth and dies.
const DYING: &str = "#!/bin/sh
n=0
while read -r line; do
    n=$((n + 1))
    sh -c \"$line\" < /dev/null &
    if [ $n = 20 ] && ! [ -e dead ]; then
        touch dead
        kill -9 $!
        exit 1
    fi
    wait $!
done
";

#[test]
fn no_task_is_lost_when_a_worker_dies() {
    let set = Set::new();
    let executor = format!("command:{}", set.script("dying.sh", DYING));
    let output = set.run(&["--executor", &executor]);
    assert_eq!(counts(&output), (PROOFS, 0), "{}", text_of(&output.stderr));
    assert_eq!(output.status.code(), Some(0));
    assert!(set.path("dead").exists());
    // What is known is not asked again: by a scheduler that answers nothing.
    assert_eq!(counts(&set.run(&["--executor", "command:false"])), (PROOFS, PROOFS));
    // Commands may be run by one shell, too; the cache is that of one machine.
    assert_eq!(counts(&set.run(&["--executor", "command:sh", "--again"])), (PROOFS, 0));
    assert_eq!(counts(&set.run(&[])), (PROOFS, PROOFS));
}

/// Runs half of the commands, and waits as long as the set's folder is there.
const HALF: &str = "#!/bin/sh
n=0
while [ $n -lt 25 ] && read -r line; do
    n=$((n + 1))
    sh -c \"$line\" < /dev/null
done
while [ -e bmc.toml ]; do sleep 0.1; done
";

/// Where the one who asks is killed, what was answered stays known.
#[test]
fn a_set_goes_on_where_it_was() {
    let set = Set::new();
    let half = set.script("half.sh", HALF);
    let mut child = set
        .command(&["--executor", &format!("command:exec {half}")])
        .stdout(Stdio::null())
        .spawn()
        .expect("it starts");
    let results = set.path(".bmc-cache/results");
    until("half is there", || fs::read_dir(&results).is_ok_and(|all| all.count() == 25));
    child.kill().expect("it runs");
    child.wait().expect("it was started");
    let output = set.run(&["--executor", "command:xargs -P2 -d '\\n' -n1 sh -c"]);
    assert_eq!(counts(&output), (PROOFS, 25), "{}", text_of(&output.stderr));
}

#[test]
fn what_goes_wrong_is_told() {
    let set = Set::new();
    set.write("bmc.toml", "[[proof]]\nname='p'\nsources=['sum.c']\noptions='-DN=1'\n");
    let line = |executor: &str| {
        let output = set.run(&["--executor", executor]);
        assert_eq!(output.status.code(), Some(2), "{executor}");
        let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        document["proofs"][0]["line"].as_str().expect("a text").to_owned()
    };
    let lost = "no answer after 3 submissions: nobody is here";
    assert_eq!(line("command:echo nobody is here; exit 3"), lost);
    let mut loud = Command::new(env!("CARGO_BIN_EXE_bmc"));
    loud.current_dir(set.0.path()).args(["verify", "--executor", "command:false"]);
    let output = loud.output().expect("the binary was built with this test");
    let said = text_of(&output.stderr);
    assert_eq!(said.matches("submitted: 1 proof\n").count(), 3, "{said}");
    // A worker whose header is another one answers another question.
    let other = set.script(
        "other.sh",
        "#!/bin/sh\nsed -i 's/!= 9/!= 1/' sum.c\nread -r line\nsh -c \"$line\"\nsed -i 's/!= 1/!= 9/' sum.c\n",
    );
    assert!(
        line(&format!("command:{other}"))
            .starts_with("the worker has another bmc, another clang or other files")
    );
    for (executor, words) in [
        ("lsf", "invalid value 'lsf' for '--executor <WHERE>': expected local, slurm"),
        ("kubernetes:none.yaml", "--executor kubernetes:"),
    ] {
        let output = set.run(&["--executor", executor]);
        let said = text_of(&output.stderr);
        assert!(output.status.code() == Some(2) && said.starts_with(&format!("bmc: {words}")), "{said}");
    }
}

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(300), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Programs that end with the test.
struct Daemons(Vec<Child>);

impl Drop for Daemons {
    fn drop(&mut self) {
        for daemon in self.0.iter_mut().rev() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

/// Where a program is, in the folders of an administrator, too.
fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/sbin".into()]);
    folders.map(|folder| folder.join(name)).find(|path| path.is_file())
}

fn start(command: &mut Command, log: &Path) -> Child {
    let file = fs::File::create(log).expect("a file");
    let both = file.try_clone().expect("the same file");
    command.stdin(Stdio::null()).stdout(file).stderr(both).spawn().expect("it starts")
}

fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

/// Slurm on this machine, with all that it writes in a folder; `None` where it is not installed.
fn slurm(folder: &Path) -> Option<(Daemons, PathBuf)> {
    let names = ["munged", "slurmctld", "slurmd", "sbatch", "sinfo"];
    let Some(programs) = names.into_iter().map(program).collect::<Option<Vec<_>>>() else {
        eprintln!("skipped: no slurmctld, slurmd, munged");
        return None;
    };
    let say = |name: &str| {
        text_of(&Command::new(name).arg("-s").output().expect("hostname runs").stdout).trim().to_owned()
    };
    let host = say("hostname");
    let user = text_of(&Command::new("id").arg("-un").output().expect("id runs").stdout).trim().to_owned();
    let at = |name: &str| folder.join(name).to_string_lossy().into_owned();
    // munge trusts only folders that nobody else may write to.
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).expect("it is ours");
    fs::write(folder.join("key"), [7u8; 64]).expect("a file");
    fs::set_permissions(folder.join("key"), fs::Permissions::from_mode(0o400)).expect("it is ours");
    for name in ["state", "spool"] {
        fs::create_dir(folder.join(name)).expect("a folder");
    }
    let mut munged = Command::new(&programs[0]);
    munged.args(["--foreground", "--force"]);
    for (option, name) in
        [("socket", "munge"), ("key-file", "key"), ("pid-file", "pid"), ("seed-file", "seed")]
    {
        munged.arg(format!("--{option}={}", at(name)));
    }
    let mut daemons = Daemons(vec![start(&mut munged, &folder.join("munged.log"))]);
    until("munge's socket", || folder.join("munge").exists());
    let (control, node) = (free_port(), free_port());
    let text = format!(
        "ClusterName=test\nSlurmctldHost={host}(127.0.0.1)\nSlurmUser={user}\nSlurmdUser={user}\n\
         AuthType=auth/munge\nAuthInfo=socket={}\nCredType=cred/munge\n\
         SlurmctldPort={control}\nSlurmdPort={node}\nStateSaveLocation={}\nSlurmdSpoolDir={}\n\
         SlurmctldPidFile={}\nSlurmdPidFile={}\nProctrackType=proctrack/pgid\nTaskPlugin=task/none\n\
         MpiDefault=none\nReturnToService=2\nSchedulerType=sched/builtin\nSelectType=select/cons_tres\n\
         SelectTypeParameters=CR_CPU\nJobRequeue=1\n\
         NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN\n\
         PartitionName=all Nodes={host} Default=YES State=UP\n",
        at("munge"),
        at("state"),
        at("spool"),
        at("ctld.pid"),
        at("slurmd.pid"),
    );
    let config = folder.join("slurm.conf");
    fs::write(&config, text).expect("a file");
    for (i, name) in [(1, "slurmctld"), (2, "slurmd")] {
        let mut command = Command::new(&programs[i]);
        command.arg("-D").env("SLURM_CONF", &config);
        daemons.0.push(start(&mut command, &folder.join(format!("{name}.log"))));
    }
    let idle = || {
        let mut command = Command::new(&programs[4]);
        let output =
            command.args(["-h", "-o", "%T"]).env("SLURM_CONF", &config).output().expect("sinfo runs");
        text_of(&output.stdout).trim() == "idle"
    };
    let begin = Instant::now();
    while !idle() {
        let logs = ["munged.log", "slurmctld.log", "slurmd.log"]
            .map(|name| fs::read_to_string(folder.join(name)).unwrap_or_default());
        assert!(begin.elapsed() < Duration::from_secs(60), "Slurm does not start: {}", logs.join("\n"));
        std::thread::sleep(Duration::from_millis(100));
    }
    Some((daemons, config))
}

/// A job array on one node; a worker is killed in the middle.
#[test]
fn slurm_runs_a_set() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let Some((_daemons, config)) = slurm(folder.path()) else { return };
    let set = Set::new();
    let mut command = set.command(&["--executor", "slurm:--chdir=/tmp", "-j2"]);
    let child = command.env("SLURM_CONF", &config).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.expect("it starts");
    let own = set.0.path().to_string_lossy().into_owned();
    let mut killed = None;
    until("a worker runs after some answers", || {
        let answers = fs::read_dir(set.path(".bmc-cache/results")).map_or(0, Iterator::count);
        killed = process(&own, "\0--task\0").filter(|_| answers >= 10);
        killed.is_some()
    });
    let status = Command::new("kill").args(["-9", &killed.unwrap_or_default()]).status().expect("kill runs");
    assert!(status.success());
    let output = child.wait_with_output().expect("it was started");
    assert_eq!(counts(&output), (PROOFS, 0), "{}", text_of(&output.stderr));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(process(&own, "sbatch\0--wait\0"), None, "nothing waits any more");
}

/// The number of a process for a set, by words of its command, a NUL after each: `\0--task\0` is one that answers a task.
fn process(set: &str, words: &str) -> Option<String> {
    let all = fs::read_dir("/proc").expect("there are processes").flatten();
    let is = |process: &fs::DirEntry| {
        let command = fs::read_to_string(process.path().join("cmdline")).unwrap_or_default();
        command.contains(words) && command.contains(set) && !command.starts_with("/bin/sh")
    };
    all.into_iter().find(is).map(|process| process.file_name().to_string_lossy().into_owned())
}

/// Jobs that the published schema accepts, made of the one in `examples`; one pod does not come to run.
#[test]
fn kubernetes_runs_a_set() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let made = Command::new(root.join("scripts/python-venv")).output().expect("the script can be started");
    if !made.status.success() {
        eprintln!("skipped: no Python with kubernetes-validate: {}", text_of(&made.stderr));
        return;
    }
    let set = Set::new();
    for folder in ["bin", "state"] {
        fs::create_dir(set.path(folder)).expect("a folder");
    }
    let (python, kubectl) = (text_of(&made.stdout), root.join("tests/proofs/kubectl.py"));
    set.script("bin/kubectl", &format!("#!/bin/sh\nexec {} {} \"$@\"\n", python.trim(), kubectl.display()));
    let path = std::env::var("PATH").expect("a path");
    let template = root.join("examples/proofs/kubernetes.yaml");
    let executor = format!("kubernetes:{}", template.display());
    let output = set
        .command(&["--executor", &executor, "-j3"])
        .env("PATH", format!("{}:{path}", set.path("bin").display()))
        .env("KUBECTL_STATE", set.path("state"))
        .output()
        .expect("the binary was built with this test");
    assert_eq!(counts(&output), (PROOFS, 0), "{}", text_of(&output.stderr));
    let ended = |n: &str| fs::read_to_string(set.path("state").join(n)).expect("a Job");
    assert_eq!((ended("0").as_str(), ended("1").as_str()), ("Failed", "Complete"));
}
