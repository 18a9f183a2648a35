//! A side in the JSON of a page: `black` or `white`.

use games::board::Side;
use serde::{Serialize, Serializer};

pub fn serialize<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(side.word())
}

/// `null` for no side.
pub fn serialize_any<S: Serializer>(side: &Option<Side>, serializer: S) -> Result<S::Ok, S::Error> {
    side.map(Side::word).serialize(serializer)
}
