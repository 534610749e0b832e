//! Jobs of Kubernetes, by `kubectl`.
//!
//! The user's file describes a Job with what a cluster needs: the image, the volume with the project and the cache, resources. What
//! belongs to the tasks is filled in.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use yaml_rust2::{Yaml, YamlLoader};

use super::{Job, Submitted, worker};
use crate::verify::io_words;

/// The same value as JSON.
fn value(yaml: &Yaml) -> Option<Value> {
    Some(match yaml {
        Yaml::Null => Value::Null,
        Yaml::Boolean(b) => json!(b),
        Yaml::Integer(i) => json!(i),
        Yaml::Real(text) => json!(text.parse::<f64>().ok()?),
        Yaml::String(text) => json!(text),
        Yaml::Array(all) => Value::Array(all.iter().map(value).collect::<Option<_>>()?),
        Yaml::Hash(all) => {
            let field = |(key, of): (&Yaml, &Yaml)| Some((key.as_str()?.to_owned(), value(of)?));
            Value::Object(all.iter().map(field).collect::<Option<_>>()?)
        }
        Yaml::Alias(_) | Yaml::BadValue => return None,
    })
}

/// The manifest of a job: what the text of a file says, with a command for its first container and as many runs as there are tasks.
///
/// # Errors
/// In words: the text is no description of a Job with a container.
pub(super) fn manifest(
    text: &str,
    executable: &Path,
    job: &Job,
    jobs: Option<usize>,
) -> Result<Value, String> {
    let documents = YamlLoader::load_from_str(text).map_err(|e| e.to_string())?;
    let [document] = &documents[..] else { return Err("expected one document".to_owned()) };
    let mut all = value(document).ok_or("not understood as JSON")?;
    if all["kind"] != "Job" || all["apiVersion"] != "batch/v1" {
        return Err("expected apiVersion: batch/v1 and kind: Job".to_owned());
    }
    let count = job.tasks.len();
    let container = all.pointer_mut("/spec/template/spec/containers/0");
    let container =
        container.and_then(Value::as_object_mut).ok_or("spec.template.spec.containers is missing")?;
    let command = format!("exec {}", worker(executable, &job.file(), "\"$JOB_COMPLETION_INDEX\""));
    container.insert("command".to_owned(), json!(["sh", "-c", command]));
    container.insert("workingDir".to_owned(), json!(job.place));
    all["spec"]["template"]["spec"]["restartPolicy"] = json!("Never");
    let parallel = jobs.unwrap_or(count).min(count);
    for (key, is) in [
        ("completions", json!(count)),
        ("parallelism", json!(parallel)),
        ("completionMode", json!("Indexed")),
        // Whatever is left is submitted again, but not for ever.
        ("backoffLimit", json!(count)),
    ] {
        all["spec"][key] = is;
    }
    Ok(all)
}

/// What `kubectl` prints, where it succeeds.
fn kubectl(args: &[&str], input: Option<&Path>) -> Result<String, String> {
    let mut command = Command::new("kubectl");
    command.args(args).stdin(Stdio::null());
    if let Some(path) = input {
        command.arg("-f").arg(path);
    }
    let output = command.output().map_err(|e| format!("kubectl: {}", io_words(&e)))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    let words = String::from_utf8_lossy(&output.stderr);
    Err(format!("kubectl: {}", words.lines().next().unwrap_or("it fails")))
}

/// Creates the Job.
pub(super) fn submit(
    template: &Path,
    executable: &Path,
    job: &Job,
    jobs: Option<usize>,
) -> Result<Submitted, String> {
    let fails = |why: String| format!("--executor kubernetes:{}: {why}", template.display());
    let text = std::fs::read_to_string(template).map_err(|e| fails(io_words(&e)))?;
    let manifest = manifest(&text, executable, job, jobs).map_err(fails)?;
    let place = job.folder.join("manifest.json");
    std::fs::write(&place, manifest.to_string()).map_err(|e| fails(io_words(&e)))?;
    Ok(Submitted::Pods(kubectl(&["create", "-o", "name"], Some(&place)).map_err(fails)?))
}

/// Whether a Job has neither succeeded nor failed. While the cluster does not answer, it may run.
pub(super) fn is_running(name: &str) -> bool {
    let ended = "jsonpath={.status.conditions[?(@.status==\"True\")].type}";
    match kubectl(&["get", name, "-o", ended], None) {
        Ok(types) => !types.split_whitespace().any(|t| matches!(t, "Complete" | "Failed")),
        Err(why) => !why.contains("NotFound"),
    }
}
