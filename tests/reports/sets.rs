//! Results of sets of proofs for other tools.

use super::*;

const MANIFEST: &str = "
[[proof]]
name = 'bounds'
sources = ['bounds.c']
options = '--all'
[[proof]]
name = 'again'
sources = ['bounds.c', 'empty.c']
expect = 'FALSE'
[[proof]]
name = 'endless'
sources = ['endless.c']
options = '--bound 2'
[[proof]]
name = 'good'
sources = ['good.c']
[[proof]]
name = 'broken'
sources = ['broken.c']
";

/// The schemas accept the documents of a set, and these say what became of it.
#[test]
fn schemas_accept_results_of_sets() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let path = |name: &str| folder.path().join(name);
    for name in ["bounds.c", "endless.c", "good.c"] {
        fs::copy(root().join("tests/reports").join(name), path(name)).expect("a copy");
    }
    fs::write(path("empty.c"), "int nothing;\n").expect("a file");
    fs::write(path("broken.c"), "int main(void) { return 0 +; }\n").expect("a file");
    fs::write(path("bmc.toml"), MANIFEST).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bmc"));
    command.current_dir(folder.path()).args(["verify", "--quiet", "--sarif", "x.sarif", "--junit", "x.xml"]);
    let output = output_within(&mut command, LIMIT).expect("an answer in time");
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    let read = |name: &str| fs::read_to_string(path(name)).expect("it was written");
    let ran = Ran {
        name: "set".to_owned(),
        code: 2,
        verdict: String::new(),
        sarif: read("x.sarif"),
        junit: read("x.xml"),
    };

    let log: Value = serde_json::from_str(&ran.sarif).expect("JSON");
    let wrong: Vec<String> =
        validator().iter_errors(&log).map(|e| format!("{e} at {}", e.instance_path())).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    serde_json::from_str::<serde_sarif::sarif::Sarif>(&ran.sarif).expect("another reader takes it");
    let run = &log["runs"][0];
    let invocations = run["invocations"].as_array().expect("a list");
    let names: Vec<&Value> = invocations.iter().map(|i| &i["properties"]["proof"]).collect();
    assert_eq!(names, ["bounds", "again", "endless", "good", "broken"]);
    assert_eq!(invocations[4]["executionSuccessful"], false);
    let results = run["results"].as_array().expect("a list");
    for result in results {
        let number = result["provenance"]["invocationIndex"].as_u64().expect("a number") as usize;
        let proof = result["properties"]["proof"].as_str().expect("a name");
        assert_eq!(invocations[number]["properties"]["proof"], proof);
        assert_eq!(result.get("suppressions").is_some(), proof == "again");
        let place = &result["locations"][0]["physicalLocation"]["artifactLocation"];
        let index = place["index"].as_u64().expect("a number") as usize;
        assert_eq!(run["artifacts"][index]["location"]["uri"], place["uri"]);
    }
    let of = |proof: &str| results.iter().filter(|r| r["properties"]["proof"] == proof).count();
    assert!(of("bounds") >= 1 && of("again") == 1 && of("endless") + of("good") + of("broken") == 0);

    let document = roxmltree::Document::parse(&ran.junit).expect("XML");
    let cases: Vec<_> = document.descendants().filter(|n| n.has_tag_name("testcase")).collect();
    let ends: Vec<(&str, &str)> = cases
        .iter()
        .map(|c| {
            let end = c.children().find(roxmltree::Node::is_element);
            (c.attribute("name").unwrap_or_default(), end.map_or("", |n| n.tag_name().name()))
        })
        .collect();
    let expected =
        [("bounds", "failure"), ("again", ""), ("endless", "error"), ("good", ""), ("broken", "error")];
    assert_eq!(ends, expected);
    assert_eq!(refused(&[ran]), Vec::<String>::new());
}
