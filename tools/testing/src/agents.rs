//! For tests that run agents: agents of one line of shell, and waiting for what must happen.

use crate::page_program::LONGEST_WAIT;
use nix::sys::signal::{SigHandler, Signal, signal};
use std::sync::Once;
use std::time::{Duration, Instant};

/// An agent that is a line of shell.
pub fn toy(script: &str) -> String {
    shell_words::join(["bash", "-c", script])
}

/// A function for bash: `spin_until MS` uses CPU time until the shell itself has used that many
/// milliseconds, by its own clock. So no machine is too fast or too slow for it.
///
/// `times` prints `0m0.123s 0m0.004s` in its first line: user and system time of the shell.
pub const SPIN_UNTIL: &str = r#"
    spin_until() {
        local i field total
        while :; do
            for ((i = 0; i < 1000; i++)); do :; done
            times > "$TMPDIR/times"
            read -r -a fields < "$TMPDIR/times"
            total=0
            for field in "${fields[@]}"; do
                field=${field%s}
                seconds=${field#*m}
                total=$((total + ${field%m*} * 60000 + 10#${seconds//[.,]/}))
            done
            ((total < $1)) || break
        done
        rm -f "$TMPDIR/times"
    }
"#;

/// Waits until `condition` holds; false if it never did.
pub fn holds_soon(condition: impl Fn() -> bool) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < LONGEST_WAIT {
        if condition() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    false
}

/// Gives the signals that end a program their default effect in this process, which its children
/// inherit. A shell that starts the tests in the background may ignore them, and then they end no
/// referee.
#[allow(unsafe_code, reason = "a disposition is set by no safe function")]
pub fn default_signals() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for ending in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
            // SAFETY: the default disposition runs no code of this process.
            unsafe { signal(ending, SigHandler::SigDfl) }.expect("it may be set");
        }
    });
}
