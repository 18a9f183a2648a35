//! Any bytes as a file of endgame tables: no panic, whatever is then looked up in it.
#![no_main]

use evaluation::checkers::endgame::{DtcTable, Material, TableIndex, WdlTable};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for material in (2..=3).flat_map(Material::all) {
        for index in [0, material.size() / 2, material.size() - 1] {
            if let Ok(wdl) = WdlTable::from_bytes(bytes)
                && let Some(table_index) = TableIndex::at(material, index)
            {
                wdl.probe(table_index);
            }
            if let Ok(dtc) = DtcTable::from_bytes(bytes) {
                dtc.probe(material, index, &mut Vec::new());
            }
        }
    }
});
