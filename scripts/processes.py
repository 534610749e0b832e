"""Running programs under limits, for the scripts beside this file."""
import collections
import os
import resource
import select
import signal
import subprocess
import tempfile
import threading
import time

# Output and errors (text); exit status (negative: signal; None: killed at a limit); seconds of wall clock and of the
# processor; peak resident memory in MB.
Result = collections.namedtuple("Result", "out err code seconds cpu peak")

# Seconds of wall clock and of the processor; MB of resident memory, MB of address space. None: any.
# All but the address space hold for a program with all that it starts.
Limits = collections.namedtuple("Limits", "wall cpu resident space", defaults=[None, None, None])

# Seconds between two looks at what a program uses.
TICK = 0.05
# Bytes of output after which a program is ended, where it is watched, and that are read at most.
MOST_OUTPUT = 64 << 20
CLOCK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")

_interrupted = threading.Event()


def interrupt():
    """Ends all programs that are running, and whatever is started later: from another thread."""
    _interrupted.set()


def execute(command, limit, memory=0, directory=None):
    """Runs a command in its own process group, which is killed at the limit (seconds): a `Result`.

    `memory`: address space in MB, 0 for any.
    """
    return supervise(command, Limits(limit, space=memory or None), directory)[0]


def everything():
    """All processes."""
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def parent_of(process):
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            return int(file.read().rpartition(b")")[2].split()[1])
    except OSError:
        return None


class Family:
    """A process with all that it started, as far as it was seen."""

    # Whether the system tells the children of a process.
    lists_children = os.path.exists(f"/proc/self/task/{os.getpid()}/children")

    def __init__(self, root):
        self.root = root
        self.members = {}  # process: when it started
        self.cpu = self.peak = 0.0

    @staticmethod
    def status(process):
        """Start, session, seconds of the processor (children that were waited for included), MB; None if it is gone."""
        try:
            with open(f"/proc/{process}/stat", "rb") as file:
                # The name, in parentheses, may contain anything.
                fields = file.read().rpartition(b")")[2].split()
        except OSError:
            return None
        return int(fields[19]), int(fields[3]), sum(map(int, fields[11:15])) / CLOCK, int(fields[21]) * PAGE / 2**20

    def children(self, process):
        found = []
        if not self.lists_children:
            return [child for child in everything() if parent_of(child) == process]
        try:
            for thread in os.listdir(f"/proc/{process}/task"):
                with open(f"/proc/{process}/task/{thread}/children") as file:
                    found += map(int, file.read().split())
        except OSError:
            pass
        return found

    def measure(self):
        """Looks at what is used at the moment: MB."""
        waiting, used, resident = [self.root, *self.members], 0.0, 0.0
        seen = set()
        while waiting:
            process = waiting.pop()
            status = self.status(process)
            if process in seen or not status or self.members.setdefault(process, status[0]) != status[0]:
                continue
            seen.add(process)
            used, resident = used + status[2], resident + status[3]
            waiting += self.children(process)
        # Whoever ended and was waited for by a stranger does not count any more; it did.
        self.cpu, self.peak = max(self.cpu, used), max(self.peak, resident)
        return resident

    def kill(self, everywhere):
        """Kills the group; everywhere: also whoever was seen before, and the rest of the session."""
        try:
            os.killpg(self.root, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
        for process in everything() if everywhere else []:
            status = self.status(process)
            if status and process != self.root and (status[1] == self.root or self.members.get(process) == status[0]):
                try:
                    os.kill(process, signal.SIGKILL)
                except (ProcessLookupError, PermissionError):
                    pass


def supervise(command, limits, directory=None):
    """Runs a command under `Limits`: its `Result`, and the limit that ended it ("wall", "cpu", "memory", "output") or None.

    A process group of its own is killed at the end, with whatever it has started in other groups.
    """
    def restrict():
        resource.setrlimit(resource.RLIMIT_AS, (limits.space << 20, limits.space << 20))
    watched = limits.cpu is not None or limits.resident is not None
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.monotonic()
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=directory,
                                 start_new_session=True, preexec_fn=restrict if limits.space else None)
        family = Family(child.pid)
        handle = os.pidfd_open(child.pid)
        ended = select.poll()
        ended.register(handle, select.POLLIN)
        reason = None
        try:
            while reason is None:
                left = max(limits.wall, 0.01) - (time.monotonic() - start)
                if left <= 0:
                    reason = "wall"
                elif _interrupted.is_set():
                    reason = "interrupt"
                elif ended.poll(1000 * min(left, TICK if watched else 1) + 1):
                    break
                elif watched:
                    resident = family.measure()
                    if limits.cpu is not None and family.cpu > limits.cpu:
                        reason = "cpu"
                    elif limits.resident is not None and resident > limits.resident:
                        reason = "memory"
                    elif os.fstat(out.fileno()).st_size + os.fstat(err.fileno()).st_size > MOST_OUTPUT:
                        reason = "output"
        finally:
            if watched:
                family.measure()  # what the program itself leaves behind
            family.kill(everywhere=watched)
            _, status, usage = os.wait4(child.pid, 0)
            os.close(handle)
        seconds = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        texts = [file.read(MOST_OUTPUT).decode(errors="replace") for file in (out, err)]
        cpu = max(usage.ru_utime + usage.ru_stime, family.cpu)
        if limits.cpu is not None and reason is None and cpu > limits.cpu:
            reason = "cpu"
        peak = max(usage.ru_maxrss / 1024, family.peak)
        return Result(*texts, child.returncode if reason is None else None, seconds, cpu, peak), reason


class Meter:
    """Runs programs one after the other under limits that hold for all of them together."""

    def __init__(self, limits, directory):
        self.limits, self.directory = limits, directory
        self.seconds = self.cpu = self.peak = 0.0
        self.reason = None

    def run(self, command):
        """A `Result`; the limit that ended it is in `reason`."""
        left = self.limits._replace(wall=self.limits.wall - self.seconds)
        if self.limits.cpu is not None:
            left = left._replace(cpu=self.limits.cpu - self.cpu)
        result, self.reason = supervise(command, left, self.directory)
        self.seconds, self.cpu = self.seconds + result.seconds, self.cpu + result.cpu
        self.peak = max(self.peak, result.peak)
        return result


def last_line(text, most=200):
    """The last line that is not blank, shortened."""
    lines = text.strip().splitlines()
    return lines[-1].strip()[:most] if lines else ""
