//! A ChromeDriver process on a free port.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A running ChromeDriver; dropping it ends it. Its browsers must have been closed before.
pub struct Driver {
    process: Child,
    pub address: String,
}

impl Driver {
    pub fn start() -> Self {
        let mut command = Command::new("chromedriver");
        command.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().expect("scripts/browser-test.sh installs chromedriver");
        let output = process.stdout.take().expect("it is piped");
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            Some(port.trim_end_matches('.').to_owned())
        });
        let address = format!("http://127.0.0.1:{}", port.expect("chromedriver tells its port"));
        Self { process, address }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
