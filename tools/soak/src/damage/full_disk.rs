//! A small disk of memory, which something else fills at a random moment.

use crate::damage::undamaged::system_command;
use crate::error::SoakError;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

/// The referee begins only with 32 MiB for temporary files.
const SIZE: &str = "size=48m,mode=1777";
const FILLER: &str = "filler";
const BLOCK: usize = 1 << 16;

/// It is unmounted when dropped.
#[derive(Debug)]
pub struct FullDisk {
    place: PathBuf,
}

impl FullDisk {
    /// `None` where this user may mount nothing.
    pub fn mount(place: &Path) -> Result<Option<Self>, SoakError> {
        fs::create_dir_all(place).map_err(SoakError::system("make", place))?;
        let words = ["-t", "tmpfs", "-o", SIZE, "tmpfs"].map(OsStr::new);
        let args: Vec<&OsStr> = words.into_iter().chain([place.as_os_str()]).collect();
        let is_mounted = system_command("mount", &args).is_ok();
        Ok(is_mounted.then(|| FullDisk { place: place.to_path_buf() }))
    }

    /// Fills it after this time, but for `left` bytes.
    pub fn fill(&self, moment: Duration, left: usize) -> Result<(), SoakError> {
        sleep(moment);
        let path = self.place.join(FILLER);
        let mut file = File::create(&path).map_err(SoakError::system("write", &path))?;
        let mut size = BLOCK;
        let mut length = 0;
        while size > 0 {
            match file.write(&vec![0; size]) {
                Ok(written) if written > 0 => length += written as u64,
                _ => size /= 2,
            }
        }
        file.set_len(length.saturating_sub(left as u64)).map_err(SoakError::system("cut", &path))
    }

    pub fn make_room(&self) -> Result<(), SoakError> {
        let path = self.place.join(FILLER);
        fs::remove_file(&path).map_err(SoakError::system("remove", &path))
    }
}

impl Drop for FullDisk {
    fn drop(&mut self) {
        // A process that is ending may hold it for a moment yet.
        let _ = system_command("umount", &[OsStr::new("-l"), self.place.as_os_str()]);
    }
}
