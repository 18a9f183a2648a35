//! The files of a match, read again when they have changed: the journal only from where it has
//! grown, `live.json` whole.

use crate::standings::{clock_unit, draws_go_to_time, standings};
use games::{BoardGame, GameName, with_game};
use pages::{FinishedView, ForfeitView, LiveBoard, MatchState, WatchView};
use referee::JournalError;
use referee::journal::{
    JOURNAL, JournalChange, JournalReader, LIVE_FILE, LiveGame, LiveMatch, RecordedGame, Records,
    results_of,
};
use referee::rules::EndingKind;
use referee::schedule::read_board;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

#[derive(Debug)]
pub struct WatchedMatch {
    dir: PathBuf,
    journal: JournalReader,
    journal_error: Option<String>,
    live: Option<LiveMatch>,
    live_error: Option<String>,
    /// Length and time of change of `live.json` when it was read.
    live_seen: Option<(u64, Option<SystemTime>)>,
    /// The referee that has started this program.
    referee: Option<u32>,
    state: MatchState,
}

impl WatchedMatch {
    /// The match in the folder, not looked at yet. `referee` is the process that plays it, if it
    /// has started this program: then a file of an older process is ignored.
    pub fn new(dir: &Path, referee: Option<u32>) -> Self {
        WatchedMatch {
            dir: dir.to_path_buf(),
            journal: JournalReader::new(&dir.join(JOURNAL)),
            journal_error: None,
            live: None,
            live_error: None,
            live_seen: None,
            referee,
            state: MatchState::Waiting,
        }
    }

    pub const fn records(&self) -> &Records {
        self.journal.records()
    }

    /// Looks at the files again; returns the view if something has changed.
    pub fn look(&mut self) -> Option<WatchView> {
        let journal_has_changed = self.look_at_journal();
        let live_has_changed = self.look_at_live_file();
        let state = self.current_state();
        if !journal_has_changed && !live_has_changed && state == self.state {
            return None;
        }
        self.state = state;
        Some(self.view())
    }

    fn look_at_journal(&mut self) -> bool {
        let (change, error) = match self.journal.look() {
            Ok(change) => (change, None),
            Err(error) => (JournalChange::Nothing, Some(error.to_string())),
        };
        let is_new = change == JournalChange::Games || error != self.journal_error;
        self.journal_error = error;
        is_new
    }

    fn look_at_live_file(&mut self) -> bool {
        let found = fs::metadata(self.dir.join(LIVE_FILE)).ok();
        let seen = found.map(|found| (found.len(), found.modified().ok()));
        if seen == self.live_seen {
            return false;
        }
        self.live_seen = seen;
        match LiveMatch::read(&self.dir) {
            Ok(live) => (self.live, self.live_error) = (live, None),
            Err(error) => (self.live, self.live_error) = (None, Some(sentence(&error))),
        }
        true
    }

    fn current_state(&self) -> MatchState {
        match self.live() {
            Some(live) if live.is_finished => MatchState::Finished,
            Some(live) if live.is_running(self.journal.path()) => MatchState::Playing,
            Some(_) => MatchState::Interrupted,
            None if self.referee.is_some() || self.records().is_empty() => MatchState::Waiting,
            None => MatchState::Unknown,
        }
    }

    /// The games in play, by the referee that has started this program if one has.
    fn live(&self) -> Option<&LiveMatch> {
        self.live
            .as_ref()
            .filter(|live| self.referee.is_none_or(|id| i64::from(id) == i64::from(live.pid)))
    }
}

fn sentence(error: &JournalError) -> String {
    format!("the games in play are not known: {error}")
}

const LATEST: usize = 40;
/// Games that are named for each agent and cause of a forfeit.
const FORFEITS: usize = 60;
/// Boards that the page shows; there are never more games in play than cores.
const BOARDS: usize = 64;

