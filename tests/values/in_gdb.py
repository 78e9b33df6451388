# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs inside gdb, started by stops.py: at each stop a core file, and beside it what gdb says of every variable there.

The environment's DBGR_STOPS holds, as JSON: program, folder, sources (file names), stops (each: file, line, name), hits
(how often each stop is taken), everyLine, crashing (what gdb does not survive). What gdb is about to do is in PROGRAM.now:
to read a variable, to evaluate what is asked for, or something else at a stop; stops whose JSON is there are passed over. So
stops.py can go on after a crash.
"""
import collections
import json
import os

import gdb

SETTINGS = (
    "set pagination off",
    "set confirm off",
    "set width 0",
    "set height 0",
    "set startup-with-shell off",
    "set inferior-tty /dev/null",
    "set debuginfod enabled off",
    "set print elements 200",
    "set print repeats 0",
    "set print frame-arguments none",
    "set print address on",
    "set print symbol off",
    "set max-value-size unlimited",
    "set environment OMP_NUM_THREADS 1",
)


def report(text):
    """To stops.py; all other lines are gdb's own."""
    print("stops.py: " + text)


def is_hidden(name):
    """Made by the compiler: lengths, descriptors, results."""
    return not name or name[0] in "._<" or "." in name


def actual(value):
    """An object, or what a reference stands for, as of the class that it was made as; anything else as it is."""
    kind = value.type.strip_typedefs().code
    if kind in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        value = value.referenced_value()
        kind = value.type.strip_typedefs().code
    if kind != gdb.TYPE_CODE_STRUCT:
        return value
    try:
        made_as = value.dynamic_type
        return value if made_as == value.type else value.cast(made_as)
    except gdb.error:  # its pointer to the class is none
        return value


def text_of(value):
    """As `output` prints it."""
    try:
        value = actual(value)
    except gdb.error:  # a reference to nothing that can be read: gdb says why
        pass
    return value.format_string(max_elements=200, repeat_threshold=0, deref_refs=True, static_members=False, actual_objects=False)


def pointee_of(value):
    """What a pointer of Fortran stands for, since gdb shows its address; None where there is nothing to be read."""
    try:
        if value.type.strip_typedefs().code != gdb.TYPE_CODE_PTR or int(value) == 0:
            return None
        if value.type.strip_typedefs().target().code in (gdb.TYPE_CODE_FUNC, gdb.TYPE_CODE_VOID):
            return None
        return text_of(value.dereference())
    except (gdb.error, RuntimeError):
        return None


def described(symbol, frame, is_hosts):
    """One variable of the selected frame, with the value or the reason why there is none. Without its type: gdb 13
    crashes on texts of it."""
    entry = {"name": symbol.name, "isArgument": symbol.is_argument}
    try:
        # gdb follows the static link to the host's frame in expressions only.
        value = gdb.parse_and_eval(symbol.name) if is_hosts else symbol.value(frame)
        entry["isOptimizedOut"] = value.is_optimized_out
        entry["text"] = text_of(value)
        if is_fortran_file(frame):
            entry["pointee"] = pointee_of(value)
    except (gdb.error, RuntimeError, UnicodeError, OverflowError, MemoryError) as error:
        entry["error"] = str(error)
    return entry


def blocks_of(frame):
    """Of the function, the outermost block first; then, in Fortran, those of its hosts."""
    try:
        block = frame.block()
    except RuntimeError:
        return []
    own, around, in_function = [], [], True
    while block is not None and not block.is_global and not block.is_static:
        (own if in_function else around).append(block)
        in_function = in_function and block.function is None
        block = block.superblock
    # Around an inlined function is its caller, which is no host.
    has_hosts = is_fortran_file(frame) and frame.type() != gdb.INLINE_FRAME
    return own[::-1], around if has_hosts else []


def symbols_of(frame):
    """What the frame's blocks declare, and whether a host does. Of hosts, only what is not hidden by another."""
    own, around = blocks_of(frame)
    seen = set()
    for block in own + around:
        is_hosts = block in around
        for symbol in block:
            is_one = (symbol.is_variable or symbol.is_argument) and not is_hidden(symbol.name)
            if is_one and not (is_hosts and symbol.name in seen):
                seen.add(symbol.name)
                yield symbol, is_hosts


def evaluated(expression):
    """With the members that an object has by its dynamic type, where the declared one has none of that name."""
    try:
        return gdb.parse_and_eval(expression)
    except gdb.error:
        gdb.execute("set print object on", to_string=True)
        try:
            return gdb.parse_and_eval(expression)
        finally:
            gdb.execute("set print object off", to_string=True)


def answer_to(expression):
    """What gdb says of an expression in the selected frame."""
    entry = {"name": expression, "isArgument": False}
    try:
        value = evaluated(expression)
        entry["isOptimizedOut"] = value.is_optimized_out
        entry["text"] = text_of(value)
    except (gdb.error, RuntimeError, UnicodeError, OverflowError, MemoryError) as error:
        entry["error"] = str(error)
    return entry


def is_fortran_file(frame):
    return frame.find_sal().symtab.filename.endswith(".f90")


def physical_frames():
    """Lists of the frames that share a physical one, the innermost first."""
    groups, group = [], []
    frame = gdb.newest_frame()
    while frame is not None:
        group.append(frame)
        if frame.type() != gdb.INLINE_FRAME:
            groups.append(group)
            group = []
        try:
            frame = frame.older()
        except gdb.error:
            break
    return groups


