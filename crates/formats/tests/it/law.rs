//! The law: a file has as many games and errors together as it has groups of tags, whatever stands
//! between them, however its lines end, and in whatever encodings its parts are.

use formats::pdn::{self, PdnStyle};
use games::checkers::Position;
use games::{Game as _, Walker};
use proptest::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Damage {
    None,
    IllegalMove,
    Garbage,
    UnclosedComment,
    UnclosedVariation,
    StrayClose,
    TornTag,
    /// The file goes on with the next game in mid-move.
    CutOff,
    /// The same, within a comment that another one follows.
    CutOffInComment,
    BadPosition,
    OtherGame,
}

const DAMAGES: [Damage; 11] = [
    Damage::None,
    Damage::IllegalMove,
    Damage::Garbage,
    Damage::UnclosedComment,
    Damage::UnclosedVariation,
    Damage::StrayClose,
    Damage::TornTag,
    Damage::CutOff,
    Damage::CutOffInComment,
    Damage::BadPosition,
    Damage::OtherGame,
];

/// What may stand between any two tokens. Each ends where a line may end.
const FILLERS: [&str; 8] = [
    " ",
    "\n",
    "\n\n",
    "\n; a remark: 11-15 [x] {\n",
    " {a [%clk 0:01:00] comment} ",
    " {over\n[%clk 0:02:00]\nlines} ",
    "\n% escaped 1. 11-15 *\n",
    "\t{[%emt 5]}",
];

const RESULTS: [(&str, &str); 8] = [
    ("1-0", "1-0"),
    ("*", "1/2"),
    ("½-½", "½–½"),
    ("1 - 0", "1 - 0"),
    ("0:1", "0-1"),
    ("1/2-1/2", "*"),
    ("1 1/2 - 1/2", "1 1/2 - 1/2"),
    ("3-1 by adjudication", ""),
];

/// One group of tags with its moves, and what must be found.
#[derive(Clone, Debug)]
struct Group {
    text: String,
    event: String,
    plies: usize,
    damage: Damage,
}

fn put(text: &mut String, words: &str, walker: &mut Walker) {
    text.push_str(words);
    text.push_str(filler(walker));
}

fn filler(walker: &mut Walker) -> &'static str {
    if walker.below(3) == 0 { FILLERS[walker.below(FILLERS.len())] } else { " " }
}

fn ending_of(damage: Damage) -> &'static str {
    match damage {
        Damage::IllegalMove => "1-32 23-19 *",
        Damage::Garbage => "1x x11y 9-14 *",
        Damage::UnclosedComment => "{never closed",
        Damage::UnclosedVariation => "1. 11-15 ( *",
        Damage::StrayClose => ") *",
        Damage::CutOff => "99. 11-1",
        Damage::CutOffInComment => "{cut off in mid-wo",
        _ => "",
    }
}

/// A group. `is_last`: a text that is cut off has no group behind it.
fn group(seed: u64, number: usize, is_last: bool) -> Group {
    let walker = &mut Walker::new(seed);
    let mut damage = match walker.below(3) {
        0 => DAMAGES[walker.below(DAMAGES.len())],
        _ => Damage::None,
    };
    if is_last && matches!(damage, Damage::CutOff | Damage::CutOffInComment) {
        damage = Damage::IllegalMove;
    }
    let event = format!("event {number}");
    let (tag, end) = RESULTS[walker.below(RESULTS.len())];
    // Before an unclosed comment no brace may follow, or it would be closed.
    let mut text = ["", "\n", "\n% 1. 11-15 *\n"][walker.below(3)].to_string();
    put(
        &mut text,
        &format!("[{} \"{event}\"]", ["Event", "EVENT", "event"][walker.below(3)]),
        walker,
    );
    put(&mut text, &format!("[Black \"C:\\\"]\n[White \"Jørgen \"the\" {number}\"]"), walker);
    if walker.below(2) == 0 {
        put(&mut text, &format!("[Result \"{tag}\"]"), walker);
    }
    match damage {
        Damage::TornTag => put(&mut text, "[Site \"here\n", walker),
        Damage::BadPosition => put(&mut text, "[FEN \"W:W28-21:B1\"]", walker),
        Damage::OtherGame => put(&mut text, "[Variant \"Russian\"]", walker),
        _ => {}
    }
    let most = if walker.below(5) == 0 { 0 } else { walker.below(40) };
    let (mut here, mut plies) = (Position::start(), 0);
    while plies < most && here.count_moves() > 0 {
        let legal = here.move_list();
        let mv = legal[walker.below(legal.len())];
        let word = pdn::short_text(&here, mv);
        let word = if walker.below(9) == 0 { word.replace('-', "–") } else { word };
        let sign = ["", "", "!", "?!", " $6"][walker.below(5)];
        let number = if plies % 2 == 0 { format!("{}. ", plies / 2 + 1) } else { String::new() };
        put(&mut text, &format!("{number}{word}{sign}"), walker);
        if walker.below(12) == 0 {
            put(&mut text, &format!("({word} {{so}})"), walker);
        }
        (here, plies) = (here.play(mv), plies + 1);
    }
    text.push_str(ending_of(damage));
    if damage == Damage::None && walker.below(6) > 0 {
        text.push_str(end);
        text.push_str(["", " {a last word}", "\n; and a line", " resigned"][walker.below(4)]);
    }
    if !matches!(damage, Damage::CutOff | Damage::CutOffInComment) {
        text.push_str("\n\n");
    }
    Group { text, event, plies, damage }
}

