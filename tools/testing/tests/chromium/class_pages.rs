//! The pages that `referee class` writes, of a small class.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A check and a few short games.
const SCHEME: &str = "levels = [{ depth = 1, games = 2, points = 10 }]
[games]
seconds = 20
clocks = \"move\"
max_plies = 30
[checks]
points = 20
only = [\"example-opening\"]
required = []
[swiss]
rounds = 2
";

/// The folder of a class that was graded; dropping it removes it.
pub struct ClassPages(TempDir);

impl ClassPages {
    /// Two students whose agents keep the rules, one whose agent does not, one without a program.
    pub fn make() -> Self {
        let folder = TempDir::new().expect("a folder");
        let class = folder.path().join("class");
        let agent = fs::read_to_string(testing::fixture("agents/first-move/homework"));
        let agent = agent.expect("an agent in Python");
        let wrong = "print('E a3 a5', file=open('output.txt', 'w'))\n";
        for (name, file, text) in [
            ("anna", "homework.py", agent.as_str()),
            ("bea", "homework.py", agent.as_str()),
            ("carl", "homework.py", wrong),
            ("dora", "homework.cpp", "int main( {\n"),
        ] {
            write(&class.join(name).join(file), text);
        }
        write(&folder.path().join("class.toml"), SCHEME);
        for program in ["crownhead", "homework", "reference"] {
            testing::program(program);
        }
        let mut referee = Command::new(testing::program("referee"));
        referee.args(["--allow-root", "class"]).arg(&class).arg("--scheme");
        referee.arg(folder.path().join("class.toml")).args(["--jobs", "2", "--out"]);
        let output = referee.arg(folder.path().join("out")).output().expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        ClassPages(folder)
    }

    /// The table of the tournament, and the students' pages.
    pub fn pages(&self) -> Vec<PathBuf> {
        let out = self.0.path().join("out");
        let students = fs::read_dir(out.join("feedback")).expect("there");
        let students = students.map(|entry| entry.expect("there").path());
        let mut pages: Vec<_> =
            students.filter(|path| path.extension().is_some_and(|end| end == "html")).collect();
        assert!(pages.len() >= 4, "{pages:?}");
        let mut crownhead = Command::new(testing::program("crownhead"));
        crownhead.arg("report").arg(out.join("swiss")).args(["--nodes", "10", "--html"]);
        let output = crownhead.arg(self.0.path().join("swiss.html")).output();
        assert!(output.expect("starts").status.success());
        pages.push(out.join("swiss/crosstable.html"));
        pages
    }
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(path, text).expect("written");
}
