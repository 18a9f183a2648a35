//! The parts of a student's page: sections of items, as `crownhead report` reads them.

use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FeedbackSection {
    pub title: String,
    pub items: Vec<FeedbackItem>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FeedbackItem {
    pub text: String,
    pub status: ItemStatus,
    pub details: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// A page beside this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ItemStatus {
    Passed,
    Failed,
    Info,
}

impl FeedbackItem {
    pub fn new(status: ItemStatus, text: String) -> Self {
        FeedbackItem { text, status, details: Vec::new(), command: None, link: None }
    }
}
