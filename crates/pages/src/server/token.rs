//! The secret part of an address, and a substitute for it that is good for one use.
//!
//! A browser gets the address of a page in its command line, which every process of the machine can
//! read for as long as the browser runs. So that address has a [`Ticket`], and the answer to its
//! first use leads to the address with the token. After that it opens nothing.

use rand::Rng as _;
use std::fmt::{self, Display, Formatter};
use std::hint::black_box;
use std::sync::{Mutex, PoisonError};

/// 160 random bits.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PageToken(String);

impl PageToken {
    /// A new token, from the generator of the operating system's random numbers.
    pub(crate) fn random() -> Self {
        let mut bytes = [0u8; 20];
        rand::rng().fill_bytes(&mut bytes);
        Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// True if `word` is the token. All characters are always compared, so that the time does not
    /// tell how many of them are right.
    pub(crate) fn is(&self, word: &str) -> bool {
        let mut other = word.bytes().chain(std::iter::repeat(0));
        let differences = self.0.bytes().fold(0, |sum, byte| {
            black_box(sum | byte ^ other.next().unwrap_or_default()) // the first bytes of `word`
        });
        differences == 0 && word.len() == self.0.len()
    }
}

impl Display for PageToken {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The tickets of a server: of the last one that was issued, whether it was used.
#[derive(Default)]
pub(crate) struct Tickets(Mutex<Option<Ticket>>);

struct Ticket {
    word: PageToken,
    is_used: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TicketUse {
    First,
    /// Another process may have used it.
    Again,
    Unknown,
}

impl Tickets {
    /// A new ticket; the one before is worth nothing any more.
    pub(crate) fn issue(&self) -> PageToken {
        let word = PageToken::random();
        *self.lock() = Some(Ticket { word: word.clone(), is_used: false });
        word
    }

    pub(crate) fn take(&self, word: &str) -> TicketUse {
        match self.lock().as_mut().filter(|ticket| ticket.word.is(word)) {
            None => TicketUse::Unknown,
            Some(ticket) if ticket.is_used => TicketUse::Again,
            Some(ticket) => {
                ticket.is_used = true;
                TicketUse::First
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Ticket>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_opens_once_and_only_the_latest_does() {
        let tickets = Tickets::default();
        assert_eq!(tickets.take(""), TicketUse::Unknown);
        let old = tickets.issue().to_string();
        let ticket = tickets.issue().to_string();
        assert_eq!(tickets.take(&old), TicketUse::Unknown);
        assert_eq!(tickets.take(&ticket), TicketUse::First);
        assert_eq!(tickets.take(&ticket), TicketUse::Again);
    }

    #[test]
    fn only_the_whole_token_is_the_token() {
        let token = PageToken::random();
        let text = token.to_string();
        assert!(text.len() * 4 >= 128 && token.is(&text));
        assert!(!token.is(&text[1..]) && !token.is(&text[..39]) && !token.is(""));
        assert!(!token.is(&format!("{text}0")) && !token.is(&text.to_ascii_uppercase()));
        assert!(!PageToken::random().is(&text));
    }
}
