"""The referee under attack: each trial is a match between an attacker and an honest agent.

An attacker does its worst at the beginning of each of its moves. Then it answers like an honest agent, or ends with
exit code 42 if it got what it must not get. Usage:

    cargo build --release --workspace
    python3 tools/soak/scripts/attacks.py [--bin target/release] [--only NAME,NAME] [--level full|bwrap|partial|none]
                                          [--user nobody|root] [--keep FOLDER]

Contract: every trial runs in namespaces of its own (`hostile_ground.py`), as the user `nobody` if this is root and
`--user` says nothing else, and is killed after three minutes: the machine is safe even if the referee fails. Where
several games are played at a time, the honest agent of one plays beside the attacker of another. Printed for each
attack: how the attacker's games ended, the CPU time of the other agent, what harm was done. Exit code 0: the other
agent has not forfeited, nothing was left or changed; 1: otherwise; 2: it cannot run here.
"""
import json, pathlib, os, shutil, sys, tempfile  # noqa: E401

import hostile_ground as ground
from hostile_agents import ATTACKS
from hostile_agents_hidden import HIDDEN
from hostile_agents_more import MORE, Attack
from hostile_agents_text import MOVE_SECONDS, TEXT

NORMAL = {"no-pieces", "no-moves", "repetition", "quiet-turns", "max-plies", "referee-fault", "connected", "move-limit"}
ALL = {name: Attack(kind) if isinstance(kind, str) else kind for name, kind in (ATTACKS | MORE | HIDDEN | TEXT).items()}


def script_of(attack, engine, folder):
    names = f"export ENGINE={engine} CANARY={folder}/canary OUT={folder}/out HONEST={folder}/honest BASE={folder}"
    return f'#!/bin/bash\n{names}\n{attack}\nexec "{engine}"\n'


def write_script(path, text):
    path.write_text(text)
    path.chmod(0o755)


def inner(folder, arguments):
    """In the namespaces: plays one match and prints what happened as JSON."""
    attack = ALL[os.environ["ATTACK"]]
    sides = [f"{folder}/both/attacker", f"{folder}/both/honest"] if attack.beside else [f"{folder}/attacker", f"{folder}/honest"]
    play = [folder + "/bin/referee", "match", *sides, "--games", "2", "--openings", "start", "--no-preflight",
            "--jobs", str(attack.jobs), "--out", folder + "/out"]
    play += ["--seconds", str(attack.seconds), "--max-plies", "14" if attack.game else "8"]
    if attack.game:
        play += ["--game", attack.game, "--clock", attack.clock]
    if attack.clock == "wall":
        play += ["--move-time", str(MOVE_SECONDS)]
    print(json.dumps(ground.run_inside(folder, play, arguments, 180)))


def prepare(folder, arguments):
    """The files of a trial, in the disk of its own."""
    base, attack = pathlib.Path(folder), ALL[os.environ["ATTACK"]]
    ground.lay_out(base, arguments, ("attacker", "honest", "out", "both"), ["referee"])
    program = attack.game or "homework"
    engine, honest = base / "attacker/engine", base / "honest" / ("engine" if attack.honest else program)
    for place in (engine, honest):
        shutil.copy(arguments.bin / program, place)
    if attack.honest:
        write_script(base / "honest" / program, script_of(attack.honest, honest, folder))
    for name, text in {program: attack.script, "calibrate": attack.calibrate}.items():
        if text is not None:
            write_script(base / "attacker" / name, script_of(text, engine, folder))
    if attack.beside:
        shutil.copy(honest, base / "both/honest")
        write_script(base / "both/attacker", script_of(attack.script, engine, folder).replace("/honest ", "/both/honest "))
    lay_notes(base / "attacker")
    ground.give_away(base, arguments)


def lay_notes(folder):
    """A file, and times in the future of what an attacker has in its own folder."""
    (folder / "note").write_text("note\n")
    for path in (folder / "note", folder / "engine", folder):
        os.utime(path, (10 ** 9, 4 * 10 ** 9))


def row(name, arguments):
    """Runs a trial and prints its line; whether the other agent and the machine were unharmed."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        said, lines, errors = ground.enclosed(__file__, folder, arguments, name, ALL[name].disk)
    records = [json.loads(line) for line in lines[:-1] if line.startswith("{")]
    games = [record for record in records if "ending" in record]
    endings = sorted({side_ending(game) for game in games})
    harm = ground.common_harm(said, (lines or [""])[-1], arguments)
    if said and len(games) != 2:
        harm.append(f"{len(games)} games, {said['code']}: {said['said'].strip()[-300:]}")
    harm += [f"got what it must not get ({ending})" for ending in endings if "42" in ending]
    harm += ["the other agent forfeits" for game in games if forfeits(game) == "honest"]
    sides = [game[color] for game in games for color in ("black", "white")]
    used = [player["seconds"] - player["left"] for player in sides if player["name"] == "honest"]
    most = f"{1000 * max(used):.0f}" if used else "-"
    print(f"| {name} | {'; '.join(endings) or '-'} | {most} | {'; '.join(harm) or 'nothing'} |", flush=True)
    if arguments.only:
        print(errors, said, file=sys.stderr)
    return not harm


def side_ending(game):
    ending = game["ending"]
    text = ending if isinstance(ending, str) else " ".join(f"{key} {value}" for key, value in ending.items())
    return text if forfeits(game) != "honest" else f"OTHER {text}"


def forfeits(game):
    """Who has ended the game without an answer: the side to move after the last turn."""
    ending = game["ending"] if isinstance(game["ending"], str) else next(iter(game["ending"]))
    if ending in NORMAL:
        return None
    turns = len(game["turns"])
    begins, other = ("black", "white") if game["begins"] == "black" else ("white", "black")
    return game[begins if turns % 2 == 0 else other]["name"]


def trials(arguments):
    print("| the attacker | its games ended by | CPU ms of the other agent, most | harm |\n|---|---|---:|---|", flush=True)
    return [row(name, arguments) for name in arguments.names]


if __name__ == "__main__":
    sys.exit(ground.try_all("attacks", ground.options(__doc__, ALL), inner, prepare, trials))
