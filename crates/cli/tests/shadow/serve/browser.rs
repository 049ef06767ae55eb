//! Headless Chromium, driven by its own driver over WebDriver: a few requests of JSON over HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The name under which WebDriver answers with an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// How long something may take to be seen.
const PATIENCE: Duration = Duration::from_secs(120);

/// How many drivers are started until one listens: each takes a free port of IPv4 and ends where that of IPv6 with the same
/// number is another's.
const DRIVERS: usize = 8;

/// What may be installed, best first. The headless shell draws the same pages with a third of the processor.
const BROWSERS: [&str; 5] = [
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
];

/// Starts the browser of `SHADOW_TEST_BROWSER` with a page.
const STARTER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/shadow/serve/browser.sh");

/// What keeps a browser of a test to itself.
const FLAGS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
];

/// A browser with one page.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    profile: PathBuf,
}

impl Browser {
    /// Starts one with an empty profile. None, with a message, where Chromium or its driver is not installed.
    pub fn start(name: &str) -> Option<Self> {
        let chromium = BROWSERS.into_iter().find_map(installed);
        let (Some(chromium), Some(driver)) = (chromium, installed("chromedriver")) else {
            eprintln!(
                "skipped: chromium and chromium-driver are not installed; scripts/test installs them"
            );
            return None;
        };
        let (driver, port) = (0..DRIVERS)
            .find_map(|_| listening(&driver, &chromium))
            .expect("a driver that listens");
        let profile =
            std::env::temp_dir().join(format!("shadow-browser-{name}-{}", std::process::id()));
        let mut browser = Self {
            driver,
            port,
            session: String::new(),
            profile,
        };
        let mut flags: Vec<String> = FLAGS.iter().map(|flag| (*flag).to_owned()).collect();
        flags.push("--window-size=1300,1000".to_owned());
        flags.push(format!("--user-data-dir={}", browser.profile.display()));
        let options = json!({ "binary": STARTER, "args": flags });
        let patience = json!({ "script": PATIENCE.as_millis() as u64 });
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": options,
            "timeouts": patience,
        } } });
        let session = browser.say("POST", "/session", Some(&wanted));
        browser.session = session["sessionId"].as_str().expect("a session").to_owned();
        Some(browser)
    }

    /// Opens a page.
    pub fn open(&self, address: &str) {
        self.ask("POST", "/url", &json!({ "url": address }));
    }

    /// Gives the page the size of a window, or of a phone's screen that is touched.
    pub fn resize(&self, width: u32, height: u32, is_phone: bool) {
        let params =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone });
        let command = json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": params });
        self.ask("POST", "/goog/cdp/execute", &command);
    }

    /// Runs JavaScript as a function's body that calls `arguments[0]` with what it returns.
    pub fn run_until_told(&self, script: &str) -> Value {
        self.ask(
            "POST",
            "/execute/async",
            &json!({ "script": script, "args": [] }),
        )
    }

    /// Runs JavaScript as a function's body; what it returns.
    pub fn run(&self, script: &str) -> Value {
        self.ask(
            "POST",
            "/execute/sync",
            &json!({ "script": script, "args": [] }),
        )
    }

    /// What a person reads in the first element of a selector; empty where there is none.
    pub fn text(&self, css: &str) -> String {
        let script = format!(
            "return document.querySelector({})?.innerText ?? ''",
            json!(css)
        );
        self.run(&script).as_str().unwrap_or_default().to_owned()
    }

    /// How many elements there are.
    pub fn count(&self, css: &str) -> u64 {
        let script = format!("return document.querySelectorAll({}).length", json!(css));
        self.run(&script).as_u64().unwrap_or_default()
    }

    /// Waits until a person reads this there.
    pub fn sees(&self, css: &str, text: &str) {
        self.until(
            css,
            &format!(
                "document.querySelector({})?.innerText?.includes({})",
                json!(css),
                json!(text)
            ),
        );
    }

    /// Waits until there is such an element.
    pub fn finds(&self, css: &str) {
        self.until(css, &format!("document.querySelector({})", json!(css)));
    }

    /// Waits until a condition holds in the page.
    pub fn until(&self, what: &str, condition: &str) {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if self.run(&format!("return Boolean({condition})")) == json!(true) {
                return;
            }
            std::thread::sleep(Duration::from_millis(30));
        }
        let page = self.text("body");
        panic!("never in {PATIENCE:?}: {what}: {condition}\n{page}");
    }

    /// Clicks as a person does: where the element is, if nothing covers it.
    pub fn click(&self, css: &str) {
        self.act(css, "click", &json!({}));
    }

    /// Types into an element.
    pub fn type_into(&self, css: &str, text: &str) {
        self.act(css, "value", &json!({ "text": text }));
    }

    /// Does something to an element; to the one that has taken its place where it was drawn anew in between.
    fn act(&self, css: &str, what: &str, body: &Value) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let path = format!(
                "/session/{}/element/{}/{what}",
                self.session,
                self.element(css)
            );
            let answer = self.exchange("POST", &path, Some(body));
            let error = answer.expect("the driver answers")["value"]["error"].clone();
            match error.as_str() {
                None => return,
                Some("stale element reference") if Instant::now() < deadline => {}
                Some(error) => panic!("{what} {css}: {error}"),
            }
        }
    }

    /// Presses keys wherever the focus is.
    pub fn press(&self, keys: &str) {
        let press = |key: char| {
            [
                json!({ "type": "keyDown", "value": key }),
                json!({ "type": "keyUp", "value": key }),
            ]
        };
        let presses: Vec<Value> = keys.chars().flat_map(press).collect();
        let source = json!({ "type": "key", "id": "keys", "actions": presses });
        self.ask("POST", "/actions", &json!({ "actions": [source] }));
    }

    /// Lets what the page saves land in a folder.
    pub fn save_into(&self, folder: &Path) {
        let params = json!({ "behavior": "allow", "downloadPath": folder.display().to_string() });
        let command = json!({ "cmd": "Page.setDownloadBehavior", "params": params });
        self.ask("POST", "/goog/cdp/execute", &command);
    }

    fn element(&self, css: &str) -> String {
        self.finds(css);
        let found = self.ask(
            "POST",
            "/element",
            &json!({ "using": "css selector", "value": css }),
        );
        found[ELEMENT].as_str().expect("an element").to_owned()
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        self.say(
            method,
            &format!("/session/{}{path}", self.session),
            Some(body),
        )
    }

    /// One request to the driver; what it answers, or a panic with what went wrong.
    fn say(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let answer = self
            .exchange(method, path, body)
            .expect("the driver answers");
        let value = &answer["value"];
        assert!(
            value["error"].is_null(),
            "{method} {path}: {} {}",
            value["error"],
            value["message"]
        );
        value.clone()
    }

    fn exchange(&self, method: &str, path: &str, body: Option<&Value>) -> std::io::Result<Value> {
        let body = body.map(Value::to_string).unwrap_or_default();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(PATIENCE * 2))?;
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n",
            self.port
        );
        let kind = format!("Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n");
        stream.write_all((head + &kind + &body).as_bytes())?;
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            if line.trim().is_empty() {
                break;
            }
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or_default();
            }
        }
        let mut answer = vec![0; length];
        reader.read_exact(&mut answer)?;
        Ok(serde_json::from_slice(&answer)?)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.exchange("DELETE", &format!("/session/{}", self.session), None);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

/// Where a program of this name is installed.
fn installed(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

/// A driver of a browser and the port on which it listens; none where it ended before it did.
fn listening(driver: &Path, browser: &Path) -> Option<(Child, u16)> {
    let mut driver = Command::new(driver);
    driver
        .arg("--port=0")
        .env("SHADOW_TEST_BROWSER", browser)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut driver = driver.spawn().expect("the driver runs");
    let stdout = driver.stdout.take().expect("a pipe");
    let mut lines = BufReader::new(stdout).lines().map_while(Result::ok);
    let Some(port) = lines.find_map(|line| port(&line)) else {
        driver.wait().expect("the driver ended");
        return None;
    };
    // What it says from now on is read, so that it never waits to say it.
    std::thread::spawn(move || lines.for_each(drop));
    Some((driver, port))
}

/// The port in the line in which the driver says that it has started.
fn port(line: &str) -> Option<u16> {
    let rest = line.strip_prefix("ChromeDriver was started successfully on port ")?;
    rest.trim_end_matches('.').parse().ok()
}
