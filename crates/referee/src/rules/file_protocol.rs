//! The protocol of files: an agent is a process for each move, which reads the request and writes
//! an answer. It is asked and answers in text, and the text is checked here.
//!
//! An agent process is one such agent (`players/run.rs`), a scripted one in a test another. A
//! legal answer in time counts, however its process ended. Of several faults the first of these
//! decides: the clock (a good answer that came too late loses), the way the process ended, the text
//! it wrote.

use crate::rules::answer_form::{AnswerForm, FormFlaw};
use crate::rules::ending::Ending;
use crate::rules::game_player::{CheckedReply, GamePlayer, TurnQuestion};
use crate::rules::profile::{Cost, ReplyRules};
use crate::rules::refereed::Refereed;
use crate::rules::run_remark::RunRemark;
use formats::{Play, Request};
use std::time::Duration;

pub trait FileGame: Refereed {
    fn request(question: &TurnQuestion<'_, Self>) -> String;

    /// The legal move that an answer says, else the ending.
    fn read_answer(&self, text: &str, form: AnswerForm) -> Result<Self::Move, Ending>;

    /// The fault in the form of an answer, for people; `None` if there is none.
    fn form_problem(text: &str, form: AnswerForm) -> Option<String>;

    /// How an answer differs from the exact form, if only the lenient reading takes it.
    fn form_flaw(text: &str) -> Option<FormFlaw> {
        let _ = text;
        None
    }
}

/// An agent that is asked by a file and answers by a file.
pub trait FileAgent {
    /// Its reply to a request, with the time that it has.
    fn ask_text(&mut self, request: String, remaining: Duration) -> Reply;

    /// The next request is not of the game of the last one.
    fn forget(&mut self) {}

    /// The same for checkers.
    fn ask(&mut self, request: &Request) -> Reply {
        self.ask_text(request.text(), request.remaining)
    }
}

impl<G: FileGame, A: FileAgent> GamePlayer<G> for A {
    fn play(&mut self, question: &TurnQuestion<'_, G>) -> CheckedReply<G::Move> {
        if question.asking.play == Play::Single {
            self.forget();
        }
        let time = question.time();
        let reply = self.ask_text(G::request(question), time);
        let checked = check_reply(reply, question.state.position(), time, question.replies());
        CheckedReply { left: question.remaining().saturating_sub(checked.charge), ..checked }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    pub cost: Cost,
    /// The text of the answer; without one, the ending.
    pub answer: Result<String, Ending>,
    /// How the process ended beside an answer, if not by itself with code 0.
    pub remark: Option<RunRemark>,
}

impl Reply {
    /// The reply if no program could be run; `ending` is the reason.
    pub const fn without_run(ending: Ending) -> Self {
        let cost = Cost { user: Duration::ZERO, system: Duration::ZERO, wall: Duration::ZERO };
        Reply { cost, answer: Err(ending), remark: None }
    }

    /// The legal move that `read` finds in the answer. Without one the end of the process says
    /// more of the cause than the text that it left.
    pub fn mv<M>(&self, read: impl FnOnce(&str) -> Result<M, Ending>) -> Result<M, Ending> {
        let text = self.answer.as_deref().map_err(|&ending| ending)?;
        read(text).map_err(|ending| self.remark.and_then(RunRemark::ending).unwrap_or(ending))
    }
}

/// Checks a reply to the request of a position.
pub fn check_reply<G: FileGame>(
    reply: Reply,
    position: &G,
    remaining: Duration,
    rules: ReplyRules,
) -> CheckedReply<G::Move> {
    let ReplyRules { profile, answers } = rules;
    let charge = profile.charge(reply.cost);
    let left = remaining.saturating_sub(charge);
    let mv: Result<G::Move, Ending> = if reply.answer == Err(Ending::KilledInMove) {
        Err(Ending::KilledInMove)
    } else if left.is_zero() && !profile.plays_late_answers() {
        Err(Ending::ClockOverdrawn)
    } else {
        reply.mv(|text| position.read_answer(text, answers))
    };
    let remark = reply.remark.filter(|_| mv.is_ok());
    let flaw = reply.answer.as_deref().ok().filter(|_| mv.is_ok()).and_then(G::form_flaw);
    CheckedReply { charge, left, mv, remark, flaw }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::answer_form::FlawKind;
    use crate::rules::profile::Profile;
    use games::Game;
    use games::checkers::Position;

    #[test]
    fn the_course_plays_a_late_answer_and_looks_at_the_clock_next_time() {
        let (start, second) = (Position::start(), Duration::from_secs(1));
        let late = Reply { cost: cost(1_500), answer: Ok("E b6 a5\n".to_string()), remark: None };
        let checked = |profile| check_reply(late.clone(), &start, second, ReplyRules::of(profile));
        assert_eq!(checked(Profile::Spec).mv, Err(Ending::ClockOverdrawn));
        let course = checked(Profile::Course);
        assert!(course.mv.is_ok() && course.left.is_zero());
        let killed = Reply { cost: cost(13_000), answer: Err(Ending::KilledInMove), remark: None };
        let found = check_reply(killed, &start, second, ReplyRules::of(Profile::Course)).mv;
        assert_eq!(found, Err(Ending::KilledInMove));
    }

    #[test]
    fn a_move_in_another_form_counts_with_its_flaw_or_not_at_all() {
        let (start, second) = (Position::start(), Duration::from_secs(1));
        let checked = |answer: &str, answers| {
            let reply = Reply { cost: cost(1), answer: Ok(answer.to_string()), remark: None };
            check_reply(reply, &start, second, ReplyRules { answers, ..ReplyRules::default() })
        };
        let plain = checked("E b6 a5\n", AnswerForm::Exact);
        assert!(plain.mv.is_ok() && plain.flaw.is_none());
        let lenient = checked("e b6 a5 \n", AnswerForm::Lenient);
        let flaw = FormFlaw { line: 1, kind: FlawKind::BlankBehind };
        assert_eq!((lenient.mv, lenient.flaw), (plain.mv, Some(flaw)));
        let exact = checked("e b6 a5 \n", AnswerForm::Exact);
        assert_eq!((exact.mv, exact.flaw), (Err(Ending::Malformed), None));
    }

    fn cost(milliseconds: u64) -> Cost {
        let user = Duration::from_millis(milliseconds);
        Cost { user, system: Duration::ZERO, wall: user }
    }
}
