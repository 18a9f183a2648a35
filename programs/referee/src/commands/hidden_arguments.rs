//! Hides the referee's command line from agents.
//!
//! Any process may read the command lines of all others, and the referee's names both players. No
//! agent may learn there who plays against it. So the arguments are overwritten in memory as soon
//! as the options are known; the program and its subcommand stay visible in the list of processes.
//! Supervisors are forked from the referee and inherit this.
//!
//! The place of the arguments: `proc(5)`, `/proc/PID/stat`, fields `arg_start` and `arg_end`. Best
//! effort: if the system refuses, or has no `/proc`, they stay. The shell or script that has
//! started the referee is not changed.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;

/// Arguments that stay: the program and its subcommand.
const KEPT: usize = 2;
/// The number of the field `arg_start` in `/proc/PID/stat`, from 1; `arg_end` is the next.
const ARG_START: usize = 48;
/// The number of the first field behind the program's name, from 1.
const BEHIND_NAME: usize = 3;

/// Overwrites the arguments of this process, in its memory. They cannot be read again.
pub fn hide() {
    // A match does not depend on it.
    let _ = overwrite();
}

fn overwrite() -> io::Result<()> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let Some(place) = place(&stat) else { return Ok(()) };
    let memory: File = OpenOptions::new().read(true).write(true).open("/proc/self/mem")?;
    let length = usize::try_from(place.end - place.start).unwrap_or(0);
    let mut bytes = vec![0; length];
    memory.read_exact_at(&mut bytes, place.start)?;
    erase(&mut bytes);
    memory.write_all_at(&bytes, place.start)
}

/// The place of the arguments, from the text of `/proc/self/stat`. The second field is the
/// program's name in parentheses and may contain anything.
fn place(stat: &str) -> Option<Range<u64>> {
    let (_, rest) = stat.rsplit_once(')')?;
    let fields = rest.split_whitespace().skip(ARG_START - BEHIND_NAME);
    let mut numbers = fields.map_while(|field| field.parse::<u64>().ok());
    let (start, end) = (numbers.next()?, numbers.next()?);
    (0 < start && start < end).then_some(start..end)
}

/// Makes all bytes zero but those of the first [`KEPT`] texts, each of which ends with a zero.
fn erase(bytes: &mut [u8]) {
    let texts = bytes.split_inclusive_mut(|&byte| byte == 0);
    texts.skip(KEPT).for_each(|text| text.fill(0));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_and_the_subcommand_stay() {
        let mut bytes = *b"referee\0match\0alice\0\0--games\x002\0";
        erase(&mut bytes);
        assert!(bytes.starts_with(b"referee\0match\0"));
        assert!(bytes[14..].iter().all(|&byte| byte == 0));
        let mut alone = *b"referee\0";
        erase(&mut alone);
        assert_eq!(&alone, b"referee\0");
    }

    #[test]
    fn the_fields_are_counted_behind_the_name() {
        let fields: Vec<String> = (3..=52).map(|field| (field * 10).to_string()).collect();
        let stat = format!("7 (a ) 1 2) {}\n", fields.join(" "));
        assert_eq!(place(&stat), Some(480..490));
        assert_eq!(place("7 (a) R 1 2"), None);
        assert_eq!(place(&stat.replace("480", "0")), None, "the system does not tell");
    }
}
