//! Runs one check on a text program: says the lines of its table, keeps a board of its own, and
//! compares.
//!
//! The rules are those of `games`; a result counts as in a game under the referee. Lines are sent
//! without waiting for prompts, as scripts do.

use crate::checks::setup::CheckOptions;
use crate::checks::test_result::{TestOutcome, TestResult};
use crate::checks::text::forced_win::{after, best_defense, is_winning, legal_moves, winning_move};
use crate::checks::text::text_case::{CheckRuns, TextCheck, TextStep};
use crate::checks::text::text_fault::{TextFault, told};
use crate::checks::text::text_files::{any_board, holds, output};
use crate::checks::text::text_position::{needs_square_left, position_lines};
use games::Named;
use games::board::Side;
use referee::MatchError;
use referee::players::{
    AGENT_FILES, Agent, DialoguePlace, GivenTime, TextChannel, quoted, shows, text_game,
};
use referee::rules::{Ending, GameLimits, GameState, Profile, Refereed, ReplyRules};
use runner::AgentDir;
use std::fs;
use std::mem;
use std::time::Duration;

/// CPU time for what needs no thought; the start of a slow machine is in it.
const PATIENCE: Duration = Duration::from_secs(20);
/// A program that is idle for this long does not know the command, or waits for another one.
const IDLE: Duration = Duration::from_secs(10);
/// A program that does not end is idle, or uses its time up, long before.
const LONGEST_END: Duration = Duration::from_secs(600);
/// No game is so long.
const LIMITS: GameLimits =
    GameLimits { replies: ReplyRules::of(Profile::Spec), quiet_turns: 50, plies: 10_000 };

/// A program in a check, and the referee's own board.
struct TextRun<G: Refereed> {
    channel: TextChannel,
    state: GameState<G>,
    announced: Vec<String>,
    /// The moves of this game.
    line: Vec<String>,
    /// Moves that were sent since it last showed the true board, each with the game before it.
    unseen: Vec<(String, GameState<G>)>,
    /// The line that was sent since then, if it is no move.
    sent: Option<&'static str>,
    /// The board that it has shown when a game was over.
    over: Vec<String>,
    /// Of a bad move: the board, and what else helps to see it.
    position: Vec<String>,
}

/// Runs a check.
///
/// # Errors
/// The referee cannot run the program.
pub fn run<G: Refereed + Named>(
    agent: &Agent,
    check: &TextCheck,
    options: CheckOptions<'_>,
) -> Result<TestResult, MatchError> {
    let mut run = run_once::<G>(agent, check, options)?;
    let mut outcome = run.all_steps(check);
    if outcome.is_ok() && check.runs == CheckRuns::Twice {
        let first = mem::take(&mut run.announced);
        run = run_once(agent, check, options)?;
        outcome = run.all_steps(check).and_then(|()| run.expect_same(&first));
    }
    if let Some(error) = run.channel.take_error() {
        return Err(error);
    }
    options.expect_no_fault(outcome.as_ref().err().and_then(|fault| fault.ending))?;
    let sent = run.channel.conversation().lines('>');
    if let Some(keep) = options.keep {
        let folder = keep.join(check.title.name);
        run.channel.keep_evidence(&folder)?;
        let (path, commands) = (folder.join("commands.txt"), sent.join("\n") + "\n");
        fs::write(&path, commands).map_err(MatchError::system("write", &path))?;
    }
    let result = match outcome {
        Ok(()) => TestResult::new(check.title, TestOutcome::Passed, ""),
        Err(fault) => fault.result(check.title, &run.channel),
    };
    let (answer, position) = (run.announced.last().cloned(), run.position);
    Ok(TestResult { input: Some(sent.join("\n")), answer, position, ..result })
}

fn run_once<G: Refereed + Named>(
    agent: &Agent,
    check: &TextCheck,
    options: CheckOptions<'_>,
) -> Result<TextRun<G>, MatchError> {
    let game = text_game(G::NAME.text())?;
    let CheckOptions { temp_root, sandbox_mode, .. } = options;
    let dir = AgentDir::new(temp_root, AGENT_FILES, None)?;
    if let Some(file) = &check.file {
        let path = dir.path().join(file.name);
        let written = fs::write(&path, file.lines.join("\n") + "\n");
        written.map_err(MatchError::system("write", &path))?;
    }
    let mut agent = agent.clone();
    agent.args.extend(check.args.iter().map(ToString::to_string));
    let (cores, idle_limit, time) = (None, IDLE, GivenTime::default());
    let place = DialoguePlace { temp_root, sandbox_mode, cores, idle_limit, time };
    let channel = TextChannel::start(&agent, game, dir, place)?;
    Ok(TextRun {
        channel,
        state: start(),
        announced: Vec::new(),
        line: Vec::new(),
        unseen: Vec::new(),
        sent: None,
        over: Vec::new(),
        position: Vec::new(),
    })
}

fn start<G: Refereed>() -> GameState<G> {
    GameState::new(G::start(), LIMITS)
}

impl<G: Refereed> TextRun<G> {
    fn all_steps(&mut self, check: &TextCheck) -> Result<(), TextFault> {
        check.steps.iter().try_for_each(|step| self.step(step))
    }

