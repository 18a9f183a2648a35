//! A ChromeDriver process on a free port.

use std::io::{BufRead, BufReader, Read, Seek};
use std::process::{Child, Command, Stdio};

/// A running ChromeDriver; dropping it ends it. Its browsers must have been closed before.
pub struct Driver {
    process: Child,
    pub address: String,
}

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
        let mut command = Command::new("chromedriver");
        command.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped());
        command.stderr(errors.try_clone().expect("a second handle"));
        let mut process = command.spawn().expect("scripts/browser-test.sh installs chromedriver");
        let mut output = BufReader::new(process.stdout.take().expect("it is piped"));
        let mut said = String::new();
        let mut line = String::new();
        while output.read_line(&mut line).is_ok_and(|length| length > 0) {
            if let Some((_, port)) = line.trim_end().split_once("started successfully on port ") {
                let address = format!("http://127.0.0.1:{}", port.trim_end_matches('.'));
                return Ok(Self { process, address });
            }
            said += &line;
            line.clear();
        }
        let _ = process.kill();
        process.wait().expect("it is a child of ours");
        let mut told = Vec::new();
        errors.rewind().expect("a file");
        errors.read_to_end(&mut told).expect("a file");
        Err(said + &String::from_utf8_lossy(&told))
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
