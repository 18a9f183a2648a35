//! How often each damage, and the damage of each kind of file, kept the grades, was told or broke a
//! promise.

use crate::cases::option_word;
use crate::damage::one_damage::{DamageOutcome, DamageResult};
use crate::damage::targets::kind_of_file;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

const COLUMNS: [DamageOutcome; 3] =
    [DamageOutcome::Equal, DamageOutcome::Told, DamageOutcome::Broken];

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
    let mut rows: BTreeMap<String, Vec<DamageOutcome>> = BTreeMap::new();
    for result in results {
        rows.entry(name(result)).or_default().push(result.outcome);
    }
    let mut text = format!("{title:<48} {:>6} {:>6} {:>6}\n", "equal", "told", "broken");
    for (name, outcomes) in rows {
        let [equal, told, broken] =
            COLUMNS.map(|wanted| outcomes.iter().filter(|&&outcome| outcome == wanted).count());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<48} {equal:>6} {told:>6} {broken:>6}");
    }
    text
}