    fn step(&mut self, step: &TextStep) -> Result<(), TextFault> {
        match step {
            TextStep::Send(line) => {
                self.channel.send(line);
                self.sent = Some(line);
            }
            TextStep::Play(mv) => {
                self.channel.send(mv);
                self.play(mv)?;
            }
            TextStep::Played(mv) => self.play(mv)?,
            TextStep::New => {
                self.channel.send("new");
                self.channel.begin_game();
                (self.state, self.line) = (start(), Vec::new());
                self.unseen.clear();
            }
            TextStep::Board => return self.board(),
            TextStep::Shows(lines) => return self.shows(lines, |line| line.trim_end().to_string()),
            TextStep::Like(lines) => return self.shows(lines, without_blanks),
            TextStep::Seen => return self.seen(),
            TextStep::Answer(cpu) => return self.answer(*cpu).map(|_| ()),
            TextStep::Reply => return self.reply(),
            TextStep::Win(moves) => return self.win(*moves),
            TextStep::Game(cpu) => return self.game(*cpu),
            TextStep::Result(result) => return self.result(*result),
            TextStep::Over => self.over = any_board(&mut self.channel)?,
            TextStep::Same => return self.same(),
            TextStep::Told => return told(&self.channel),
            TextStep::Prompts(least) => return self.prompts(*least),
            TextStep::Quit => {
                self.channel.send("quit");
                return self.end();
            }
            TextStep::EndOfInput => {
                self.channel.end_input();
                return self.end();
            }
            TextStep::Holds(name, words) => return holds(&self.channel, name, words),
            TextStep::Output(name) => {
                return output(&mut self.channel, self.state.position(), name);
            }
        }
        Ok(())
    }

    fn play(&mut self, mv: &str) -> Result<(), TextFault> {
        let read = self.state.position().read_move(mv).map_err(|error| error.to_string())?;
        self.unseen.push((mv.to_string(), self.state.clone()));
        self.line.push(mv.to_string());
        self.sent = None;
        self.state = after(&self.state, read);
        Ok(())
    }

    /// It shows the true board; if not, the fault names the move or the line after which it does
    /// not.
    fn board(&mut self) -> Result<(), TextFault> {
        let lines = self.channel.timed(PATIENCE, |it| it.board_lines(PATIENCE));
        let (unseen, sent) = (mem::take(&mut self.unseen), self.sent.take());
        let compared = match &lines {
            Ok(lines) => self.channel.compare(self.state.position(), lines),
            Err(ending) => Err(*ending),
        };
        compared.map_err(|ending| {
            let shown = lines.unwrap_or_default();
            let refused = unseen.iter().find(|(_, game)| shows(game.position(), &shown));
            match (refused, sent, TextFault::of(ending, &self.channel)) {
                (Some((mv, _)), ..) => format!("it did not play the legal move {mv}").into(),
                (None, Some(line), fault) => fault.after(line),
                (None, None, fault) => fault,
            }
        })
    }

    fn same(&mut self) -> Result<(), TextFault> {
        if any_board(&mut self.channel)? == self.over {
            return Ok(());
        }
        Err("its board has changed after the end of the game".to_string().into())
    }

    /// Its dump has these lines, read in this way.
    fn shows(&mut self, wanted: &[&str], read: fn(&str) -> String) -> Result<(), TextFault> {
        let lines = self.channel.timed(PATIENCE, |it| it.board_lines(PATIENCE));
        let lines = lines.map_err(|ending| TextFault::of(ending, &self.channel))?;
        let inner = lines.get(1..lines.len().saturating_sub(1)).unwrap_or_default();
        let line = |at: usize| inner.get(at).map(|line| line.trim_end());
        let differs = |&at: &usize| line(at).map(read) != wanted.get(at).copied().map(read);
        match (0..wanted.len().max(inner.len())).find(differs) {
            None => Ok(()),
            Some(at) => {
                let (found, wanted) = (shown(line(at)), shown(wanted.get(at).copied()));
                let at = at + 1;
                Err(format!("line {at} of its dump is {found}, and not {wanted}").into())
            }
        }
    }

    /// The dump that comes next, unasked, since a file has asked for it.
    fn seen(&mut self) -> Result<(), TextFault> {
        let position = self.state.position();
        let seen = self.channel.timed(PATIENCE, |it| {
            it.next_board(PATIENCE).and_then(|lines| it.compare(position, &lines))
        });
        seen.map_err(|ending| TextFault::of(ending, &self.channel))
    }

    /// A legal move that it announces in this time.
    fn answer(&mut self, cpu: Duration) -> Result<G::Move, TextFault> {
        let position = self.state.position();
        let mv = self
            .channel
            .timed(cpu, |it| it.announced(cpu).and_then(|text| it.legal(position, text)));
        let mv = mv.map_err(|ending| TextFault::of(ending, &self.channel));
        if let Err(TextFault { ending: Some(Ending::Illegal(_)), .. }) = mv {
            let text = self.channel.fault().unwrap_or_default();
            self.position = position_lines(&self.state, &text, &self.line);
        }
        let mv = mv?;
        self.note(mv);
        Ok(mv)
    }

