//! What ends the steps of a check before their end.

use crate::checks::test_result::time;
use referee::MatchError;
use referee::players::program::missing_file_hint;
use referee::players::{FilePlayer, PrintedCause, detail};
use referee::rules::{AnswerForm, Ending, Reply};
use runner::STDERR_FILE;

pub(super) struct CheckFailure {
    pub(super) reason: String,
    pub(super) ending: Option<Ending>,
    pub(super) printed: Option<PrintedCause>,
}

pub(super) enum CheckStop {
    Failed(CheckFailure),
    Skipped(String),
    Error(MatchError),
}

impl CheckStop {
    pub(super) const fn failed(reason: String) -> Self {
        CheckStop::Failed(CheckFailure { reason, ending: None, printed: None })
    }

    pub(super) fn ended(ending: Ending) -> Self {
        let (reason, ending) = (ending.to_string(), Some(ending));
        CheckStop::Failed(CheckFailure { reason, ending, printed: None })
    }

    pub(super) fn skipped(reason: &str) -> Self {
        CheckStop::Skipped(reason.to_string())
    }

    /// What fails in something that the assignment does not ask for costs nothing.
    pub(super) fn optional(self) -> Self {
        match self {
            CheckStop::Failed(CheckFailure { reason, .. }) => {
                CheckStop::Skipped(format!("{reason}; it is optional, and costs no points"))
            }
            other => other,
        }
    }
}

impl<E: Into<MatchError>> From<E> for CheckStop {
    fn from(error: E) -> Self {
        CheckStop::Error(error.into())
    }
}

/// The ending with details that help to find the cause. If the program missed a file that lies
/// beside it, the text says what to do.
pub(super) fn ended(
    run: &FilePlayer,
    form: AnswerForm,
    ending: Ending,
    reply: &Reply,
) -> CheckStop {
    let stderr = run.dir().read(STDERR_FILE).unwrap_or_default();
    let hint = missing_file_hint(run.agent(), run.dir().path(), &String::from_utf8_lossy(&stderr));
    let text = if ending == Ending::Hung {
        let (used, passed) = (reply.cost.user + reply.cost.system, reply.cost.wall);
        format!("it still ran after {}, with {} of CPU time used", time(passed), time(used))
    } else {
        ending.with_detail(detail(run.dir(), ending, form).as_deref())
    };
    let printed = match ending {
        Ending::NoOutput | Ending::EmptyOutput | Ending::ExitCode(_) | Ending::Signal(_) => {
            PrintedCause::of(run.dir())
        }
        _ => None,
    };
    let reason = hint.map_or(text.clone(), |hint| format!("{text}; {hint}"));
    CheckStop::Failed(CheckFailure { reason, ending: Some(ending), printed })
}