def registers_of(frame):
    """Those that callees keep, and so every frame has."""
    found = {}
    for name in ("rip", "rsp", "rbp", "rbx", "r12", "r13", "r14", "r15"):
        try:
            found[name] = int(frame.read_register(name).cast(gdb.lookup_type("unsigned long long")))
        except (gdb.error, ValueError):
            pass
    return found


def frames_of_program(sources, variables_of, answers):
    """Of each frame in a source file of the program: which one it is, and its variables. Of the innermost one, the answers
    to what is asked for there, too."""
    found = []
    for index, group in enumerate(physical_frames()):
        for position, frame in enumerate(group):
            symtab = frame.find_sal().symtab
            if symtab is None or os.path.basename(symtab.filename) not in sources:
                continue
            frame.select()
            found.append(
                {
                    "physical": index,
                    "inlineDepth": len(group) - 1 - position,
                    "function": frame.name(),
                    "line": frame.find_sal().line,
                    "isFortran": is_fortran_file(frame),
                    "registers": registers_of(frame),
                    "variables": variables_of(frame, index),
                    "answers": [] if found else answers(),
                }
            )
    return found


class Recorder:
    """Takes the stops of one program, from its start to its end."""

    def __init__(self, order):
        self.order = order
        self.hits = collections.Counter()
        self.stops = {}
        self.reached = []
        self.now = open(os.path.join(order["folder"], order["program"] + ".now"), "w", encoding="utf-8")
        gdb.events.stop.connect(self.on_stop)

    def set_breakpoints(self):
        for stop in self.order["stops"]:
            try:
                breakpoint = gdb.Breakpoint(f"{stop['file']}:{stop['line']}", internal=True)
            except gdb.error as error:
                report(f"no breakpoint at {stop['name']}: {error}")
                continue
            if breakpoint.pending:
                report(f"no code at {stop['name']}")
                breakpoint.delete()
                continue
            self.stops[breakpoint.number] = (breakpoint, stop)

    def add_every_line(self):
        """A stop at each line with code, of each source."""
        for source in self.order["sources"]:
            marked = {stop["line"] for stop in self.order["stops"] if stop["file"] == source}
            table = gdb.decode_line(f"{source}:1")[1][0].symtab.linetable()
            stem = os.path.splitext(source)[0]
            for line in sorted(set(table.source_lines()) - marked - {0}):
                self.order["stops"].append({"file": source, "line": line, "name": f"{stem}-{line}"})

    def on_stop(self, event):
        self.reached = event.breakpoints if isinstance(event, gdb.BreakpointEvent) else []

    def take(self, breakpoint):
        stop = self.stops[breakpoint.number][1]
        self.hits[stop["name"]] += 1
        count = self.hits[stop["name"]]
        if count == self.order["hits"]:
            breakpoint.enabled = False
        asked = stop.get("ask", [])
        name = stop["name"] if count == 1 else f"{stop['name']}-{count}"
        base = os.path.join(self.order["folder"], f"{self.order['program']}.{name}")
        if os.path.exists(base + ".json"):
            return
        if not self.may(f"{name} stop"):
            report(f"gdb does not get on at {name}")
            return
        gdb.execute(f"generate-core-file {base}.core", to_string=True)

        def variables_of(frame, index):
            found = self.variables_of(frame, f"{name} {index}")
            self.may(f"{name} stop")
            return found

        def answers():
            return [self.answer(f"{name} asked {expression}", expression) for expression in asked]

        record = {
            "program": self.order["program"],
            "stop": name,
            "frames": frames_of_program(self.order["sources"], variables_of, answers),
        }
        with open(base + ".json", "w", encoding="utf-8", errors="backslashreplace") as out:
            json.dump(record, out, indent=1)

    def may(self, key):
        """Whether gdb survives what it is about to do."""
        if key in self.order["crashing"]:
            return False
        self.now.seek(0)
        self.now.truncate()
        self.now.write(key)
        self.now.flush()
        return True

    def answer(self, key, expression):
        if not self.may(key):
            return {"name": expression, "isArgument": False, "error": "gdb crashes"}
        return answer_to(expression)

    def variables_of(self, frame, place):
        """All that the frame's blocks declare. `place` tells the frame from others."""
        found = []
        for symbol, is_hosts in symbols_of(frame):
            if self.may(f"{place} {frame.name()} {symbol.name}"):
                found.append(described(symbol, frame, is_hosts))
            else:
                found.append({"name": symbol.name, "isArgument": symbol.is_argument, "error": "gdb crashes"})
        return found

    def run(self):
        gdb.execute("run", to_string=True)
        while gdb.selected_inferior().pid != 0:
            if not self.reached:
                raise gdb.GdbError("it stopped where no breakpoint is: did it crash?")
            for breakpoint in self.reached:
                if breakpoint.number in self.stops:
                    self.take(breakpoint)
            self.reached = []
            gdb.execute("continue", to_string=True)


def main():
    for setting in SETTINGS:
        gdb.execute(setting, to_string=True)
    recorder = Recorder(json.loads(os.environ["DBGR_STOPS"]))
    if recorder.order["everyLine"]:
        recorder.add_every_line()
    recorder.set_breakpoints()
    recorder.run()
    missed = [stop["name"] for _, stop in recorder.stops.values() if stop["name"] not in recorder.hits]
    if missed and not recorder.order["everyLine"]:
        report("never reached: " + ", ".join(missed))
    report(f"{sum(recorder.hits.values())} stops")


main()
