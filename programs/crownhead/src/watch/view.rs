//! The view of a match, from its records and its games in play.

use crate::standings::{clock_unit, standings};
use games::{BoardGame, GameName, with_game};
use pages::{FinishedView, ForfeitView, LiveBoard, MatchState, WatchView};
use referee::journal::{LiveGame, LiveMatch, RecordedGame, Records};
use referee::rules::{DrawnGame, EndingKind};
use referee::schedule::read_board;
use std::collections::BTreeMap;

/// Finished games that the page lists.
const LATEST: usize = 40;
/// Games that are named for each agent and cause of a forfeit.
const FORFEITS: usize = 60;
/// Boards that the page shows; there are never more games in play than cores.
const BOARDS: usize = 64;

#[derive(Clone, Debug)]
pub struct Facts<'a> {
    pub records: &'a Records,
    pub live: Option<&'a LiveMatch>,
    pub state: MatchState,
    /// Errors in its files.
    pub message: Option<String>,
}

impl Facts<'_> {
    pub fn view(&self) -> WatchView {
        let (standings, is_match) = standings(self.records);
        let done = self.records.values().filter(|record| !record.is_void()).count();
        let is_playing = self.state == MatchState::Playing;
        let ends = self.live.filter(|_| is_playing).and_then(|live| {
            Some(live.seconds_left?.max(0.0) + live.written).filter(|time| time.is_finite())
        });
        let live_games = self.live.filter(|live| !live.is_finished).map(|live| &live.games);
        // The journal is written first, and the other file up to a quarter of a second later.
        let is_new =
            |game: &&LiveGame| self.records.get(&game.id).is_none_or(RecordedGame::is_void);
        let boards = live_games.into_iter().flatten().filter(is_new).take(BOARDS);
        WatchView {
            title: self.title(),
            state: self.state,
            done,
            planned: self.live.map(|live| live.planned.max(done)),
            ends,
            boards: boards.filter_map(|game| self.board(game)).collect(),
            is_match,
            draws_go_to_time: self.draws_go_to_time(),
            clock_unit: clock_unit(self.records),
            standings,
            forfeits: self.forfeits(),
            latest: self.records.values().rev().take(LATEST).map(finished).collect(),
            void: self.records.values().filter(|one| one.is_void()).map(|one| one.id).collect(),
            message: self.message.clone(),
        }
    }

    fn draws_go_to_time(&self) -> bool {
        let finished = self.records.values().map(|record| record.game);
        let mut games = finished.chain(self.live.map(|live| live.game));
        games.any(|game| DrawnGame::of(game) == DrawnGame::ToMoreTime)
    }

    /// A game in play; `None` if its board is malformed, which no referee writes.
    fn board(&self, game: &LiveGame) -> Option<LiveBoard> {
        let name = self.live?.game;
        with_game!(name, Position => live_board::<Position>(name, game))
    }

    fn title(&self) -> String {
        let in_records = self.records.values().next().map(RecordedGame::pair_names);
        let in_play = || self.live?.games.first().map(|game| game.names.each_ref().map(|it| &**it));
        let names = self.records.values().flat_map(RecordedGame::names);
        let playing = self.live.into_iter().flat_map(|live| &live.games);
        let playing = playing.flat_map(|it| it.names.iter().map(String::as_str));
        let players: std::collections::BTreeSet<&str> = names.chain(playing).collect();
        match (in_records.or_else(in_play), players.len()) {
            (Some([one, other]), ..=2) => format!("{one} against {other}"),
            (Some(_), players) => format!("Tournament of {players} agents"),
            (None, _) => "A match".to_string(),
        }
    }

    fn forfeits(&self) -> Vec<ForfeitView> {
        let mut games: BTreeMap<(&str, String), Vec<u32>> = BTreeMap::new();
        let is_forfeit = |one: &&RecordedGame| one.ending.kind() == EndingKind::Forfeited;
        for record in self.records.values().rev().filter(is_forfeit) {
            let agent = &record.player(record.forfeiter().unwrap_or(record.to_move())).name;
            games.entry((agent, record.ending.to_string())).or_default().push(record.id);
        }
        let view = |((agent, cause), mut games): ((&str, String), Vec<u32>)| {
            let count = games.len();
            games.truncate(FORFEITS);
            ForfeitView { agent: agent.to_string(), cause, count, games }
        };
        let mut forfeits: Vec<ForfeitView> = games.into_iter().map(view).collect();
        forfeits.sort_by_key(|forfeit| std::cmp::Reverse(forfeit.count));
        forfeits
    }
}

fn finished(record: &RecordedGame) -> FinishedView {
    FinishedView {
        id: record.id,
        names: record.names().map(str::to_string),
        winner: record.winner(),
        ending: record.ending.to_string(),
        turns: record.turns.len(),
    }
}

fn live_board<G: BoardGame>(name: GameName, game: &LiveGame) -> Option<LiveBoard> {
    let position: G = read_board(&game.board, game.to_move.into()).ok()?;
    Some(LiveBoard {
        id: game.id,
        opening: game.opening.clone(),
        names: game.names.clone(),
        game: name,
        letters: position.letters(),
        to_move: game.to_move.into(),
        turn: game.turn,
        left: game.left,
        asked: game.asked,
        last: game.last_move.as_deref().map(G::squares_of_text).unwrap_or_default(),
        last_move: game.last_move.clone(),
    })
}
