//! A ChromeDriver process on a free port, with a folder for the profile of its browser.

use std::io::{BufRead, BufReader, Read, Seek};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A running ChromeDriver. Dropping it, or the end of this process, ends it with its browsers and
/// removes the profile.
pub struct Driver {
    keeper: Child,
    pub address: String,
    pub profile: PathBuf,
}

/// A shell that runs the driver until its input ends: even a killed test leaves nothing behind.
/// Everything that the driver starts is in the shell's process group.
const KEEPER: &str = r#"chromedriver --port=0 & exec >&-; read -r _
trap '' TERM; kill 0; wait; sleep 0.2; rm -rf "$0""#;

/// How many processes are started before a test gives up. ChromeDriver takes a free port of IPv6
/// and then the same one of IPv4, and exits if a connection of other tests still has that.
const ATTEMPTS: u32 = 20;

impl Driver {
    pub fn start() -> Self {
        let mut said = String::new();
        for _ in 0..ATTEMPTS {
            match Self::try_start() {
                Ok(driver) => return driver,
                Err(output) => said += &output,
            }
        }
        panic!("chromedriver tells no port, started {ATTEMPTS} times:\n{said}");
    }

    /// A running ChromeDriver, or what it wrote on both outputs before it exited.
    fn try_start() -> Result<Self, String> {
        // A file, since nobody reads what the driver and its browser write later on.
        let mut errors = tempfile::tempfile().expect("a file");
        let profile = tempfile::tempdir().expect("a folder").keep();
        let mut command = Command::new("sh");
        command.args(["-c", KEEPER]).arg(&profile).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(errors.try_clone().expect("a second handle"));
        let mut keeper = command.spawn().expect("a shell");
        let mut output = BufReader::new(keeper.stdout.take().expect("it is piped"));
        let mut driver = Self { keeper, address: String::new(), profile };
        let mut said = String::new();
        let mut line = String::new();
        while output.read_line(&mut line).is_ok_and(|length| length > 0) {
            if let Some((_, port)) = line.trim_end().split_once("started successfully on port ") {
                driver.address = format!("http://127.0.0.1:{}", port.trim_end_matches('.'));
                return Ok(driver);
            }
            said += &line;
            line.clear();
        }
        let mut told = Vec::new();
        errors.rewind().expect("a file");
        errors.read_to_end(&mut told).expect("a file");
        Err(said + &String::from_utf8_lossy(&told))
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}
