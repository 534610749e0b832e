"""Running programs under a limit, for the scripts beside this file."""
import collections
import os
import resource
import signal
import subprocess
import tempfile
import threading
import time

# Output and errors (text); exit status (negative: signal; None: killed at the limit); seconds of wall clock and of the
# processor; peak resident memory in MB.
Result = collections.namedtuple("Result", "out err code seconds cpu peak")


def execute(command, limit, memory=0, directory=None):
    """Runs a command in its own process group, which is killed at the limit (seconds): a `Result`.

    `memory`: address space in MB, 0 for any.
    """
    def restrict():
        resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.monotonic()
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=directory,
                                 start_new_session=True, preexec_fn=restrict if memory else None)
        expired = threading.Event()

        def kill_group():
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass

        def expire():
            expired.set()
            kill_group()
        timer = threading.Timer(max(limit, 0.01), expire)
        timer.start()
        try:
            _, status, usage = os.wait4(child.pid, 0)
        finally:
            timer.cancel()
            kill_group()  # what the program itself left behind
        seconds = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return Result(out.read().decode(errors="replace"), err.read().decode(errors="replace"),
                      None if expired.is_set() else child.returncode, seconds, usage.ru_utime + usage.ru_stime,
                      usage.ru_maxrss / 1024)


def last_line(text):
    """The last line that is not blank, shortened."""
    lines = text.strip().splitlines()
    return lines[-1].strip()[:200] if lines else ""
