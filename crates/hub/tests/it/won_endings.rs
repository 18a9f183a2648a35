//! Won endings, among them many that the rule of 50 quiet turns would draw, are won in play: the
//! other side plays the best defense by the tables.

use crate::client::{Client, value};
use crate::games::after;
use evaluation::checkers::endgame::{
    CursedTables, DrawCounts, Material, TableIndex, Tablebases, best_move,
};
use games::checkers::{Move, Position};
use games::{Game as _, GameLine, Outcome, Walker};
use hub::PositionFormat;

/// Of each kind of ending.
const ENDINGS: usize = 100;
const MOST_PLIES: usize = 600;

fn tables() -> Tablebases<'static> {
    Tablebases::built_in().without_limit(CursedTables::built_in())
}

/// Positions of four and five pieces that the side to move wins, and whose result under the rule is
/// this.
fn won(ruled: Outcome) -> impl Iterator<Item = Position> {
    let mut walker = Walker::new(66);
    let materials: Vec<_> = (4..=5).flat_map(Material::all).collect();
    let drawn = std::iter::repeat_with(move || {
        let material = materials[walker.below(materials.len())];
        TableIndex::at(material, walker.below(material.size())).map(TableIndex::position)
    });
    drawn.flatten().filter(move |position| {
        Tablebases::built_in().probe(position) == Some(ruled)
            && tables().probe(position) == Some(Outcome::Win)
    })
}

#[test]
fn every_won_ending_is_won_against_the_best_defense() {
    let client = Client::start(&[("position", PositionFormat::Pdn.name())]);
    for start in
        [Outcome::Win, Outcome::Draw].into_iter().flat_map(|ruled| won(ruled).take(ENDINGS))
    {
        let game = played(&client, start);
        let is_won = !game.position().can_move() && game.moves().len() % 2 == 1;
        assert!(is_won, "{}: not won in {} plies", start.fen(), game.moves().len());
    }
}

fn played(client: &Client, start: Position) -> GameLine<Position> {
    let mut game = GameLine::starting_at(start).limited_to(None);
    let (board, mut words) = (PositionFormat::Pdn.write(&start), Vec::new());
    client.say(&["new-game"]);
    while game.position().can_move() && game.moves().len() < MOST_PLIES {
        let pos = format!("pos pos={board} moves=\"{}\"", words.join(" "));
        client.say(&[&pos, "level nodes=1000", "go think"]);
        let answers = client.until("done");
        let word = value(answers.last().expect("a result"), "move");
        let word = word.unwrap_or_else(|| panic!("{pos}: {answers:?}")).to_string();
        let next = after(*game.position(), &word);
        words.push(word);
        let mv =
            game.position().move_list().into_iter().find(|&mv| game.position().play(mv) == next);
        game.play(mv.expect("legal"));
        let occurred = |key| game.positions().iter().filter(|at| at.key() == key).count();
        let counts = DrawCounts { turns_left: None, occurred };
        if let Some(reply) = best_move(tables(), game.position(), &counts) {
            words.push(hub_text(reply));
            game.play(reply);
        }
    }
    game
}

/// From, to, and the squares of the captured pieces.
fn hub_text(mv: Move) -> String {
    let between = if mv.is_jump() { "x" } else { "-" };
    let captured: String = mv.captured().map(|square| format!("x{}", square.number())).collect();
    format!("{}{between}{}{captured}", mv.from().number(), mv.to().number())
}
