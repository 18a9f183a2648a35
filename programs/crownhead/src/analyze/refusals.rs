//! What could not be read, for people: one line for each reason in a file.

use crate::analyze::read_game::UnreadInput;
use cli::visible;
use std::collections::HashMap;

/// The most characters of a reason.
const WIDEST: usize = 300;

/// The lines for what is wrong in this file. Games that are wrong for the same reason share one.
pub fn refusals(name: &str, item: &str, errors: &[UnreadInput]) -> Vec<String> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut groups: Vec<Vec<&UnreadInput>> = Vec::new();
    for error in errors {
        let place = *places.entry(&error.sentence).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push(error),
            None => groups.push(vec![error]),
        }
    }
    groups.iter().map(|group| refusal(name, item, group)).collect()
}

fn refusal(name: &str, item: &str, group: &[&UnreadInput]) -> String {
    let [first, last] = [group[0], group[group.len() - 1]];
    let numbers = numbers(group.iter().map(|error| error.number));
    let place = match (first.line, first.column, last.line) {
        (Some(line), _, Some(last)) if group.len() > 1 => format!(", lines {line}-{last}"),
        (Some(line), Some(column), _) => format!(", line {line}, column {column}"),
        (Some(line), None, _) => format!(", line {line}"),
        (None, ..) => String::new(),
    };
    let plural = if group.len() > 1 { "s" } else { "" };
    let reason = visible::cut(&first.sentence, WIDEST);
    format!("{name}, {item}{plural} {numbers}{place}: {reason}")
}

/// Numbers in their order, as in `1, 3-7`.
fn numbers(all: impl Iterator<Item = u32>) -> String {
    let mut ranges: Vec<[u32; 2]> = Vec::new();
    for number in all {
        match ranges.last_mut() {
            Some([_, last]) if *last + 1 == number => *last = number,
            _ => ranges.push([number; 2]),
        }
    }
    let words = ranges.iter().map(|[first, last]| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(number: u32, line: usize, sentence: &str) -> UnreadInput {
        let sentence = sentence.to_string();
        UnreadInput { number, line: Some(line), column: Some(4), sentence }
    }

    #[test]
    fn games_that_are_wrong_for_the_same_reason_share_a_line() {
        let errors = [error(1, 2, "a"), error(2, 5, "b"), error(3, 8, "a"), error(4, 11, "a")];
        assert_eq!(
            refusals("f", "game", &errors),
            ["f, games 1, 3-4, lines 2-11: a", "f, game 2, line 5, column 4: b"]
        );
    }
}
