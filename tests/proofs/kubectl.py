"""Stands in for kubectl and a cluster: checks a manifest against the published schema of Kubernetes, and runs its pods here.

The first pod of the first Job is killed before it does anything; that Job fails.
"""
import json
import os
import subprocess
import sys

import kubernetes_validate

STATE = os.environ["KUBECTL_STATE"]


def create(path):
    with open(path) as file:
        manifest = json.load(file)
    kubernetes_validate.validate(manifest, "1.30", strict=True)
    spec = manifest["spec"]
    assert spec["completionMode"] == "Indexed" and spec["parallelism"] <= spec["completions"]
    [container] = spec["template"]["spec"]["containers"]
    number = len(os.listdir(STATE))
    failed = False
    for index in range(spec["completions"]):
        if number == 0 and index == 0:
            failed = True
            continue
        environment = {**os.environ, "JOB_COMPLETION_INDEX": str(index)}
        done = subprocess.run(container["command"], cwd=container["workingDir"], env=environment)
        failed = failed or done.returncode != 0
    with open(os.path.join(STATE, str(number)), "w") as file:
        file.write("Failed" if failed else "Complete")
    print(f"job.batch/{manifest['metadata']['generateName']}{number}")


def get(name):
    with open(os.path.join(STATE, name.rpartition("-")[2])) as file:
        print(file.read(), end="")


if sys.argv[1:5] == ["create", "-o", "name", "-f"]:
    create(sys.argv[5])
elif sys.argv[1] == "get" and sys.argv[3] == "-o" and sys.argv[4].startswith("jsonpath="):
    get(sys.argv[2])
else:
    sys.exit(f"kubectl: unexpected {sys.argv[1:]}")
