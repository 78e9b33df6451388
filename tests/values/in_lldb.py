# SPDX-License-Identifier: GPL-3.0-or-later
"""What LLDB's formatters show of variables with static storage, in a core file. Run by containers.py.

    in_lldb.py PROGRAM CORE NAME...

Prints a line of JSON for each, flushed, and before it a line with its name: LLDB may crash at it.
"""
import argparse
import json

import lldb

MAX_DEPTH = 8
MAX_ITEMS = 600  # of one object: all of the programs' unordered ones
MAX_OBJECTS = 4000


def tree(value, left, depth=0):
    """Name, type, text and summary of an object, and its children, as bounded as a garbage length needs."""
    left[0] -= 1
    if value.GetType().IsReferenceType():
        value = value.Dereference()
    shown = {"name": value.GetName() or "", "type": value.GetType().GetCanonicalType().GetName() or ""}
    shown["value"], shown["summary"] = value.GetValue(), value.GetSummary()
    if value.GetError().Fail():
        shown["error"] = value.GetError().GetCString()
    count = value.GetNumChildren(MAX_ITEMS)
    is_pointer = value.GetType().GetCanonicalType().IsPointerType()
    if depth < MAX_DEPTH and not is_pointer and left[0] > 0:
        children = (value.GetChildAtIndex(i) for i in range(min(count, MAX_ITEMS)))
        shown["children"] = [tree(child, left, depth + 1) for child in children if left[0] > 0]
    return shown


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("core")
    parser.add_argument("names", nargs="+")
    options = parser.parse_args()
    debugger = lldb.SBDebugger.Create()
    debugger.SetAsync(False)
    target = debugger.CreateTarget(options.program)
    target.LoadCore(options.core)
    for name in options.names:
        print(json.dumps({"at": name}), flush=True)
        print(json.dumps({"of": name, "is": tree(target.FindFirstGlobalVariable(name), [MAX_OBJECTS])}), flush=True)
    print(json.dumps({"end": True}), flush=True)


main()
