//! A terminal, and standard streams that another process has set not to wait.

use std::process::Command;
use testing::{TerminalProgram, output_without_waiting};

const PROGRAMS: [&str; 3] =
    [env!("CARGO_BIN_EXE_loa"), env!("CARGO_BIN_EXE_tablut"), env!("CARGO_BIN_EXE_amazons")];

#[test]
fn a_byte_that_is_no_text_is_one_wrong_line_at_a_terminal() {
    for program in PROGRAMS {
        let mut terminal = TerminalProgram::start(Command::new(program));
        terminal.wait_for("> ");
        terminal.type_in(b"\xe9\r");
        terminal.wait_for("error: ");
        terminal.type_in(b"dump\r");
        terminal.wait_for("===");
        terminal.type_in(b"quit\r");
        assert_eq!(terminal.exit().code(), Some(0), "{program}");
    }
}

#[test]
fn streams_that_do_not_wait_end_no_program_and_lose_nothing() {
    for program in PROGRAMS {
        let script = "dump\n".repeat(3_000) + "quit\n";
        let output = output_without_waiting(Command::new(program), script.as_bytes());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*errors), (Some(0), ""), "{program}");
        let printed = String::from_utf8(output.stdout).expect("text");
        assert_eq!(printed.matches("===").count(), 6_000, "{program}");
    }
}
