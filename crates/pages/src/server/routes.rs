//! The addresses of the server, and the headers of every answer.
//!
//! | request | answer |
//! |---|---|
//! | `GET /open/TICKET` | the way to `/TOKEN/`, once |
//! | `GET /TOKEN/events` | the values of the feed, as server-sent events |
//! | `GET /TOKEN/PATH` | [`Site::get`] |
//! | `POST /TOKEN/PATH` | [`Site::post`], or line by line [`Site::answer_in_parts`] |
//!
//! A refusal is a status and nothing else, but for a ticket that was used already. It closes the
//! connection, so that the rest of the request need not be read.

use crate::server::guard::{is_ours, is_plain_path};
use crate::server::site::{Document, PartsOut, Site};
use crate::server::token::{PageToken, TicketUse, Tickets};
use axum::body::Body;
use axum::extract::{Extension, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Router, body};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use tokio::sync::{RwLock, mpsc};
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::UnboundedReceiverStream;

/// The time for a page to send it.
const BODY_TIME: Duration = Duration::from_secs(10);

/// What precedes a ticket in an address.
pub(crate) const TICKET_PATH: &str = "open/";

/// What a browser shows that comes second.
const USED_TICKET: &str = "This address opens the page once, and it was used already. Open the \
    address that the program has printed in its terminal. If this is the first time that you see a \
    page of it, another program on this machine was faster: end the program and start it again.";

/// The page runs and shows only content of this server, and no other page may embed it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

pub(crate) struct Served {
    pub(crate) site: Arc<dyn Site>,
    pub(crate) token: PageToken,
    pub(crate) tickets: Tickets,
    pub(crate) port: u16,
    /// Held for reading by each request until its answer is ready.
    pub(crate) busy: RwLock<()>,
}

/// True for a connection that has sent the token: it is kept when there are too many.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trusted(Arc<AtomicBool>);

impl Trusted {
    pub(crate) fn get(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// The service; a connection adds its [`Trusted`].
pub(crate) fn router(served: Arc<Served>) -> Router {
    Router::new().fallback(answer).with_state(served)
}

async fn answer(
    State(served): State<Arc<Served>>,
    Extension(trusted): Extension<Trusted>,
    request: Request,
) -> Response {
    let _busy = served.busy.read().await;
    let mut response = match respond(&served, &trusted, request).await {
        Ok(response) => response,
        Err(status) => (status, [(header::CONNECTION, "close")]).into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

async fn respond(
    served: &Served,
    trusted: &Trusted,
    request: Request,
) -> Result<Response, StatusCode> {
    if !is_ours(request.uri(), request.headers(), served.port) {
        return Err(StatusCode::FORBIDDEN);
    }
    let path = request.uri().path().strip_prefix('/').ok_or(StatusCode::NOT_FOUND)?;
    if let Some(ticket) = path.strip_prefix(TICKET_PATH) {
        return admit(served, ticket);
    }
    let (token, rest) = path.split_once('/').map_or((path, None), |(a, b)| (a, Some(b)));
    if !served.token.is(token) {
        return Err(StatusCode::NOT_FOUND);
    }
    trusted.0.store(true, Relaxed);
    let Some(path) = rest.map(str::to_owned) else {
        let page = format!("/{}/", served.token); // else its relative addresses lead nowhere
        return Ok((StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, page)]).into_response());
    };
    if !is_plain_path(&path) {
        return Err(StatusCode::NOT_FOUND);
    }
    let site = Arc::clone(&served.site);
    match *request.method() {
        Method::GET if path == "events" => Ok(events(site.as_ref())),
        Method::GET | Method::HEAD => blocking(move || site.get(&path)).await,
        Method::POST => {
            let text = text(request, site.most_bytes()).await?;
            if site.has_parts(&path) {
                return Ok(parts(site, path, text));
            }
            blocking(move || site.post(&path, &text)).await
        }
        _ => Err(StatusCode::METHOD_NOT_ALLOWED),
    }
}

/// Leads the browser from the address in its command line to the secret one.
fn admit(served: &Served, ticket: &str) -> Result<Response, StatusCode> {
    match served.tickets.take(ticket) {
        TicketUse::First => {
            let page = format!("/{}/", served.token);
            Ok((StatusCode::SEE_OTHER, [(header::LOCATION, page)]).into_response())
        }
        TicketUse::Again => Ok((StatusCode::GONE, USED_TICKET).into_response()),
        TicketUse::Unknown => Err(StatusCode::NOT_FOUND),
    }
}

/// The answer of the program, which may take a while.
async fn blocking(
    ask: impl FnOnce() -> Option<Document> + Send + 'static,
) -> Result<Response, StatusCode> {
    let document = tokio::task::spawn_blocking(ask).await;
    let document = document.map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
    let Document { content_type, body } = document.ok_or(StatusCode::NOT_FOUND)?;
    Ok(([(header::CONTENT_TYPE, content_type)], body).into_response())
}

/// An answer in parts, whose end closes the body. A page that breaks it off drops the body, which
/// closes the way of the parts.
fn parts(site: Arc<dyn Site>, path: String, text: String) -> Response {
    let (sender, receiver) = mpsc::unbounded_channel();
    tokio::task::spawn_blocking(move || {
        site.answer_in_parts(&path, &text, &PartsOut(sender));
    });
    let lines = UnboundedReceiverStream::new(receiver).map(Ok::<_, Infallible>);
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    (kind, Body::from_stream(lines)).into_response()
}

fn events(site: &dyn Site) -> Response {
    let events = site.feed().events().map(Ok::<_, Infallible>);
    let kind = [(header::CONTENT_TYPE, "text/event-stream")];
    (kind, Body::from_stream(events)).into_response()
}

/// The body of a request. It is refused unread if its header says that it is too long.
async fn text(request: Request, most: usize) -> Result<String, StatusCode> {
    if said_length(request.headers()).is_some_and(|length| length > most as u64) {
        return Err(StatusCode::PAYLOAD_TOO_LARGE);
    }
    let read = tokio::time::timeout(BODY_TIME, body::to_bytes(request.into_body(), most)).await;
    let bytes = read.map_err(|_| StatusCode::REQUEST_TIMEOUT)?;
    let bytes = bytes.map_err(|_| StatusCode::PAYLOAD_TOO_LARGE)?;
    String::from_utf8(bytes.into()).map_err(|_| StatusCode::BAD_REQUEST)
}

fn said_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}
