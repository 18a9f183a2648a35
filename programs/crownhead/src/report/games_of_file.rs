//! The games of a file in portable draughts notation, for the page of a report: it tells names,
//! moves and results, and no times.

use crate::report::view::{GameFacts, ReportFrame, ReportView};
use crate::standings::row_view;
use crate::streams::read_whole;
use analysis::{GameEvaluations, PlayedGame};
use cli::ProgramError;
use cli::visible;
use formats::pdn::{self, PdnGame, PdnResult};
use games::Game as _;
use games::board::Side;
use games::checkers::openings::opening_name;
use games::checkers::{Position, rules::QuietTurnRule};
use pages::StandingRow;
use referee::results::PlayerRow;
use statistics::Elo;
use std::collections::BTreeMap;
use std::io::{Write, stderr};
use std::path::Path;

#[derive(Debug)]
pub struct GamesOfFile {
    /// As the page calls the file.
    pub title: String,
    pub games: Vec<FileGameRead>,
    pub wrong: usize,
}

#[derive(Debug)]
pub struct FileGameRead {
    pub number: u32,
    pub pdn: PdnGame,
    pub played: PlayedGame,
}

/// Reads all games; says on standard error what is wrong with the others.
pub fn read(path: &Path, rule: QuietTurnRule) -> Result<GamesOfFile, ProgramError> {
    let (name, bytes) = read_whole(path, "; name a folder of a match, or a file of games")?;
    let text = pdn::decode(&bytes);
    let title = path.file_name().map_or_else(|| name.clone(), visible::path);
    let mut found = GamesOfFile { title, games: Vec::new(), wrong: 0 };
    let mut errors = Vec::new();
    for (game, number) in pdn::read(&text).zip(1..) {
        match game {
            Ok(pdn) if pdn.line.turns.is_empty() => {}
            Ok(pdn) => {
                let moves: Vec<_> = pdn.line.turns.iter().map(|turn| turn.mv).collect();
                let played = PlayedGame::under(rule, pdn.start, moves);
                found.games.push(FileGameRead { number, pdn, played });
            }
            Err(error) => errors.push(visible::cut(&error.to_string(), 340)),
        }
    }
    if found.games.is_empty() {
        let first = errors.first().map_or(String::new(), |error| format!(" ({error})"));
        return Err(ProgramError::Failed(format!(
            "{name} holds no game of checkers in PDN that can be read{first}; name the folder of a \
             match, or a file of games; `crownhead analyze` reads other forms"
        )));
    }
    for error in &errors {
        // The exit code says it too.
        let _ = writeln!(stderr(), "crownhead: {name}, {error}");
    }
    found.wrong = errors.len();
    Ok(found)
}

impl GamesOfFile {
    /// The page with all games; there are evaluations for each.
    pub fn view(&self, evaluated: &[GameEvaluations], nodes: u64) -> ReportView {
        let standings = standings(&self.games);
        let frame = ReportFrame::untimed(self.title.clone(), standings, nodes);
        let mut view = ReportView::new(frame);
        for (game, evaluated) in self.games.iter().zip(evaluated) {
            let name = opening_name(game.played.positions());
            view.add_game(facts(game, name), &game.played, Some(evaluated));
        }
        view
    }
}

/// The players' names, Black first.
fn names(game: &PdnGame) -> [String; 2] {
    ["Black", "White"].map(|tag| visible::cut(known(game, tag).unwrap_or("unknown"), 200))
}

fn known<'a>(game: &'a PdnGame, tag: &str) -> Option<&'a str> {
    game.tag(tag).map(str::trim).filter(|text| !matches!(*text, "" | "?"))
}

fn facts(FileGameRead { number, pdn, played }: &FileGameRead, name: Option<&str>) -> GameFacts {
    let [black, white] = names(pdn);
    let (result, text) = match pdn.outcome() {
        Some(PdnResult::Won(Side::Black)) => ('b', format!("Black ({black}) wins")),
        Some(PdnResult::Won(Side::White)) => ('w', format!("White ({white}) wins")),
        Some(PdnResult::Drawn) => ('d', "drawn".to_string()),
        None => ('n', "the file tells no result".to_string()),
    };
    let start = if pdn.start == Position::start() { "start".to_string() } else { pdn.start.fen() };
    let event = [known(pdn, "Event"), known(pdn, "Opening").or(name)];
    let event: Vec<&str> = event.into_iter().flatten().collect();
    let opening = if event.is_empty() { start } else { event.join(", ") };
    let ending = pdn.tag("Termination").map_or("not told", str::trim);
    GameFacts {
        id: *number,
        names: [black, white],
        opening: visible::cut(&opening, 200),
        ending: visible::cut(ending, 200),
        begins: pdn.start.side_to_move(),
        result,
        forfeited: false,
        text,
        reproduce: None,
        rejected: None,
        seconds: [0.0; 2],
        last_charge: None,
        charged: vec![0.0; played.moves().len()],
    }
}

/// The players by their points, without ratings.
fn standings(games: &[FileGameRead]) -> Vec<StandingRow> {
    let mut players: BTreeMap<String, PlayerRow> = BTreeMap::new();
    for game in games {
        let Some(outcome) = game.pdn.outcome() else { continue };
        for (side, name) in Side::ALL.into_iter().zip(names(&game.pdn)) {
            let row = players.entry(name).or_insert_with_key(|name| PlayerRow::new(name));
            match outcome {
                PdnResult::Drawn => row.draws += 1,
                PdnResult::Won(winner) if winner == side => row.wins += 1,
                PdnResult::Won(_) => row.losses += 1,
            }
        }
    }
    let mut rows: Vec<PlayerRow> = players.into_values().collect();
    // Of equal points, fewer games are better.
    rows.sort_by(|one, other| {
        let points = other.board_points().total_cmp(&one.board_points());
        points.then(one.games().cmp(&other.games()))
    });
    rows.iter().map(|row| row_view(row, Elo::default())).collect()
}
