"""What BenchExec has to know of bmc; with `scripts` in PYTHONPATH it is the tool `benchexec_tools.bmc`."""
import benchexec.result as result
from benchexec.tools.template import BaseTool2, ToolNotFoundException, UnsupportedFeatureException

import verdict_words

MODELS = {"ILP32": "-m32", "LP64": "-m64"}


class Tool(BaseTool2):
    """bmc, a bounded model checker for C, C++, LLVM IR and bitcode."""

    def name(self):
        return "bmc"

    def executable(self, tool_locator):
        try:
            return tool_locator.find_executable("bmc", subdir="target/release")
        except ToolNotFoundException:
            return tool_locator.find_executable("bmc")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="bmc")

    def program_files(self, executable):
        # Nothing but the program; it calls the system's clang-19.
        return [executable]

    def cmdline(self, executable, options, task, rlimits):
        given = []
        if task.property_file:
            given += ["--property", task.property_file]
        if isinstance(task.options, dict):
            if task.options.get("language", "C") not in ("C", "C++"):
                raise UnsupportedFeatureException(f"language {task.options['language']}")
            model = task.options.get("data_model")
            if model is not None and model not in MODELS:
                raise UnsupportedFeatureException(f"data model {model}")
            if model is not None:
                given.append(MODELS[model])
        # It gives up by itself before it is ended, and says so.
        limit = min((s for s in (rlimits.cputime, rlimits.walltime) if s), default=None)
        if limit and "--timeout" not in options:
            given += ["--timeout", str(limit)]
        if rlimits.memory and "--memory-limit" not in options:
            given += ["--memory-limit", str(max(1, rlimits.memory * 9 // 10 >> 20))]
        return [executable, *options, *given, *task.input_files_or_identifier]

    def determine_result(self, run):
        last = next((line.strip() for line in reversed(run.output) if line.strip()), "")
        # Standard error goes to the same file, and may come after it.
        lines = [line.strip() for line in reversed(run.output) if not line.startswith("bmc: ")]
        line = next((line for line in lines if line), "")
        found = verdict_words.read(line, run.exit_code.value)
        if found is None:
            if run.was_timeout:
                return result.RESULT_TIMEOUT
            return f"{result.RESULT_ERROR} ({last.removeprefix('bmc: ')})" if last else result.RESULT_ERROR
        verdict, part, words = found
        if verdict == "false":
            return f"{result.RESULT_FALSE_PROP}({part})" if part else result.RESULT_FALSE_PROP
        if words.split(":")[0] == "timeout":
            return result.RESULT_TIMEOUT
        if words.split(":")[0] == "memory limit":
            return "OUT OF MEMORY"
        return result.RESULT_TRUE_PROP if verdict == "true" else result.RESULT_UNKNOWN
