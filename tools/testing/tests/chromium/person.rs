//! What a person does with the board page, and what they see.

use crate::browser::Browser;
use serde_json::json;

pub fn click_square(browser: &Browser, name: &str) {
    browser.click(&format!("[data-square={name}]"));
}

pub fn press_button(browser: &Browser, text: &str) {
    let find = format!(
        "[...document.querySelectorAll('button')].find((one) => \
         one.textContent.trim() === {text} && one.offsetParent !== null)",
        text = json!(text)
    );
    browser.wait_until(&find);
    browser.value(&format!("{find}.click()"));
}

pub fn moves(browser: &Browser) -> String {
    browser.text(
        "[...document.querySelectorAll('#moves .move')].map((one) => one.textContent).join(' ')",
    )
}

pub fn wait_for_status(browser: &Browser, text: &str) {
    browser.wait_until(&format!(
        "document.querySelector('#status').textContent.includes({})",
        json!(text)
    ));
}

pub fn open_text(browser: &Browser, text: &str) {
    press_button(browser, "Open");
    browser.wait_until("document.querySelector('dialog textarea')");
    browser.value(&format!("document.querySelector('dialog textarea').value = {}", json!(text)));
    browser.value("document.querySelector('dialog button.primary').click()");
    browser.wait_until("!document.querySelector('dialog')");
}

/// The game as the page shares it.
pub fn shared_pdn(browser: &Browser) -> String {
    press_button(browser, "Share");
    browser.wait_until("document.querySelector('dialog textarea[aria-label=PDN]')");
    let pdn = browser.text("document.querySelector('dialog textarea[aria-label=PDN]').value");
    browser.value("document.querySelector('dialog').close()");
    pdn
}
