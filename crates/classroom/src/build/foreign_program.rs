//! Programs that another system compiled: this machine cannot run them, so their sources count.
//!
//! Students compile at home, on macOS or Windows, and hand in the program beside its source. The
//! first bytes tell the system: Mach-O, the `MZ` of Windows, and the machine in an ELF header. The
//! begin of a Mach-O file for several processors is that of a Java class, too; the number behind
//! it is the count of processors there, and a version of 45 or more here.

use crate::archives::listed::begin_of;
use std::env::consts::{ARCH, OS};
use std::path::{Path, PathBuf};

const MACH_O: [[u8; 4]; 4] = [
    [0xfe, 0xed, 0xfa, 0xce],
    [0xce, 0xfa, 0xed, 0xfe],
    [0xfe, 0xed, 0xfa, 0xcf],
    [0xcf, 0xfa, 0xed, 0xfe],
];
const MACH_O_OR_JAVA: [u8; 4] = [0xca, 0xfe, 0xba, 0xbe];
const FIRST_JAVA_VERSION: u8 = 45;
/// Bytes with all that tells the system.
const HEADER: u64 = 20;
/// Machines of ELF, each with its name here and in the standard library.
const MACHINES: [(u16, &str, &str); 5] = [
    (3, "x86", "x86"),
    (40, "arm", "ARM"),
    (62, "x86_64", "x86-64"),
    (183, "aarch64", "ARM (64 bits)"),
    (243, "riscv64", "RISC-V"),
];

/// A program that this machine cannot run, with its system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignProgram {
    pub name: PathBuf,
    pub system: String,
}

impl ForeignProgram {
    pub fn of(folder: &Path, name: &str) -> Option<Self> {
        let system = system_of(&begin_of(&folder.join(name), HEADER), (OS, ARCH))?;
        Some(ForeignProgram { name: name.into(), system })
    }

    /// `homework is compiled for macOS and was left out`.
    pub fn note(&self) -> String {
        let ForeignProgram { name, system } = self;
        format!("{} is compiled for {system} and was left out", name.display())
    }
}

/// The system that a program with this begin needs; `None` if that is the system of the machine
/// `here`, or not known.
fn system_of(begin: &[u8], here: (&str, &str)) -> Option<String> {
    let (os, arch) = here;
    let first = begin.first_chunk::<4>()?;
    let is_fat = *first == MACH_O_OR_JAVA
        && begin.get(4..8).is_some_and(|count| {
            count[..3] == [0, 0, 0] && (1..FIRST_JAVA_VERSION).contains(&count[3])
        });
    if MACH_O.contains(first) || is_fat {
        return (os != "macos").then(|| "macOS".to_string());
    }
    if begin.starts_with(b"MZ") {
        return (os != "windows").then(|| "Windows".to_string());
    }
    if first != b"\x7fELF" {
        return None;
    }
    let machine = begin.get(18..20)?.try_into().ok()?;
    let machine =
        if begin[5] == 2 { u16::from_be_bytes(machine) } else { u16::from_le_bytes(machine) };
    let known = MACHINES.iter().find(|(number, ..)| *number == machine);
    let is_own = known.is_some_and(|(_, own, _)| {
        *own == arch || matches!((*own, arch), ("x86", "x86_64") | ("arm", "aarch64"))
    });
    if os != "macos" && (is_own || MACHINES.iter().all(|(_, own, _)| *own != arch)) {
        return None;
    }
    Some(
        known.map_or("Linux on another processor".to_string(), |(.., name)| {
            format!("Linux on {name}")
        }),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elf(machine: u8) -> Vec<u8> {
        let mut bytes = b"\x7fELF\x02\x01\x01".to_vec();
        bytes.resize(20, 0);
        bytes[18] = machine;
        bytes
    }

    #[test]
    fn the_first_bytes_tell_the_system() {
        let linux = ("linux", "x86_64");
        let fat = [&MACH_O_OR_JAVA[..], &[0, 0, 0, 2]].concat();
        let java = [&MACH_O_OR_JAVA[..], &[0, 0, 0, 65]].concat();
        for (begin, here, expected) in [
            (MACH_O[3].to_vec(), linux, Some("macOS")),
            (fat.clone(), linux, Some("macOS")),
            (fat, ("macos", "aarch64"), None),
            (java, linux, None),
            (b"MZ\x90\0".to_vec(), linux, Some("Windows")),
            (elf(62), linux, None),
            (elf(3), linux, None),
            (elf(183), linux, Some("Linux on ARM (64 bits)")),
            (elf(62), ("macos", "x86_64"), Some("Linux on x86-64")),
            (elf(99), ("linux", "powerpc64"), None),
            (b"#!/bin/sh\n".to_vec(), linux, None),
            (b"\x7fELF".to_vec(), linux, None),
            (Vec::new(), linux, None),
        ] {
            assert_eq!(system_of(&begin, here).as_deref(), expected, "{begin:?} {here:?}");
        }
    }
}
