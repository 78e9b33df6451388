#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the commands of docs/manual as they stand there, and compares what comes of them: run_manual.py BUILD [PAGE...]

Each page has a folder of its own, with the example's source, the programs that pages name, and a short TMPDIR; its blocks are
run one after the other. --show prints what came of each command."""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import sessions

SOURCES = pathlib.Path(__file__).parents[3]
sys.path.insert(0, str(SOURCES / "tests/support"))
import machine  # noqa: E402

PATIENCE = 90  # seconds for one block
AT_ONCE = 3  # pages: what they do is mostly to wait
# dbgr's own failures; see app/dbgr/exit_codes.h.
FAILURES = range(120, 128)
PROGRAMS = {"ring": "ring", "heat": "debuggees/mpi_heat_O0", "no_mpi": "debuggees/no_mpi"}


class Place:
    """A folder to run a page in, and the environment."""

    def __init__(self, build, page):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="dbgr-", dir="/tmp"))
        self.build = build
        work = self.folder / "w"
        work.mkdir()
        shutil.copy(SOURCES / "examples/ring/ring.cpp", work)
        shutil.copy(SOURCES / "examples/ring/Makefile", work)
        for name, program in PROGRAMS.items():
            if name != "ring" or "make ring" not in page:
                shutil.copy(build / "bin" / program, work / name)
        self.work = work
        self.environment = dict(os.environ, TMPDIR=str(self.folder), HOME=str(self.folder), LC_ALL="C.UTF-8",
                                PATH=f"{build / 'bin'}:{mpi_bin()}:{os.environ['PATH']}",
                                OMPI_MCA_btl="self,sm", OMPI_MCA_mpi_yield_when_idle="1",
                                PRTE_MCA_rmaps_default_mapping_policy=":oversubscribe")
        for name in ("XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY", "DBGR_LOG"):
            self.environment.pop(name, None)

    def run(self, command, **environment):
        """What it printed, and its exit status. What it leaves behind in its group is ended."""
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
            process = subprocess.Popen(command, cwd=self.work, env={**self.environment, **environment}, text=True,
                                       stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                       start_new_session=True)
            try:
                status = process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                status = "it does not end"
            end_group(process.pid)
            process.wait()
            output.seek(0)
            return output.read(), status


def end_group(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


def mpi_bin():
    return os.environ.get("DBGR_OPENMPI5_BIN") or subprocess.run(
        [SOURCES / "tools/launcher", "openmpi5", "--print-bin"], capture_output=True, text=True, check=True).stdout.strip()


def check_session(place, block, before=()):
    """Runs the block's commands in one bash, with a mark and the status behind each."""
    mark = f"<mark {os.getpid()}>"
    script = "".join(f"{command.text}\necho; echo '{mark}' $?\n" for command in block.commands)
    output, status = place.run([*before, "bash", "-c", script])
    parts = re.split(rf"\n?{re.escape(mark)} (\d+)\n", output)
    problems = []
    for index, command in enumerate(block.commands):
        if 2 * index + 1 >= len(parts):
            problems.append((command, f"it did not end: {status}", parts[-1]))
            break
        actual = parts[2 * index].splitlines()
        wrong = sessions.differences(command.expected, actual)
        code = int(parts[2 * index + 1])
        if code in FAILURES and not wrong:
            wrong = f"exit status {code}"
        problems.append((command, wrong, parts[2 * index]))
    return problems


def check_window(place, block):
    """Starts dbgr as it stands there, without a display; its log tells when the window is there and the job held."""
    problems = []
    for command in block.commands:
        words = shlex.split(command.text)
        log = place.folder / f"window-{command.line}.log"
        job = len(words) > 1
        started = [words[0], "--log", str(log), *(["-c", "focus"] if job else []), *words[1:]]
        process = subprocess.Popen(started, cwd=place.work, env={**place.environment, "QT_QPA_PLATFORM": "offscreen"},
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                   start_new_session=True)
        wanted = "(dbgr) focus" if job else "shown" # a script begins when all ranks are attached
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and process.poll() is None and not log_says(log, wanted):
            time.sleep(0.1)
        met = log_says(log, wanted)
        process.send_signal(signal.SIGTERM)
        try:
            output = process.communicate(timeout=PATIENCE)[0]
        except subprocess.TimeoutExpired:
            end_group(process.pid)
            output = process.communicate()[0]
            met = False
        problems.append((command, None if met else "the window did not come so far", output))
    return problems


def log_says(log, wanted):
    return log.exists() and wanted in log.read_text(encoding="utf-8", errors="replace")


def check_elsewhere(place, block):
    """Nobody can run it here: whether bash can read it, and dbgr has the options."""
    help_text = subprocess.run([place.build / "bin/dbgr", "--help"], capture_output=True, text=True, check=True).stdout
    problems = []
    for command in block.commands:
        syntax = subprocess.run(["bash", "-n", "-c", command.text], capture_output=True, text=True)
        wrong = syntax.stderr or None
        for line in command.text.splitlines():
            wrong = wrong or unknown_option(line, help_text)
        problems.append((command, wrong, ""))
    return problems


def unknown_option(line, help_text):
    words = shlex.split(line, comments=True) if line.count("'") % 2 == 0 else []
    if "dbgr" not in words:
        return None
    for word in words[words.index("dbgr") + 1:]:
        if not word.startswith("-"):
            continue
        option = word.split("=")[0]
        if option.startswith("--") and not re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", help_text):
            # From the launcher on they are its own.
            return None if has_launcher(words, word) else f"dbgr has no option {option}"
    return None


def has_launcher(words, option):
    before = words[words.index("dbgr") + 1:words.index(option)]
    return any(not word.startswith("-") for word in before)


def check_block(place, block):
    if block.kind == "dbgr-run":
        return check_session(place, block)
    if block.kind == "dbgr-window":
        return check_window(place, block)
    if block.kind == "dbgr-watch" and machine.processor_watches(place.build):
        return check_session(place, block)
    if block.kind == "dbgr-slurm":
        return check_session(place, block, [str(SOURCES / "tests/cluster/slurm-cluster")])
    return check_elsewhere(place, block)


def check_page(build, path, show):
    page = path.read_text(encoding="utf-8")
    found = sessions.blocks(page)
    if not found:
        return []
    place, lines, start = Place(build, page), [], time.monotonic()
    for block in found:
        for command, wrong, output in check_block(place, block):
            if wrong or show:
                lines.append(f"{path}:{command.line}: {wrong or 'as it stands there'}\n$ {command.text}\n{output}")
            if wrong:
                lines[-1] = "FAILED " + lines[-1]
    shutil.rmtree(place.folder, ignore_errors=True)
    lines.append(f"{path.name}: {sum(len(block.commands) for block in found)} commands in "
                 f"{time.monotonic() - start:.1f} s")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("pages", nargs="*")
    parser.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    pages = sorted((SOURCES / "docs/manual").glob("*.md"))
    pages = [page for page in pages if not arguments.pages or page.stem in arguments.pages]
    failed = False
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for lines in pool.map(lambda page: check_page(arguments.build.resolve(), page, arguments.show), pages):
            for line in lines:
                print(line, flush=True)
                failed |= line.startswith("FAILED")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
