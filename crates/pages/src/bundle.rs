//! Joins JavaScript modules into one script, for a page that must be one file.
//!
//! Modules keep to a form that needs no parser: an import is one line,
//! `import { a, b } from "./x.js";` or, from a folder, `"../x.js"`. An export is `export` before a
//! function, class or constant at the beginning of a line, and no two modules give one name to
//! different things. So a script is the modules one after the other, each after its imports,
//! without these lines and words.

use crate::error::PageError;
use std::collections::HashSet;

/// One script of these modules and all their imports; `source` gives the text of a file.
pub fn bundle<'a>(
    modules: &[&str],
    source: impl Fn(&str) -> Option<&'a str>,
) -> Result<String, PageError> {
    let mut bundle = Bundle {
        source,
        begun: HashSet::new(),
        joined: HashSet::new(),
        names: HashSet::new(),
        script: String::new(),
    };
    for module in modules {
        bundle.add(module)?;
    }
    // A function around all keeps the names out of the global scope, where elements with an id are.
    Ok(format!("\"use strict\";\n(() => {{\n{}}})();\n", bundle.script))
}

struct Bundle<F> {
    source: F,
    /// Modules whose imports are being added.
    begun: HashSet<String>,
    joined: HashSet<String>,
    /// Names of the top level of all modules.
    names: HashSet<String>,
    script: String,
}

impl<'a, F: Fn(&str) -> Option<&'a str>> Bundle<F> {
    /// Adds a module after its imports, unless it is there.
    fn add(&mut self, module: &str) -> Result<(), PageError> {
        if self.joined.contains(module) {
            return Ok(());
        }
        if !self.begun.insert(module.to_string()) {
            return Err(PageError::new(format!(
                "{module} imports itself, directly or by way of other modules; break the circle"
            )));
        }
        let text = (self.source)(module).ok_or_else(|| missing(module))?;
        let mut body = String::new();
        for line in text.lines() {
            // An element of HTML ends there, whatever the script means.
            if line.to_ascii_lowercase().contains("</script") || line.contains("<!\x2d-") {
                return Err(wrong_form(module, line));
            }
            if line.starts_with("import ") {
                self.add(&imported(module, line).ok_or_else(|| wrong_form(module, line))?)?;
                continue;
            }
            body.push_str(self.declared(module, line)?);
            body.push('\n');
        }
        self.script.push_str(&body);
        self.joined.insert(module.to_string());
        Ok(())
    }

    /// The line without `export`; the name that it declares, if it does, must be a new one.
    fn declared<'l>(&mut self, module: &str, line: &'l str) -> Result<&'l str, PageError> {
        let plain = line.strip_prefix("export ").unwrap_or(line);
        match (declared_name(plain), plain.len() < line.len()) {
            (Some(name), _) if !self.names.insert(name.to_string()) => {
                let what = "is used by another module too; choose another";
                Err(PageError::new(format!("{module}: the name `{name}` {what}")))
            }
            (None, true) => Err(wrong_form(module, line)),
            _ => Ok(plain),
        }
    }
}

/// The error of a file that is not compiled in.
pub fn missing(file: &str) -> PageError {
    PageError::new(format!("there is no file {file} in the folder assets of the crate pages"))
}

fn wrong_form(module: &str, line: &str) -> PageError {
    let what = "is not in the form that can be joined; bundle.rs describes it";
    PageError::new(format!("{module}: `{line}` {what}"))
}

/// The file that an import of a module names, if its names are imported as they are.
fn imported(module: &str, line: &str) -> Option<String> {
    let rest = line.strip_prefix("import {")?;
    let (names, file) = rest.split_once("} from \"")?;
    let is_plain = names.split(',').all(|name| !name.trim().contains(' '));
    let file = file.strip_suffix("\";").filter(|_| is_plain)?;
    let folder = module.rsplit_once('/').map(|(folder, _)| folder);
    match (file.strip_prefix("./"), file.strip_prefix("../"), folder) {
        (Some(name), _, Some(folder)) => Some(format!("{folder}/{name}")),
        (Some(name), _, None) | (_, Some(name), Some(_)) => Some(name.to_string()),
        _ => None,
    }
}

/// The name that a line of the top level declares.
fn declared_name(line: &str) -> Option<&str> {
    let words = ["function ", "async function ", "class ", "const ", "let "];
    let rest = words.into_iter().find_map(|word| line.strip_prefix(word))?;
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
    Some(&rest[..end.unwrap_or(rest.len())])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(files: &[(&str, &str)]) -> Result<String, PageError> {
        bundle(&[files[0].0], |name| files.iter().find(|file| file.0 == name).map(|file| file.1))
    }

    #[test]
    fn each_module_comes_once_behind_those_it_imports() {
        let script = joined(&[
            ("a.js", "import { b } from \"./b.js\";\nimport { c, d } from \"./c.js\";\nb(c);\n"),
            ("b.js", "import { c } from \"./c.js\";\nexport function b() {}\n"),
            ("c.js", "export const c = 1;\nexport class d {}\nfunction hidden() {}\n"),
        ]);
        let text = "const c = 1;\nclass d {}\nfunction hidden() {}\nfunction b() {}\nb(c);\n";
        assert_eq!(script, Ok(format!("\"use strict\";\n(() => {{\n{text}}})();\n")));
    }

    #[test]
    fn a_module_of_a_folder_finds_its_neighbors_and_those_above() {
        let script = joined(&[
            ("a.js", "import { b } from \"./in/b.js\";\nb();\n"),
            (
                "in/b.js",
                "import { c } from \"./c.js\";\n\
                 import { d } from \"../d.js\";\nexport function b() {}\n",
            ),
            ("in/c.js", "export const c = 1;\n"),
            ("d.js", "export const d = 2;\n"),
        ]);
        let text = "const c = 1;\nconst d = 2;\nfunction b() {}\nb();\n";
        assert_eq!(script, Ok(format!("\"use strict\";\n(() => {{\n{text}}})();\n")));
    }

    #[test]
    fn what_cannot_be_joined_is_an_error() {
        let circle = joined(&[
            ("a.js", "import { b } from \"./b.js\";\n"),
            ("b.js", "import { a } from \"./a.js\";\n"),
        ]);
        let error = circle.expect_err("a circle").to_string();
        assert!(error.starts_with("a.js imports itself"), "{error}");
        let lonely = joined(&[("a.js", "import { b } from \"./b.js\";\n")]);
        assert_eq!(lonely, Err(missing("b.js")));
        let twice = joined(&[
            ("a.js", "import { b } from \"./b.js\";\nfunction help() {}\n"),
            ("b.js", "export function b() {}\nconst help = 1;\n"),
        ]);
        let error = twice.expect_err("one name, two things").to_string();
        assert!(error.contains("a.js: the name `help`"), "{error}");
        for line in [
            "import * as b from \"./b.js\";",
            "import { b as c } from \"./b.js\";",
            "import { b } from \"https://example.org/b.js\";",
            "export default 1;",
            "export { b };",
            "const end = \"</Script>\";",
        ] {
            assert_eq!(joined(&[("a.js", line)]), Err(wrong_form("a.js", line)));
        }
    }
}
