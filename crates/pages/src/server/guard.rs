//! The guard: which requests are answered at all.
//!
//! Other pages in the same browser can send requests to the loopback address too:
//!
//! | attack | what stops it |
//! |---|---|
//! | a page of another site sends a request | `Origin`, `Sec-Fetch-Site`, the token |
//! | a name of another site that leads to 127.0.0.1 (DNS rebinding) | `Host` |
//! | a path that leads out of what is served | [`is_plain_path`] |

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, Uri};

/// True if a request came to our address, from a page of ours or the address bar.
pub(crate) fn is_ours(uri: &Uri, headers: &HeaderMap, port: u16) -> bool {
    let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let Some(Some(host)) = single(headers, HOST.as_str()) else { return false };
    let origin = match single(headers, ORIGIN.as_str()) {
        Some(None) => true,
        Some(Some(origin)) => origin.strip_prefix("http://") == Some(host),
        None => false,
    };
    let fetched_by = match single(headers, "sec-fetch-site") {
        Some(site) => matches!(site, None | Some("same-origin" | "none")),
        None => false,
    };
    let has_plain_target = uri.authority().is_none(); // else it could name another host
    hosts.iter().any(|own| own == host) && origin && fetched_by && has_plain_target
}

/// The value of a header: `Some(None)` if there is none, `None` if there are several or it is not
/// ASCII.
fn single<'a>(headers: &'a HeaderMap, name: &str) -> Option<Option<&'a str>> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Some(None),
        (Some(value), None) => value.to_str().ok().map(Some),
        _ => None,
    }
}

/// True if a path is empty or made of plain names: see [`Site::get`](crate::Site::get).
pub(crate) fn is_plain_path(path: &str) -> bool {
    path.is_empty()
        || path.split('/').all(|name| {
            !matches!(name, "" | "." | "..")
                && name.bytes().all(|c| c.is_ascii_alphanumeric() || b"._-".contains(&c))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_could_lead_elsewhere_are_not_plain() {
        for path in ["", "board.js", "files/3.json", "a-b/c_d/.e", "..."] {
            assert!(is_plain_path(path), "{path}");
        }
        for path in [
            "..", ".", "../x", "x/..", "x/../y", "/x", "x/", "x//y", "%2e%2e", "x\\y", "C:x",
            "x\0", "x y", "\u{fc}", "~", "x\n",
        ] {
            assert!(!is_plain_path(path), "{path:?}");
        }
    }
}
