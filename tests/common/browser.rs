//! A real browser for tests: Debian's Chromium, driven over the WebDriver protocol.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How WebDriver names an element in its answers.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running browser; it ends with this value.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    _profile: tempfile::TempDir,
}

/// A byte of a path as addresses have it.
fn encoded(byte: u8) -> String {
    if byte == b'/' { "/".to_owned() } else { format!("%{byte:02x}") }
}

/// One request of the protocol and its answer.
fn request(port: u16, method: &str, path: &str, body: &Value) -> Result<Value, String> {
    let words = |e: std::io::Error| e.to_string();
    let mut stream = TcpStream::connect(("127.0.0.1", port)).map_err(words)?;
    stream.set_read_timeout(Some(PATIENCE)).map_err(words)?;
    let body = if method == "POST" { body.to_string() } else { String::new() };
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
    .map_err(words)?;
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).map_err(words)?;
        if line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().map_err(|_| "a wrong length")?;
        }
    }
    let mut bytes = vec![0; length];
    reader.read_exact(&mut bytes).map_err(words)?;
    let answer: Value = serde_json::from_slice(&bytes).map_err(|e| e.to_string())?;
    match answer["value"]["error"].as_str() {
        Some(error) => Err(format!("{error}: {}", answer["value"]["message"].as_str().unwrap_or_default())),
        None => Ok(answer["value"].clone()),
    }
}

impl Browser {
    /// Starts a browser with nothing but what it is told to open.
    pub fn start() -> Result<Browser, String> {
        let profile = tempfile::tempdir().map_err(|e| e.to_string())?;
        // A port that is free now.
        let port =
            TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).map_err(|e| e.to_string())?.port();
        let driver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| e.to_string())?;
        let mut browser = Browser { driver, port, session: String::new(), _profile: profile };
        let since = Instant::now();
        while request(port, "GET", "/status", &Value::Null).is_err() {
            if since.elapsed() > PATIENCE {
                return Err("chromedriver does not answer".to_owned());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let mut arguments: Vec<String> = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            "--window-size=1600,1300",
        ]
        .map(str::to_owned)
        .to_vec();
        arguments.push(format!("--user-data-dir={}", browser._profile.path().display()));
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }}});
        let session = request(port, "POST", "/session", &wanted)?;
        browser.session = session["sessionId"].as_str().ok_or("no session")?.to_owned();
        Ok(browser)
    }

    fn ask(&self, method: &str, path: &str, body: Value) -> Value {
        let path = format!("/session/{}/{path}", self.session);
        request(self.port, method, &path, &body).unwrap_or_else(|e| panic!("{path}: {e}"))
    }

    /// Opens a file.
    pub fn open(&self, file: &Path) {
        let path: String = file.to_str().expect("a plain path").bytes().map(encoded).collect();
        self.ask("POST", "url", json!({"url": format!("file://{path}")}));
    }

    /// What a script in the page returns.
    pub fn script(&self, script: &str) -> Value {
        self.ask("POST", "execute/sync", json!({"script": script, "args": []}))
    }

    /// The visible text of the first element that a selector names.
    pub fn text(&self, selector: &str) -> String {
        let id = self.element(selector);
        self.ask("GET", &format!("element/{id}/text"), Value::Null).as_str().unwrap_or_default().to_owned()
    }

    fn element(&self, selector: &str) -> String {
        let found = self.ask("POST", "element", json!({"using": "css selector", "value": selector}));
        found[ELEMENT].as_str().unwrap_or_else(|| panic!("no {selector}")).to_owned()
    }

    /// Clicks on the first element that a selector names.
    pub fn click(&self, selector: &str) {
        let id = self.element(selector);
        self.ask("POST", &format!("element/{id}/click"), json!({}));
    }

    /// Presses a key, by WebDriver's name of it, so many times.
    pub fn press(&self, key: &str, times: usize) {
        let strokes = (0..times).flat_map(|_| ["keyDown", "keyUp"].map(|t| json!({"type": t, "value": key})));
        let strokes: Vec<Value> = strokes.collect();
        self.ask("POST", "actions", json!({"actions": [{"type": "key", "id": "keys", "actions": strokes}]}));
    }

    /// A picture of what is shown, as PNG.
    pub fn picture(&self) -> Vec<u8> {
        use base64::Engine as _;
        let picture = self.ask("GET", "screenshot", Value::Null);
        let text = picture.as_str().unwrap_or_default();
        base64::engine::general_purpose::STANDARD.decode(text).expect("a picture")
    }

    /// Messages of the page's console since the last call, and the addresses that were asked for.
    pub fn logs(&self) -> (Vec<String>, Vec<String>) {
        let entries = |kind: &str| {
            let log = self.ask("POST", "se/log", json!({"type": kind}));
            log.as_array().cloned().unwrap_or_default()
        };
        let messages = entries("browser").iter().map(|e| e["message"].to_string()).collect();
        let events = entries("performance");
        let requests = events.iter().filter_map(|e| {
            let event: Value = serde_json::from_str(e["message"].as_str()?).ok()?;
            let event = &event["message"];
            // The browser's own first page asks for its parts.
            let of_a_file =
                event["params"]["documentURL"].as_str().is_some_and(|url| url.starts_with("file:"));
            (event["method"] == "Network.requestWillBeSent" && of_a_file)
                .then(|| event["params"]["request"]["url"].as_str().unwrap_or_default().to_owned())
        });
        (messages, requests.collect())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let path = format!("/session/{}", self.session);
            let _ = request(self.port, "DELETE", &path, &Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