    fn note(&mut self, mv: G::Move) {
        let text = self.state.position().move_text(mv);
        self.announced.push(text.clone());
        self.line.push(text);
        self.state = after(&self.state, mv);
    }

    fn reply(&mut self) -> Result<(), TextFault> {
        let position = self.state.position();
        let mut replies: Vec<_> = legal_moves(&self.state)
            .into_iter()
            .filter(|&mv| after(&self.state, mv).ended().is_none())
            .map(|mv| position.move_text(mv))
            .collect();
        replies.sort_by_key(|text| (needs_square_left(text), text.clone()));
        let reply = replies.first().ok_or_else(|| "no move leaves the game open".to_string())?;
        self.channel.send(reply);
        self.play(reply)
    }

    /// It wins within `moves` moves of its own; the referee defends itself.
    fn win(&mut self, moves: u32) -> Result<(), TextFault> {
        for left in (1..=moves).rev() {
            let (before, line) = (self.state.clone(), self.line.clone());
            let mv = self.answer(Duration::from_secs(60))?;
            if !is_winning(&before, mv, left) {
                let best = winning_move(&before, left)
                    .map(|mv| before.position().move_text(mv))
                    .unwrap_or_default();
                let mv = before.position().move_text(mv);
                self.position = position_lines(&before, &mv, &line);
                return Err(match left {
                    1 => format!("it played {mv}; {best} wins at once"),
                    _ => format!("it played {mv}; {best} wins in {left} moves, whatever follows"),
                }
                .into());
            }
            if self.state.ended().is_some() {
                break;
            }
            let Some(defense) = best_defense(&self.state, left - 1) else { break };
            let defense = self.state.position().move_text(defense);
            self.channel.send(&defense);
            self.play(&defense)?;
        }
        self.result(None)
    }

    /// Both sides are automatic.
    fn game(&mut self, cpu: Duration) -> Result<(), TextFault> {
        let (mut state, mut announced) = (self.state.clone(), Vec::new());
        let played = self.channel.timed(cpu, |it| {
            while state.ended().is_none() {
                let text = it.announced(cpu)?;
                let mv = it.legal(state.position(), text)?;
                announced.push(state.position().move_text(mv));
                state = after(&state, mv);
            }
            conclude(it, &state, winner(&state))
        });
        if let Err(Ending::Illegal(_)) = played {
            let line = [&self.line[..], &announced[..]].concat();
            let text = self.channel.fault().unwrap_or_default();
            self.position = position_lines(&state, &text, &line);
        }
        (self.state, self.announced) = (state, announced);
        played.map_err(|ending| match ending {
            Ending::KilledInMove => {
                let (moves, cpu) = (self.announced.len(), cpu.as_secs());
                let reason =
                    format!("the game was not over after {moves} moves and {cpu} s of CPU time");
                TextFault { reason, ending: Some(ending) }
            }
            ending => TextFault::of(ending, &self.channel),
        })
    }

    fn result(&mut self, result: Option<&str>) -> Result<(), TextFault> {
        let winner = match result {
            None => winner(&self.state),
            Some("black") => Some(Side::Black),
            Some("white") => Some(Side::White),
            Some(_) => None,
        };
        let said = self.channel.timed(PATIENCE, |it| conclude(it, &self.state, winner));
        said.map_err(|ending| TextFault::of(ending, &self.channel))
    }

    fn prompts(&self, least: usize) -> Result<(), TextFault> {
        let printed = self.channel.conversation().lines('<');
        let count: usize = printed.iter().map(|line| line.matches('>').count()).sum();
        if count >= least {
            return Ok(());
        }
        Err(format!("it printed {count} prompts, which end with >; {least} were due").into())
    }

    fn end(&mut self) -> Result<(), TextFault> {
        let ended = self.channel.timed(PATIENCE, |it| {
            let ended = it.expect_end(LONGEST_END);
            ended.map_err(|ending| it.explain(ending, "did not end", PATIENCE))
        });
        ended.map_err(|ending| TextFault::of(ending, &self.channel))
    }

    fn expect_same(&self, first: &[String]) -> Result<(), TextFault> {
        if self.announced == first {
            return Ok(());
        }
        let (first, second) = (first.join(" "), self.announced.join(" "));
        Err(format!("it played {first}, and with the same seed again {second}").into())
    }
}

fn without_blanks(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shown(line: Option<&str>) -> String {
    line.map_or("nothing".to_string(), quoted)
}

/// The result comes before the board that is asked for next. So nobody waits for one that does not
/// come.
fn conclude<G: Refereed>(
    channel: &mut TextChannel,
    state: &GameState<G>,
    winner: Option<Side>,
) -> Result<(), Ending> {
    channel.send("dump");
    channel.announce_result(winner, PATIENCE)?;
    let lines = channel.next_board(PATIENCE)?;
    channel.compare(state.position(), &lines)
}

fn winner<G: Refereed>(state: &GameState<G>) -> Option<Side> {
    state.ended().and_then(|ending| ending.winner(state.position().side_to_move()))
}
