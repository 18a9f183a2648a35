//! A headless Chromium, as a user who waits for each action to be done.
//!
//! Each test has a browser to itself, as after its start. It reaches 127.0.0.1 only: all other
//! names are unknown to it, but `rebound.example`, which leads there too.

use crate::chrome_command::ChromeCommand;
use crate::driver::Driver;
use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
};
use fantoccini::error::CmdError;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};

/// How long something may take that must happen. Long: a machine may be slow.
const PATIENCE: Duration = Duration::from_secs(180);

const POLL: Duration = Duration::from_millis(20);

/// How long an element is waited for that moves or is covered; then it is clicked all the same.
const STILLNESS: Duration = Duration::from_secs(2);

/// A browser as after its start: one window of 1100 x 900, and nothing in its profile that a page
/// on another port could see.
pub struct Browser {
    open: Option<OpenBrowser>,
}

/// A Chromium with its driver; dropping it ends both.
struct OpenBrowser {
    runtime: Runtime,
    client: Option<Client>,
    _driver: Driver, // after the client
}

/// Browsers whose tests have passed. A start costs three seconds of CPU time, as much as a test.
static FREE: Mutex<Vec<OpenBrowser>> = Mutex::new(Vec::new());

/// Chooses so, where nothing is chosen yet. A blank page keeps nothing.
const SWITCHED_OFF: &str =
    "try { localStorage['crownhead.settings'] ??= '{\"engine\":false}' } catch {}";

impl Browser {
    pub fn start() -> Self {
        let free = FREE.lock().expect("no test fails in it").pop();
        Self { open: Some(free.unwrap_or_else(OpenBrowser::start)) }
    }

    /// One whose person has switched the live lines of the board page off.
    pub fn without_lines() -> Self {
        let browser = Self::start();
        let parameters = json!({ "source": SWITCHED_OFF });
        browser.devtools("Page.addScriptToEvaluateOnNewDocument", parameters);
        browser
    }

    pub fn open(&self, address: &str) {
        self.wait(async |client| client.goto(address).await);
    }

    pub fn reload(&self) {
        self.wait(async |client| client.refresh().await);
    }

    /// Opens a second window, and shows it.
    pub fn open_window(&self, address: &str) {
        self.wait(async |client| {
            let window = client.new_window(false).await?;
            client.switch_to_window(window.handle).await
        });
        self.open(address);
    }

    /// Shows the window that was opened as number `index`, from 0.
    pub fn show_window(&self, index: usize) {
        self.wait(async |client| {
            let windows = client.windows().await?;
            client.switch_to_window(windows[index].clone()).await
        });
    }

    pub fn value(&self, expression: &str) -> Value {
        let script = format!("return ({expression});");
        self.wait(async |client| client.execute(&script, Vec::new()).await)
    }

    pub fn is(&self, expression: &str) -> bool {
        self.value(&format!("Boolean({expression})")) == true
    }

    pub fn text(&self, expression: &str) -> String {
        self.value(&format!("String({expression})")).as_str().expect("a text").to_owned()
    }

    /// What the expression reads may not be there yet: a `TypeError` means to wait on.
    pub fn wait_until(&self, expression: &str) {
        let begin = Instant::now();
        let holds =
            format!("(() => {{ try {{ return ({expression}) }} catch {{ return false }} }})()");
        while !self.is(&holds) {
            if begin.elapsed() > PATIENCE {
                let page = self.text("document.body.innerText");
                panic!("it never came that {expression}\n{page}\n{:?}", self.console());
            }
            std::thread::sleep(POLL);
        }
    }

    /// Moves the mouse to the middle of an element and clicks.
    pub fn click(&self, selector: &str) {
        let (x, y) = self.middle(selector);
        let mouse = MouseActions::new("mouse".into())
            .then(PointerAction::MoveTo { duration: None, x, y })
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.wait(async |client| client.perform_actions(mouse).await);
    }

    pub fn drag(&self, from: &str, to: &str) {
        let (begin, end) = (self.middle(from), self.middle(to));
        let half = ((begin.0 + end.0) / 2.0, (begin.1 + end.1) / 2.0);
        let move_to = |(x, y)| PointerAction::MoveTo { duration: None, x, y };
        let mouse = MouseActions::new("mouse".into())
            .then(move_to(begin))
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(move_to(half))
            .then(move_to(end))
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.wait(async |client| client.perform_actions(mouse).await);
    }

    /// The middle of an element in the window, after scrolling to it, once it stands still and
    /// nothing covers it: what is loaded late moves the rest of a page.
    fn middle(&self, selector: &str) -> (f64, f64) {
        let begin = Instant::now();
        let mut before = Value::Null;
        loop {
            let place = self.value(&place_of(selector));
            let is_reached = place[2] == true && place == before;
            if is_reached || begin.elapsed() > STILLNESS {
                let at =
                    |index: usize| place[index].as_f64().unwrap_or_else(|| panic!("no {selector}"));
                return (at(0), at(1));
            }
            before = place;
            std::thread::sleep(POLL);
        }
    }

    /// Presses and releases a key: a character, or one of `fantoccini::key::Key`.
    pub fn press(&self, key: impl Into<char>) {
        let value = key.into();
        let keys = KeyActions::new("keys".into())
            .then(KeyAction::Down { value })
            .then(KeyAction::Up { value });
        self.wait(async |client| client.perform_actions(keys).await);
    }

