//! How often each damage, and the damage of each kind of file, kept the grades, was told or broke a
//! promise.

use crate::cases::option_word;
use crate::damage::one_damage::{DamageOutcome, DamageResult};
use crate::damage::targets::kind_of_file;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Both tables.
pub fn text(results: &[&DamageResult]) -> String {
    let by_damage = rows("damage", results, |result| option_word(&result.kind));
    let by_file = rows("file", results, |result| {
        let file = kind_of_file(Path::new(&result.file));
        let file = if file.is_empty() { "the disk".to_string() } else { file };
        format!("{} {file}", option_word(&result.run))
    });
    by_damage + "\n" + &by_file
}

fn rows(title: &str, results: &[&DamageResult], name: fn(&DamageResult) -> String) -> String {
    let mut rows: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for result in results {
        let [equal, told, broken] = rows.entry(name(result)).or_default();
        *match result.outcome {
            DamageOutcome::Equal => equal,
            DamageOutcome::Told => told,
            DamageOutcome::Broken(_) => broken,
        } += 1;
    }
    let mut text = format!("{title:<48} {:>6} {:>6} {:>6}\n", "equal", "told", "broken");
    for (name, [equal, told, broken]) in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<48} {equal:>6} {told:>6} {broken:>6}");
    }
    text
}
