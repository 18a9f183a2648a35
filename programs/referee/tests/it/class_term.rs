//! What a grader does in a term: grades one student again, compares, counts late days, fills the
//! tables of course systems.

use crate::support::{Arena, REFERENCE};

const SCHEME: &str = "levels = []\n[checks]\nonly = [\"single\"]\npoints = 100\n[swiss]\nrounds = 0\n\
                      [late]\nfree_days = 1\nper_day_percent = 10\nlist = \"late.csv\"\n";
fn class() -> Arena {
    let arena = Arena::new();
    arena.write("s.toml", SCHEME);
    arena.write("late.csv", "name,days\nann,3\nnobody,1\n");
    for student in ["ann", "bo", "cy"] {
        let script = format!("#!/bin/sh\nexec {} --depth 1\n", shell_words::quote(REFERENCE));
        arena.program(&format!("class/{student}/homework"), &script);
    }
    arena
}

fn grade<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["class", "class", "--scheme", "s.toml", "--no-sandbox"][..], more].concat()
}

fn row(arena: &Arena, name: &str) -> Vec<String> {
    let table = arena.read("class-out/grades.csv");
    let row = table.lines().find(|line| line.starts_with(&format!("{name},"))).expect("a row");
    row.split(',').map(str::to_string).collect()
}

#[test]
fn one_student_is_graded_again_and_the_others_stay_as_they_are() {
    let arena = class();
    arena.succeeds(&grade(&[]));
    arena.succeeds(&["class", "compare", "class-out", "class-out/grades.json"]);
    arena.write("before.json", arena.read("class-out/grades.json"));
    for student in ["bo", "cy"] {
        arena.program(&format!("class/{student}/homework"), "#!/bin/sh\nexit 1\n");
    }
    arena.succeeds(&grade(&["--only", "bo"]));
    assert_eq!(row(&arena, "bo")[1], "0.00");
    let told = arena.succeeds(&["class", "compare", "before.json", "class-out"]).out;
    let lines: Vec<_> = told.lines().collect();
    assert!(lines[0].starts_with("bo  ") && lines[0].contains(": checks -"), "{told}");
    assert_eq!(lines[1..], ["1 of 3 marks changed"], "{told}");
    arena.refuses(&grade(&["--only", "zed"]), "there is no such submission; there are ann, bo, cy");
}

#[test]
fn late_days_and_the_table_of_a_course_system_follow_the_lists() {
    let arena = class();
    let head = "Student,ID,SIS User ID,SIS Login ID,Section,hw1 (1),hw2 (2)\n";
    let rows = "    Points Possible,,,,,10,100\n\"A, Ann\",7,,ann,x,3,\n\"Z, Zoe\",8,,zoe,x,4,5\n";
    arena.write("canvas.csv", head.to_string() + rows);
    arena.refuses(&grade(&["--gradebook", "canvas.csv"]), "--gradebook FILE=COLUMN: hw1 (1), hw2");
    let told = arena.succeeds(&grade(&["--gradebook", "canvas.csv=hw2"])).err;
    assert!(told.contains("the list of late days names nobody, who has handed in"), "{told}");
    assert!(told.contains("canvas.csv has no row for bo, cy;"), "{told}");
    let (ann, bo) = (row(&arena, "ann"), row(&arena, "bo"));
    let points = |cell: &String| cell.parse::<f64>().expect("a number");
    assert_eq!((points(&ann[4]), points(&bo[4])), (-20.0, 0.0));
    assert!((points(&bo[1]) - 20.0 - points(&ann[1])).abs() < 0.01, "{ann:?} {bo:?}");
    let filled = arena.read("class-out/canvas.csv");
    let expected = format!("\"A, Ann\",7,,ann,x,3,{}\n\"Z, Zoe\",8,,zoe,x,4,5\n", ann[1]);
    assert!(filled.ends_with(&expected), "{filled}");
    let page = arena.read("class-out/feedback/ann/feedback.json");
    assert!(page.contains("Late: 3 days late, 1 of them free: 20.00 points less"), "{page}");
}

#[test]
fn a_dry_run_says_what_there_is_to_do_and_does_nothing() {
    let arena = class();
    let told = arena.succeeds(&grade(&["--dry-run"])).out;
    assert!(
        told.starts_with("ann: handed in as ann, 3 days late\nbo: handed in as bo\n"),
        "{told}"
    );
    let last = "3 submissions, 0 games against the reference, 0 in the tournament: probably ";
    assert!(told.lines().last().is_some_and(|line| line.starts_with(last)), "{told}");
    assert!(told.contains("the list of late days names nobody, who has handed in"), "{told}");
    let one = arena.succeeds(&grade(&["--dry-run", "--only", "bo"])).out;
    assert!(one.starts_with("bo: handed in as bo\n") && one.contains("1 submission,"), "{one}");
    arena.refuses(&grade(&["--dry-run", "--only", "zed"]), "there is no such submission");
    arena.refuses(&grade(&["--dry-run", "--libraries", "no.jar"]), "no.jar");
    assert!(!arena.path("class-out").exists());
}

#[test]
fn the_grades_of_another_class_are_not_written_over() {
    let arena = class();
    arena.succeeds(&grade(&[]));
    let before = arena.read("class-out/grades.csv");
    for (old, new) in [("ann", "dan"), ("bo", "eve"), ("cy", "flo")] {
        let [old, new] = [old, new].map(|name| arena.path(&format!("class/{name}")));
        std::fs::rename(old, new).expect("renamed");
    }
    arena.refuses(&grade(&[]), "class-out holds the grades of another class (ann, bo, cy)");
    assert_eq!(arena.read("class-out/grades.csv"), before);
    arena.succeeds(&grade(&["--out", "second"]));
}

#[test]
fn only_the_grader_hears_who_has_the_same_program() {
    let arena = class();
    let code = "int move(int from, int to) { return from * 32 + to; }\n".repeat(6);
    arena.write("class/ann/homework.c", format!("// Ann\n{code}"));
    arena.write("class/cy/homework.c", code);
    let told = arena.succeeds(&grade(&[])).err;
    assert!(
        told.contains("the same program, but for comments and blanks, was handed in by: ann, cy")
    );
    for student in ["ann", "cy"] {
        let page = arena.read(&format!("class-out/feedback/{student}/feedback.json"));
        assert!(!page.contains("the same program"), "{page}");
    }
}