    /// Presses a key while another is held.
    pub fn chord(&self, held: impl Into<char>, key: impl Into<char>) {
        let (held, value) = (held.into(), key.into());
        let keys = KeyActions::new("keys".into())
            .then(KeyAction::Down { value: held })
            .then(KeyAction::Down { value })
            .then(KeyAction::Up { value })
            .then(KeyAction::Up { value: held });
        self.wait(async |client| client.perform_actions(keys).await);
    }

    pub fn choose(&self, selector: &str, value: &str) {
        self.wait(async |client| {
            let list = client.find(fantoccini::Locator::Css(selector)).await?;
            list.select_by_value(value).await
        });
    }

    /// The window as a picture, as PNG.
    pub fn screenshot(&self) -> Vec<u8> {
        self.wait(async |client| client.screenshot().await)
    }

    /// Makes the page as wide and high as that of a small device; the smallest window is wider.
    pub fn resize(&self, width: u32, height: u32) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
        });
        self.devtools("Emulation.setDeviceMetricsOverride", size);
    }

    /// Asks pages for colors on a dark ground, or on a light one.
    pub fn prefer(&self, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Slows the scripts and the drawing of pages to one part in `times`.
    pub fn slow_down(&self, times: u32) {
        self.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": times }));
    }

    /// What the page has written to the console that is not mere information, since it was last
    /// asked: errors of scripts, and what the policy has stopped.
    pub fn console(&self) -> Vec<String> {
        let entries = self.log("browser").into_iter().filter(|entry| entry["level"] != "INFO");
        entries.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// The addresses that pages have asked for since this was last called. The browser's own first
    /// page may still be asking for its parts; what it wants is left out.
    pub fn requests(&self) -> Vec<String> {
        let entries = self.log("performance").into_iter().filter_map(|entry| {
            let message: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
            let message = &message["message"];
            (message["method"] == "Network.requestWillBeSent").then_some(())?;
            let request = &message["params"];
            let is_of_the_browser = |address: &str| {
                ["chrome:", "chrome-untrusted:"].iter().any(|scheme| address.starts_with(scheme))
            };
            let address = request["request"]["url"].as_str()?;
            let document = request["documentURL"].as_str()?;
            (![address, document].into_iter().any(is_of_the_browser)).then(|| address.to_owned())
        });
        entries.collect()
    }

    fn log(&self, kind: &str) -> Vec<Value> {
        let answer = self.chrome("se/log", json!({ "type": kind }));
        answer.as_array().expect("a list").clone()
    }

    /// A command of Chrome's own protocol.
    fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.chrome("goog/cdp/execute", json!({ "cmd": command, "params": parameters }))
    }

    fn chrome(&self, path: &'static str, body: Value) -> Value {
        self.wait(async |client| client.issue_cmd(ChromeCommand { path, body }).await)
    }

    fn wait<T>(&self, action: impl AsyncFnOnce(&Client) -> Result<T, CmdError>) -> T {
        let open = self.open.as_ref().expect("it is taken only when dropped");
        open.wait(action).unwrap_or_else(|error| panic!("{error}"))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let Some(open) = self.open.take() else { return };
        if !std::thread::panicking() && open.renew().is_ok() {
            FREE.lock().expect("no test fails in it").push(open);
        }
    }
}

impl OpenBrowser {
    fn start() -> Self {
        let driver = Driver::start();
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let options = json!({
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic",
                "--no-first-run", "--disable-background-networking", "--disable-dev-shm-usage",
                "--disable-component-update", "--disable-sync", "--window-size=1100,900",
                "--host-resolver-rules=MAP rebound.example 127.0.0.1, MAP * ~NOTFOUND, \
                 EXCLUDE 127.0.0.1, EXCLUDE localhost",
                format!("--user-data-dir={}", driver.profile.display()),
            ],
        });
        let wanted = json!({
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        });
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(wanted.as_object().expect("an object").clone());
        let client = runtime.block_on(builder.connect(&driver.address)).expect("a browser");
        Self { runtime, client: Some(client), _driver: driver }
    }

    /// Puts a new window in the place of all others: sizes, networks and media that a test has set
    /// end with its windows. Servers have ports of their own, so that only cookies are shared.
    fn renew(&self) -> Result<(), CmdError> {
        self.wait(async |client| {
            let old = client.windows().await?;
            let new = client.new_window(true).await?;
            for window in old {
                client.switch_to_window(window).await?;
                client.close_window().await?;
            }
            client.switch_to_window(new.handle).await?;
            client.set_window_size(1100, 900).await?;
            client.delete_all_cookies().await?;
            for kind in ["browser", "performance"] {
                let body = json!({ "type": kind });
                client.issue_cmd(ChromeCommand { path: "se/log", body }).await?;
            }
            Ok(())
        })
    }

    fn wait<T>(
        &self,
        action: impl AsyncFnOnce(&Client) -> Result<T, CmdError>,
    ) -> Result<T, CmdError> {
        let client = self.client.as_ref().expect("it is taken only when dropped");
        self.runtime.block_on(action(client))
    }
}

impl Drop for OpenBrowser {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            let _ = self.runtime.block_on(client.close());
        }
    }
}

/// An expression: the middle of an element after scrolling to it, and whether a click there meets
/// it; null if there is none.
fn place_of(selector: &str) -> String {
    format!(
        "(() => {{
            const element = document.querySelector({});
            if (!element) return null;
            element.scrollIntoView({{ block: 'nearest', inline: 'nearest' }});
            const {{ x, y, width, height }} = element.getBoundingClientRect();
            const place = [x + width / 2, y + height / 2];
            const met = document.elementFromPoint(...place);
            return [...place, element.contains(met) || met?.contains(element) === true];
        }})()",
        json!(selector)
    )
}
