//! Masks measured values in JSON and in CSV. What is not masked keeps every byte: blanks, the order
//! of fields, the digits of a number. So nothing is read and written again here.

/// The JSON with each number or text within the named fields replaced by a placeholder. `null`,
/// `true`, `false` and the shape of lists and objects stay.
pub fn json(text: &str, fields: &[&str]) -> String {
    let mut masked = String::with_capacity(text.len());
    let (mut depth, mut rest) = (0, text);
    // The value of a field that is named comes next; the depth inside one that is a list or object.
    let (mut is_next, mut inside) = (false, None);
    while let Some((token, after)) = first_token(rest) {
        let is_key = token.starts_with('"') && after.trim_start().starts_with(':');
        let is_masked = is_next || inside.is_some();
        match token {
            "{" | "[" => {
                depth += 1;
                inside = inside.or(is_next.then_some(depth));
            }
            "}" | "]" => {
                inside = inside.filter(|&outermost| outermost != depth);
                depth -= 1;
            }
            _ => {}
        }
        masked += match token.as_bytes()[0] {
            b'"' if is_masked && !is_key => "\"<text>\"",
            b'0'..=b'9' | b'-' if is_masked => "\"<number>\"",
            _ => token,
        };
        if is_key {
            is_next = fields.contains(&token.trim_matches('"'));
        } else if !token.trim_matches([':', ' ', '\n', '\r', '\t']).is_empty() {
            is_next = false;
        }
        rest = after;
    }
    masked
}

/// A string, a number or word, or one other character, and what follows it.
fn first_token(text: &str) -> Option<(&str, &str)> {
    let first = text.chars().next()?;
    let is_word = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let end = if first == '"' {
        let mut is_escaped = false;
        let closing = |c: char| {
            let closes = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            closes
        };
        1 + text[1..].find(closing).expect("a string ends") + 1
    } else if is_word(first) {
        text.find(|c| !is_word(c)).unwrap_or(text.len())
    } else {
        first.len_utf8()
    };
    Some(text.split_at(end))
}

/// The table with each cell of the named columns that is not empty replaced by a placeholder. No
/// cell may hold the end of a line.
pub fn csv(table: &str, columns: &[&str]) -> String {
    let header = cells(table.lines().next().unwrap_or_default());
    for column in columns {
        assert!(header.contains(column), "there is no column {column} in {header:?}");
    }
    let mut masked = String::new();
    for (number, line) in table.split_inclusive('\n').enumerate() {
        let content = line.trim_end_matches(['\r', '\n']);
        let replaced = |(cell, column): (&str, &&str)| {
            let is_masked = number > 0 && !cell.is_empty() && columns.contains(column);
            if is_masked { "<measured>".to_string() } else { cell.to_string() }
        };
        let row: Vec<String> = cells(content).into_iter().zip(&header).map(replaced).collect();
        masked += &(row.join(",") + &line[content.len()..]);
    }
    masked
}

/// The cells of a line as they stand, with their quotes.
fn cells(line: &str) -> Vec<&str> {
    let mut is_quoted = false;
    let parts = line.split(|c| {
        is_quoted ^= c == '"';
        c == ',' && !is_quoted
    });
    parts.collect()
}

#[test]
fn only_numbers_and_texts_of_named_fields_are_masked() {
    let text = r#"{ "a": 1.50, "b": [1, {"c": "x,\"a\": 2"}, null], "d": "b", "e": -1e-3}"#;
    assert_eq!(json(text, &[]), text);
    assert_eq!(json(text, &["c"]), text.replace(r#""x,\"a\": 2""#, "\"<text>\""));
    let masked = r#"{ "a": 1.50, "b": ["<number>", {"c": "<text>"}, null], "d": "b", "#;
    assert_eq!(json(text, &["b", "e"]), format!("{masked}\"e\": \"<number>\"}}"));
    assert_eq!(json("{\"a\":null}\n{\"a\":2}\n", &["a"]), "{\"a\":null}\n{\"a\":\"<number>\"}\n");
}

#[test]
fn only_named_columns_are_masked() {
    let table = "name,time,more\r\n\"a, \"\"b\"\"\",1.5,\r\nc,,2\r\n";
    let masked = "name,time,more\r\n\"a, \"\"b\"\"\",<measured>,\r\nc,,2\r\n";
    assert_eq!(csv(table, &["time"]), masked);
}
