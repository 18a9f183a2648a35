//! The page of a match in a folder. Twenty thousand games need no more memory than a few hundred.

use crate::evaluations::{EVALUATIONS, EvaluationWork, GameEvaluator};
use crate::report::page_file::PageFile;
use crate::report::view::{GameEntry, GameFacts, ReportFrame};
use crate::shown_game::{ReplayedGame, ShownGame};
use analysis::SearchLimits;
use classroom::diagnose::EvidencePaths;
use cli::{ProgramError, ProgressLine, visible};
use formats::feedback::StudentFeedback;
use games::with_game;
use maud::Markup;
use referee::journal::journal_scan::JournalScan;
use referee::journal::{JOURNAL, RecordedGame, Results};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;

/// Games that are in memory at once.
const TOGETHER: usize = 200;

#[derive(Debug)]
pub struct FolderReport<'a> {
    pub folder: &'a Path,
    /// Of the search of each position.
    pub nodes: u64,
    /// Games that are evaluated at once.
    pub jobs: NonZeroUsize,
    /// Of a grader, for a student who has no file of his machine.
    pub feedback: Option<StudentFeedback>,
}

type OnEntry<'a> = &'a mut dyn FnMut(GameEntry) -> Result<(), ProgramError>;

impl FolderReport<'_> {
    /// Evaluates all games, which takes long, and keeps the evaluations in the folder; then writes
    /// the page, below a section, to what `begin` begins.
    pub fn write<W: Write>(
        &self,
        scan: Option<&JournalScan>,
        section: &Markup,
        begin: impl FnOnce() -> Result<W, ProgramError>,
    ) -> Result<W, ProgramError> {
        let (limits, path) = (SearchLimits::of_nodes(self.nodes), self.folder.join(EVALUATIONS));
        let empty = Results::new();
        let results = scan.map_or(&empty, |scan| &scan.results);
        let kept_in = Some(path.as_path()).filter(|_| !results.is_empty());
        let mut evaluator =
            GameEvaluator::open(EvaluationWork { limits, jobs: self.jobs, kept_in })?;
        let frame = || ReportFrame::new(results, self.nodes);
        self.each_game(scan, &mut evaluator, &mut frame(), &mut |_| Ok(()))?;
        let mut frame = frame();
        let mut out = begin()?;
        let mut page = PageFile::begin(&mut out, section)?;
        self.each_game(scan, &mut evaluator, &mut frame, &mut |entry| page.add(&entry))?;
        frame.feedback = self.feedback.clone();
        page.end(&frame)?;
        Ok(out)
    }

    /// Hands on the entries of all games, in the order of their numbers.
    fn each_game(
        &self,
        scan: Option<&JournalScan>,
        evaluator: &mut GameEvaluator,
        frame: &mut ReportFrame,
        on_entry: OnEntry<'_>,
    ) -> Result<(), ProgramError> {
        let Some(scan) = scan else { return Ok(()) };
        let positions: usize = scan.results.values().map(|result| result.turns.len() + 1).sum();
        let progress = ProgressLine::new(positions as u64, "positions");
        let mut some: Vec<RecordedGame> = Vec::new();
        let records = scan.records().map_err(ProgramError::failed)?;
        for record in records.map(Some).chain([None]) {
            let record = record.transpose().map_err(ProgramError::failed)?;
            let record = record.map(|record| record.with_evidence_in(self.folder));
            let game = record.as_ref().map(|record| record.game);
            if let Some(first) = some.first()
                && (Some(first.game) != game || some.len() == TOGETHER)
            {
                let entries = (&mut *evaluator, &mut *frame, &progress);
                with_game!(first.game, G => self.add::<G>(&some, entries, on_entry))?;
                some.clear();
            }
            some.extend(record);
        }
        Ok(())
    }

    /// The same for games of one kind.
    fn add<G: ShownGame>(
        &self,
        records: &[RecordedGame],
        (evaluator, frame, progress): (&mut GameEvaluator, &mut ReportFrame, &ProgressLine),
        on_entry: OnEntry<'_>,
    ) -> Result<(), ProgramError> {
        let replayed: Result<Vec<_>, _> = records.iter().map(ReplayedGame::<G>::new).collect();
        let games = replayed.map_err(|error| {
            let path = self.folder.join(JOURNAL);
            ProgramError::Failed(format!("{}: {error}; play the match again", visible::path(path)))
        })?;
        let paths = match self.feedback {
            Some(_) => EvidencePaths::LeftOut,
            None => EvidencePaths::Shown,
        };
        let played: Vec<_> = games.iter().map(|one| (one.record.id, &one.game)).collect();
        evaluator.evaluate(&played, progress, &mut |nth, evaluations, _| {
            let facts = GameFacts::for_page(&games[nth], paths);
            on_entry(frame.entry(facts, &games[nth].game, Some(&evaluations)))
        })
    }
}
