#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One session of liblldb with a program under a stub, as lines of text. Run by parity.py, once for each stub.

session.py STUB PROGRAM MODE: STUB is "keeper:PATH" or "lldb-server:PATH"; MODE is an argument of the program.
"""
import array
import fcntl
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import time

import lldb

HOLD = 1  # keeper::Order::Kind
CONTROL = 3  # keeper::kControlFd


class Keeper:
    """dbgd-keeper, as dbgd starts it: start_keeper stands beside it in the build folder."""

    def __init__(self, path):
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.control = ours
        end = fcntl.fcntl(theirs.fileno(), fcntl.F_DUPFD, 10)
        starter = os.path.join(os.path.dirname(path), "tests/start_keeper")
        self.process = subprocess.Popen([starter, path], preexec_fn=lambda: os.dup2(end, CONTROL), pass_fds=(CONTROL,))
        os.close(end)
        theirs.close()

    def attach(self, pid):
        ours, theirs = socket.socketpair()
        order = struct.pack("=BIiI", HOLD, 0, pid, 0)
        self.control.sendmsg([order], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [theirs.fileno()]))])
        return ours.detach()

    def close(self):
        self.control.close()
        return self.process.wait(20)


class Server:
    """lldb-server, one for a process."""

    def __init__(self, path):
        self.path = path
        self.process = None

    def attach(self, pid):
        ours, theirs = socket.socketpair()
        words = [self.path, "gdbserver", f"--fd={theirs.fileno()}", "--native-regs", "--attach", str(pid)]
        self.process = subprocess.Popen(words, pass_fds=(theirs.fileno(),), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return ours.detach()

    def close(self):
        self.process.kill() # it does not always end by itself
        self.process.wait(20)
        return 0


class Session:
    def __init__(self, stub, program, mode):
        self.source = os.path.splitext(program)[0]
        self.child = subprocess.Popen([program, mode], stdout=subprocess.PIPE, text=True)
        while not os.path.exists(f"/proc/{self.child.pid}/task") or len(os.listdir(f"/proc/{self.child.pid}/task")) < 2:
            time.sleep(0.01)
        self.debugger = lldb.SBDebugger.Create(False)
        self.debugger.SetAsync(False)
        if os.environ.get("PARITY_LOG"):
            self.debugger.EnableLog("gdb-remote", ["packets"])
            self.debugger.SetLoggingCallback(lambda text: print(text[:200], end=""))
        self.target = self.debugger.CreateTarget(program)
        error = lldb.SBError()
        listener = self.debugger.GetListener()
        self.process = self.target.ConnectRemote(listener, f"fd://{stub.attach(self.child.pid)}", "gdb-remote", error)
        self.say("attach", error.GetCString(), len(list(self.process)))

    def say(self, what, *values):
        text = " ".join(str(value) for value in values)
        text = re.sub(r"0x[0-9a-f]{6,}", "ADDRESS", text).replace(str(self.child.pid), "PID")
        print(f"{what}: {text}", flush=True)

    def frame(self):
        return self.process.GetSelectedThread().GetFrameAtIndex(0)

    def where(self, what):
        state = self.debugger.StateAsCString(self.process.GetState())
        if self.process.GetState() == lldb.eStateExited:
            return self.say(what, state, self.process.GetExitStatus(), self.process.GetExitDescription())
        thread = self.process.GetSelectedThread()
        frame = thread.GetFrameAtIndex(0)
        line = frame.GetLineEntry()
        words = re.sub(r"hit ADDRESS|\d{9,}", "", thread.GetStopDescription(200))
        self.say(what, state, frame.GetFunctionName(), line.GetLine(), thread.GetStopReason(), words)

    def at(self, place):
        return self.target.BreakpointCreateBySourceRegex(place, lldb.SBFileSpec(os.path.basename(self.source) + ".cpp", False))

    def values(self, *names):
        for name in names:
            value = self.frame().EvaluateExpression(name)
            self.say(f"  {name}", value.GetValue() or value.GetError().GetCString())


def registers(session):
    frame = session.frame()
    for name in ("rip", "eax", "xmm0", "ymm1", "st0", "mxcsr", "rflags", "fs_base", "zmm3", "k1"):
        register = frame.FindRegister(name)
        size = register.GetByteSize() if register.IsValid() else None
        session.say(f"  register {name}", size)
    rax = frame.FindRegister("rax")
    before = rax.GetValue()
    session.say("  write rax", rax.SetValueFromCString("0x1234"), frame.FindRegister("rax").GetValue())
    session.say("  write xmm5", frame.FindRegister("xmm5").SetValueFromCString("{1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16}"),
                frame.FindRegister("xmm5").GetValue())
    rax.SetValueFromCString(before)


def steps(session):
    thread = session.process.GetSelectedThread
    for name, step in (("over", lambda: thread().StepOver()), ("over again", lambda: thread().StepOver()),
                       ("into", lambda: thread().StepInto()), ("out", lambda: thread().StepOut()),
                       ("instruction", lambda: thread().StepInstruction(False))):
        step()
        session.where(f"step {name}")


def watches(session):
    watched = session.target.FindFirstGlobalVariable("g_watched")
    error = lldb.SBError()
    watchpoint = watched.Watch(True, False, True, error)
    session.say("watch", error.Success(), watchpoint.GetWatchSize())
    for number in (1, 2):
        session.process.Continue()
        session.where(f"watchpoint {number}")
        session.values("g_watched")
    session.target.DeleteWatchpoint(watchpoint.GetID())


def whole(session):
    inner = session.at("double product")
    session.say("go", session.target.FindFirstGlobalVariable("g_go").SetValueFromCString("1"))
    session.process.Continue()
    session.where("breakpoint")
    stack = session.process.GetSelectedThread()
    session.say("stack", [frame.GetFunctionName() for frame in stack][:3], [frame.GetLineEntry().GetLine() for frame in stack][:3])
    session.values("a", "b", "a*2+b", "g_real", "level3(1,2)", "(int)getpid()", "&g_watched", "no_such")
    session.where("after calls")
    registers(session)
    session.process.GetSelectedThread().StepOver()
    session.values("product")
    steps(session)
    inner.SetEnabled(False)
    if os.environ.get("DBGR_TEST_WATCHES"): # else the processor stops nobody, whatever lldb-server says of it
        watches(session)
    session.process.Continue()
    session.where("signal")
    inner.SetEnabled(True)
    after = session.at("all are set here")
    session.process.Continue()
    session.where("after forks")
    session.values("g_signals", "forked", "borrowed", "sum")
    after.SetEnabled(False)
    session.process.Continue()
    session.where("end")
    if session.process.GetState() == lldb.eStateStopped:
        session.process.Continue()
        session.where("end after all")
    session.say("output", session.child.stdout.read().strip())
    session.say("status", session.child.wait(10))


def calls_at_a_signal(session):
    """The signal that the rank stands with is delivered once, whatever is done before."""
    session.target.FindFirstGlobalVariable("g_go").SetValueFromCString("1")
    session.process.Continue()
    session.where("signal")
    session.values("(int)getpid()", "level3(1,2)", "g_signals")
    registers(session)
    steps(session)
    session.values("g_signals")
    session.at("all are set here")
    session.process.Continue()
    session.where("after forks")
    session.values("g_signals")


def left_alone(session):
    session.at("double product")
    session.say("detach", session.process.Detach().Success())
    with open(f"/proc/{session.child.pid}/status", encoding="utf-8") as status:
        session.say("tracer", re.search(r"TracerPid:\s*(\d+)", status.read())[1])
    os.kill(session.child.pid, signal.SIGKILL)
    session.say("status", session.child.wait(10))


def killed(session):
    session.say("kill", session.process.Kill().Success())
    session.where("killed")
    session.say("status", session.child.wait(10))


def stopped_from_outside(session):
    os.kill(session.child.pid, signal.SIGSTOP)
    session.process.Continue()
    session.where("stopped from outside")
    killed(session)


SCRIPTS = {"end": whole, "exec": whole, "crash": whole, "signal": calls_at_a_signal, "left": left_alone, "killed": killed, "stopped": stopped_from_outside}


def main():
    kind, path = sys.argv[1].split(":", 1)
    stub = {"keeper": Keeper, "lldb-server": Server}[kind](path)
    lldb.SBDebugger.Initialize()
    session = Session(stub, sys.argv[2], sys.argv[3])
    try:
        SCRIPTS[sys.argv[3]](session)
    finally:
        session.child.kill()
    lldb.SBDebugger.Destroy(session.debugger)
    print("stub:", stub.close(), flush=True)


if __name__ == "__main__":
    main()
