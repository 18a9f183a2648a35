//! The files of the assignment in an agent's directory.

use formats::{CALIBRATION_FILE, INPUT_FILE, OUTPUT_FILE, PLAYDATA_FILE};
use runner::FileNames;

pub const AGENT_FILES: FileNames = FileNames {
    question: INPUT_FILE,
    answer: OUTPUT_FILE,
    memory: PLAYDATA_FILE,
    calibration: CALIBRATION_FILE,
    programs: ["homework", "calibrate"],
};

/// The file, among the evidence, with the content of `playdata.txt` before the last run.
pub const PLAYDATA_BEFORE: &str = "playdata-before.txt";