fn encoded(text: &str, walker: &mut Walker) -> Vec<u8> {
    let end = ["\n", "\r", "\r\n"][walker.below(3)];
    let text = text.replace('\n', end);
    let units = ['\u{feff}'].into_iter().chain(text.chars()).collect::<String>();
    match walker.below(4) {
        0 => ["\u{feff}", &text].concat().into_bytes(),
        1 => units.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        2 => units.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        // One byte for each character, where that is possible.
        _ => {
            let bytes = text.chars().map(|c| {
                u8::try_from(u32::from(c)).unwrap_or(if c == '–' { 0x96 } else { b'?' })
            });
            // What has no mark looks like UTF-16 before it.
            "\u{feff}".bytes().chain(bytes).collect()
        }
    }
}

proptest! {
    #[test]
    fn games_and_errors_are_as_many_as_groups_of_tags(seed in any::<u64>(), count in 1..7_usize) {
        let walker = &mut Walker::new(seed);
        let groups: Vec<_> = (0..count)
            .map(|nth| group(seed.wrapping_add(nth as u64), nth, nth + 1 == count))
            .collect();
        let bytes: Vec<u8> =
            groups.iter().flat_map(|group| encoded(&group.text, walker)).collect();
        let text = pdn::decode(&bytes);
        let found: Vec<_> = pdn::read(&text).collect();
        prop_assert_eq!(found.len(), groups.len(), "{}\n{:#?}", text, found);
        for (found, group) in found.iter().zip(&groups) {
            match found {
                Ok(game) => {
                    prop_assert_eq!(group.damage, Damage::None, "{}", text);
                    prop_assert_eq!(game.tag("Event"), Some(group.event.as_str()));
                    prop_assert_eq!(game.tag("Black"), Some("C:\\"));
                    prop_assert_eq!(game.line.turns.len(), group.plies, "{}", text);
                }
                Err(error) => {
                    prop_assert_ne!(group.damage, Damage::None, "{}\n{}", error, text);
                    let lines = cli::lines::lines(&text).count();
                    prop_assert!(error.line.is_some_and(|line| line <= lines.max(1)), "{error}");
                }
            }
        }
        for game in found.iter().flatten() {
            let written = pdn::write(game, PdnStyle::default());
            let again: Vec<_> = pdn::read(&written).collect();
            let [Ok(again)] = &again[..] else {
                return Err(TestCaseError::fail(format!("{written}\n{again:?}")));
            };
            prop_assert_eq!(again.line.turns.len(), game.line.turns.len());
            prop_assert_eq!(pdn::write(again, PdnStyle::default()), written);
        }
    }

    #[test]
    fn one_byte_costs_one_game_and_no_error_is_far_from_it(seed in any::<u64>(), byte in any::<u8>()) {
        let walker = &mut Walker::new(seed);
        let mut text = String::new();
        let mut begins = Vec::new();
        for nth in 0..5 {
            begins.push(text.len());
            text.push_str(&format!("[Event \"{nth}\"]\n[Black \"a\"]\n\n1. 11-15 23-19 2. 8-11 22-17 {{so}} 1-0\n\n"));
        }
        let mut bytes = text.into_bytes();
        let at = walker.below(bytes.len());
        bytes[at] = byte;
        let hit = begins.iter().filter(|&&begin| begin <= at).count() - 1;
        let text = pdn::decode(&bytes);
        let found: Vec<_> = pdn::read(&text).collect();
        // A brace that is lost, or a bracket, may join two games, or part one.
        prop_assert!((4..=6).contains(&found.len()), "{}", text);
        for nth in (0..5_usize).filter(|nth| nth.abs_diff(hit) > 1) {
            let event = nth.to_string();
            let game = found.iter().flatten().find(|game| game.tag("Event") == Some(&event));
            prop_assert_eq!(game.map(|game| game.line.turns.len()), Some(4), "{} {}", nth, text);
        }
    }
}
