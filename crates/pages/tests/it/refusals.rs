//! Who is answered, and with which headers.

use crate::client::{Host, body, exchange, status};

#[test]
fn the_page_its_files_and_its_commands_are_served() {
    let host = Host::start();
    assert_eq!((status(&host.get("")), body(&host.get(""))), (200, ""));
    assert_eq!(body(&host.get("files/1.json?x=..")), "files/1.json");
    assert_eq!(body(&host.post("command", "c3-d4\nundo")), "c3-d4\nundo");
    assert_eq!((status(&host.get("none")), status(&host.post("none", ""))), (404, 404));
    let no_slash = host.ask(&format!("GET {}", host.base.trim_end_matches('/')), "", "");
    assert_eq!(status(&no_slash), 308);
    assert!(no_slash.contains(&format!("location: {}\r\n", host.base)), "{no_slash}");
}

/// The address in a browser's command line: who reads it later cannot use it.
#[test]
fn a_ticket_leads_to_the_page_once_and_says_so_the_second_time() {
    let host = Host::start();
    let address = host.server.ticket_address();
    assert!(!address.contains(host.base.trim_matches('/')), "{address}");
    let path = address.split_once(&host.port.to_string()).expect("the port").1;
    let first = host.ask(&format!("GET {path}"), "", "");
    assert_eq!(status(&first), 303);
    assert!(first.contains(&format!("location: {}\r\n", host.base)), "{first}");
    let second = host.ask(&format!("GET {path}"), "", "");
    assert_eq!(status(&second), 410);
    assert!(!second.contains(host.base.trim_matches('/')), "{second}");
    assert!(body(&second).contains("was used already"), "{second}");
    assert_eq!(status(&host.ask("GET /open/", "", "")), 404);
    assert_eq!(status(&host.ask(&format!("GET {path}x"), "", "")), 404);
    let from_elsewhere = host.server.ticket_address();
    let path = from_elsewhere.split_once(&host.port.to_string()).expect("the port").1;
    let refused = host.ask(&format!("GET {path}"), "Origin: http://evil.example\r\n", "");
    assert_eq!(status(&refused), 403);
    assert_eq!(status(&host.ask(&format!("GET {path}"), "", "")), 303, "a refusal spends nothing");
}

#[test]
fn every_answer_has_the_headers_that_protect_pages() {
    let host = Host::start();
    for answer in [host.get(""), host.get("none"), host.ask("GET /", "", "")] {
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; \
             img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
             frame-ancestors 'none'\r\n",
            "x-content-type-options: nosniff\r\n",
            "referrer-policy: no-referrer\r\n",
            "cache-control: no-store\r\n",
            "cross-origin-resource-policy: same-origin\r\n",
        ] {
            assert!(answer.contains(header), "{header}{answer}");
        }
        assert!(!answer.contains("access-control"), "{answer}");
    }
}

#[test]
fn a_wrong_token_is_not_found_without_a_hint() {
    let host = Host::start();
    let half = &host.base[..20];
    let right_page = host.get("none");
    let paths = ["/", "/favicon.ico", "/events", "//", "/x/events", half, &format!("{half}/")];
    for path in paths {
        let answer = host.ask(&format!("GET {path}"), "", "");
        let (answer, right_page) = (without_date(&answer), without_date(&right_page));
        assert_eq!(answer, right_page, "{path}");
    }
    let other = Host::start();
    assert_eq!(status(&host.ask(&format!("GET {}", other.base), "", "")), 404);
    assert_ne!(host.base, other.base);
}

fn without_date(answer: &str) -> String {
    answer.lines().filter(|line| !line.starts_with("date:")).collect()
}

fn answer(host: &Host, hosts: &str) -> u16 {
    let base = &host.base;
    let request = format!("GET {base} HTTP/1.1\r\nConnection: close\r\n{hosts}\r\n");
    status(&exchange(host.connect(), &request))
}

#[test]
fn a_wrong_host_is_refused() {
    let host = Host::start();
    let (port, base) = (host.port, &host.base);
    assert_eq!(answer(&host, &format!("Host: 127.0.0.1:{port}\r\n")), 200);
    assert_eq!(answer(&host, &format!("Host: localhost:{port}\r\n")), 200);
    for wrong in ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example", ""] {
        assert_eq!(answer(&host, &format!("Host: {wrong}\r\n")), 403, "{wrong}");
    }
    assert_eq!(answer(&host, &format!("Host: evil.example:{port}\r\n")), 403);
    assert_eq!(answer(&host, ""), 403, "no host");
    let two = format!("Host: 127.0.0.1:{port}\r\nHost: evil.example\r\n");
    assert_ne!(answer(&host, &two), 200);
    let absolute = format!("GET http://evil.example{base} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n");
    let absolute = exchange(host.connect(), &format!("{absolute}Connection: close\r\n\r\n"));
    assert_eq!(status(&absolute), 403);
}

fn post(host: &Host, headers: &str) -> u16 {
    status(&host.ask(&format!("POST {}command", host.base), headers, "undo"))
}

#[test]
fn requests_of_other_sites_are_refused() {
    let host = Host::start();
    assert_eq!(post(&host, &format!("Origin: http://127.0.0.1:{}\r\n", host.port)), 200);
    assert_eq!(post(&host, "Sec-Fetch-Site: same-origin\r\n"), 200);
    assert_eq!(post(&host, "Sec-Fetch-Site: none\r\n"), 200);
    for wrong in [
        "Origin: http://evil.example",
        "Origin: null",
        "Origin: ",
        "Origin: http://127.0.0.1:1",
        &format!("Origin: https://127.0.0.1:{}", host.port),
        &format!("Origin: http://127.0.0.1:{}\r\nOrigin: null", host.port),
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site",
    ] {
        assert_eq!(post(&host, &format!("{wrong}\r\n")), 403, "{wrong}");
    }
}

#[test]
fn paths_that_lead_elsewhere_are_not_found() {
    let host = Host::start();
    for path in [
        "..",
        "../",
        "../../etc/passwd",
        "files/../files/1.json",
        "./",
        "files//1.json",
        "%2e%2e/%2e%2e/etc/passwd",
        "files%2f1.json",
        "files\\1.json",
        "%00",
        "/etc/passwd",
    ] {
        assert_eq!(status(&host.get(path)), 404, "{path}");
        assert_eq!(status(&host.post(path, "")), 404, "{path}");
    }
}

#[test]
fn other_methods_are_refused() {
    let host = Host::start();
    for method in ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"] {
        assert_eq!(status(&host.ask(&format!("{method} {}", host.base), "", "")), 405, "{method}");
    }
}
