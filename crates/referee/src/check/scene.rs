//! What stands in an agent's home before it is asked: files nobody would wish for.
//!
//! An agent cannot choose what it finds there. Its last process may have been killed while it
//! wrote, the file may be another game's, a judge may have copied it without its rights. The
//! assignment promises `input.txt` alone.
//!
//! That a file cannot be read is done by its permissions. These do not bind root; then a link out
//! of the sandbox does it, which the kernel refuses to follow, and where there is no sandbox
//! either, the check is skipped.

use crate::contestant::{Fault, Seat, Shutting};
use crate::estate::Estate;
use crate::files;
use crate::files::Found;
use crate::home::HomeError;
use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

/// One thing that is put in place. Names are those of files in the home.
#[derive(Clone, Copy, Debug)]
pub(super) enum Prop {
    /// A file with this content.
    File(&'static str, Content),
    /// Half of the file that is there, as of a process that was killed while it wrote; if there is
    /// none, half of a line.
    Half(&'static str),
    /// No such file.
    Missing(&'static str),
    /// A directory of that name.
    Directory(&'static str),
    /// The file that is there, or some file, without the right to read it.
    Unreadable(&'static str),
    /// A home in which nothing can be written.
    ReadOnlyHome,
}

/// What is in a file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Content {
    /// This text.
    Text(&'static str),
    /// Every byte there is, zero and broken UTF-8 among them.
    Binary,
    /// Eight megabytes without a line end.
    Huge,
}

/// Of the right length for half a thought.
const HALF_A_LINE: &str = "{\"moves\": [11, 15";
const HUGE: usize = 8 << 20;

/// Where the home is and how it is guarded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    /// The folder around all homes.
    pub(super) estate: &'a Estate,
    /// Whether agents are shut in.
    pub(super) shutting: Shutting,
}

/// Why a scene cannot be set for this user on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Obstacle(pub(super) &'static str);

const ROOT_UNBOUND: Obstacle = Obstacle(
    "permissions do not bind this user (root), and agents are not shut in; run as another user",
);

impl Prop {
    /// Puts it in place; or tells why that cannot be done here.
    ///
    /// # Errors
    /// The system does not let us.
    pub(super) fn place(
        self,
        seat: &mut Seat,
        place: Place<'_>,
    ) -> Result<Option<Obstacle>, Fault> {
        if let Prop::ReadOnlyHome = self {
            if place.shutting == Shutting::Open && !permissions_bind(place.estate)? {
                return Ok(Some(ROOT_UNBOUND));
            }
            seat.lock_home()?;
            return Ok(None);
        }
        let home = seat.home().path();
        let unwritable = |name| move |source| unwritable(&home.join(name), source);
        match self {
            Prop::File(name, content) => {
                write(&home.join(name), &content.bytes()).map_err(unwritable(name))?;
            }
            Prop::Half(name) => halve(&home.join(name)).map_err(unwritable(name))?,
            Prop::Missing(name) => files::remove(&home.join(name)).map_err(unwritable(name))?,
            Prop::Directory(name) => {
                files::remove(&home.join(name))
                    .and_then(|()| fs::create_dir(home.join(name)))
                    .map_err(unwritable(name))?;
            }
            Prop::Unreadable(name) => return lock(&home.join(name), place),
            Prop::ReadOnlyHome => {}
        }
        Ok(None)
    }
}

impl Content {
    fn bytes(self) -> Vec<u8> {
        match self {
            Content::Text(text) => text.as_bytes().to_vec(),
            Content::Binary => (0..=u8::MAX).rev().cycle().take(1 << 10).collect(),
            Content::Huge => vec![b'8'; HUGE],
        }
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    files::create(path)?.write_all(bytes)
}

/// An agent's own file, if it has left one: what it makes of its own words cut short is asked.
fn halve(path: &Path) -> io::Result<()> {
    let mut bytes = Vec::new();
    if let Found::Regular(file) = files::open(path) {
        // What cannot be read is as good as nothing: then the half line stands in for it.
        let _ = file.take(HUGE as u64).read_to_end(&mut bytes);
    }
    bytes.truncate(bytes.len() / 2);
    write(path, if bytes.is_empty() { HALF_A_LINE.as_bytes() } else { &bytes })
}

/// Takes the right to read a file away.
fn lock(path: &Path, place: Place<'_>) -> Result<Option<Obstacle>, Fault> {
    if permissions_bind(place.estate)? {
        if !matches!(files::open(path), Found::Regular(_)) {
            write(path, HALF_A_LINE.as_bytes()).map_err(|source| unwritable(path, source))?;
        }
        let closed = fs::set_permissions(path, Permissions::from_mode(0o000));
        closed.map_err(|source| unwritable(path, source))?;
    } else if place.shutting == Shutting::Sandboxed {
        let outside = place.estate.path().join("outside.txt");
        write(&outside, HALF_A_LINE.as_bytes())
            .and_then(|()| files::remove(path))
            .and_then(|()| symlink(&outside, path))
            .map_err(|source| unwritable(path, source))?;
    } else {
        return Ok(Some(ROOT_UNBOUND));
    }
    Ok(None)
}

/// Whether a file that nobody may read is closed to this user too. It is not to root, nor to whoever
/// has been given root's power over files.
fn permissions_bind(estate: &Estate) -> Result<bool, Fault> {
    let probe = estate.path().join("probe.txt");
    write(&probe, b"x")
        .and_then(|()| fs::set_permissions(&probe, Permissions::from_mode(0o000)))
        .map_err(|source| unwritable(&probe, source))?;
    let opened = File::open(&probe);
    Ok(opened.is_err())
}

fn unwritable(path: &Path, source: io::Error) -> Fault {
    Fault::Home(HomeError::System { verb: "write", path: path.to_path_buf(), source })
}
