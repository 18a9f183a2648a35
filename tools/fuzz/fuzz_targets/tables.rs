//! Any bytes as a file of endgame tables, and a small table of each format with damage: no panic,
//! whatever is then looked up in it.
#![no_main]

use evaluation::checkers::endgame::{DtcTable, Material, PackedMaterial, TableIndex, WdlTable};
use games::Outcome;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// The positions of these numbers of pieces are looked up; the small tables have the first of them.
const PIECES: std::ops::RangeInclusive<usize> = 2..=3;
/// Of each material, so that one run is short.
const MOST_LOOKED_UP: usize = 64;

static TABLES: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    let packed: Vec<_> =
        Material::all(2).map(|material| PackedMaterial::of(material, &results(material))).collect();
    [
        WdlTable::encode(2, 2, &packed).0,
        DtcTable::encode(2, &each(|material| vec![DtcTable::compress(&rounds(material))])),
    ]
});

fuzz_target!(|bytes: &[u8]| {
    look_up(bytes);
    let Some((&choice, damage)) = bytes.split_first() else { return };
    let mut table = TABLES[usize::from(choice) % TABLES.len()].clone();
    for change in damage.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % table.len();
        table[place] = change[2];
    }
    // What is left of the last change shortens the file.
    let missing = damage.chunks_exact(3).remainder().first().copied().unwrap_or(0);
    table.truncate(table.len().saturating_sub(usize::from(missing)));
    look_up(&table);
});

fn look_up(bytes: &[u8]) {
    let (wdl, dtc) = (WdlTable::from_bytes(bytes), DtcTable::from_bytes(bytes));
    let mut cache = Vec::new();
    for material in PIECES.flat_map(Material::all) {
        let step = (material.size() / MOST_LOOKED_UP).max(1);
        for index in (0..material.size()).step_by(step) {
            if let Ok(wdl) = &wdl
                && let Some(table_index) = TableIndex::at(material, index)
            {
                wdl.stored(table_index);
            }
            if let Ok(dtc) = &dtc {
                dtc.probe(material, index, &mut cache);
            }
        }
    }
}

fn each<T>(of: impl Fn(Material) -> T) -> Vec<T> {
    Material::all(2).map(of).collect()
}

fn results(material: Material) -> Vec<Option<Outcome>> {
    let some = [None, Some(Outcome::Win), Some(Outcome::Draw), Some(Outcome::Loss)];
    (0..material.size()).map(|index| some[index * index / 7 % some.len()]).collect()
}

fn rounds(material: Material) -> Vec<u8> {
    (0..material.size()).map(|index| (index * index / 11 % 50) as u8).collect()
}