impl WatchedMatch {
    pub fn view(&self) -> WatchView {
        let results = results_of(self.records().values());
        let (standings, is_match) = standings(&results);
        let done = self.records().values().filter(|record| !record.is_void()).count();
        let is_playing = self.state == MatchState::Playing;
        let ends = self.live().filter(|_| is_playing).and_then(|live| {
            Some(live.seconds_left?.max(0.0) + live.written).filter(|time| time.is_finite())
        });
        let live_games = self.live().filter(|live| !live.is_finished).map(|live| &live.games);
        // The journal is written first, and the other file up to a quarter of a second later.
        let boards = live_games
            .into_iter()
            .flatten()
            .filter(|game| self.records().get(&game.id).is_none_or(RecordedGame::is_void))
            .take(BOARDS);
        let errors = [&self.journal_error, &self.live_error].into_iter().flatten();
        let message = errors.cloned().collect::<Vec<_>>().join("\n");
        WatchView {
            title: self.title(),
            state: self.state,
            done,
            planned: self.live().map(|live| live.planned.max(done)),
            ends,
            boards: boards.filter_map(|game| self.board(game)).collect(),
            is_match,
            draws_go_to_time: self.draws_go_to_time(),
            clock_unit: clock_unit(&results),
            standings,
            forfeits: self.forfeits(),
            latest: self.records().values().rev().take(LATEST).map(finished).collect(),
            void: self.records().values().filter(|one| one.is_void()).map(|one| one.id).collect(),
            message: Some(message).filter(|message| !message.is_empty()),
        }
    }

    fn draws_go_to_time(&self) -> bool {
        let finished = self.records().values().map(|record| record.game);
        draws_go_to_time(finished.chain(self.live().map(|live| live.game)))
    }

    /// A game in play; `None` if its board is malformed, which no referee writes.
    fn board(&self, game: &LiveGame) -> Option<LiveBoard> {
        let name = self.live()?.game;
        with_game!(name, Position => live_board::<Position>(name, game))
    }

    fn title(&self) -> String {
        let in_records = self.records().values().next().map(RecordedGame::pair_names);
        let names = self.records().values().flat_map(RecordedGame::names);
        let playing = self.live().into_iter().flat_map(|live| &live.games);
        let playing = playing.flat_map(|it| it.names.iter().map(String::as_str));
        let players: std::collections::BTreeSet<&str> = names.chain(playing).collect();
        let first = in_records.or_else(|| {
            self.live()?.games.first().map(|game| game.names.each_ref().map(|it| &**it))
        });
        match (first, players.len()) {
            (Some([one, other]), ..=2) => format!("{one} against {other}"),
            (Some(_), players) => format!("Tournament of {players} agents"),
            (None, _) => "A match".to_string(),
        }
    }

    fn forfeits(&self) -> Vec<ForfeitView> {
        let mut games: BTreeMap<(&str, String), Vec<u32>> = BTreeMap::new();
        for record in
            self.records().values().rev().filter(|one| one.ending.kind() == EndingKind::Forfeited)
        {
            let agent = &record.player(record.forfeiter().unwrap_or(record.to_move())).name;
            games.entry((agent, record.ending.to_string())).or_default().push(record.id);
        }
        let mut forfeits: Vec<ForfeitView> = games
            .into_iter()
            .map(|((agent, cause), mut games)| {
                let count = games.len();
                games.truncate(FORFEITS);
                ForfeitView { agent: agent.to_string(), cause, count, games }
            })
            .collect();
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
    let position: G = read_board(&game.board, game.to_move).ok()?;
    Some(LiveBoard {
        id: game.id,
        opening: game.opening.clone(),
        names: game.names.clone(),
        game: name,
        letters: position.letters(),
        to_move: game.to_move,
        turn: game.turn,
        left: game.left,
        asked: game.asked,
        last: game.last_move.as_deref().map(G::squares_of_text).unwrap_or_default(),
        last_move: game.last_move.clone(),
    })
}
