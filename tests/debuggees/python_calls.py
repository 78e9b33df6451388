# SPDX-License-Identifier: GPL-3.0-or-later
# Calls of Python of many kinds, a kind a thread, each of which waits at its inner end. When all do, it writes what the
# interpreter itself says of them: "thread ID", "name|file|line" for each call from inside, "end". Then it waits to be
# ended. Arguments: the kinds, none: all of them; "by-rank": as one of four ranks, each of which has others; of 3.9
# without the deep one, whose native stack is longer than what is unwound. It writes to the file that DBGR_SAID names,
# as a rank with ".RANK" behind it.
import ctypes
import functools
import itertools
import os
import signal
import sys
import threading
import time

waiting = set()
r_end, w_end = os.pipe()


def wait():
    waiting.add(threading.get_ident())
    os.read(r_end, 1)


def shown(text):
    def one(c):
        code = ord(c)
        if code < 0x20 or 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000:
            return "\\x%02x" % code if code < 0x100 else "\\u%04x" % code
        return c
    return "".join(one(c) for c in text)


def tell():
    if "DBGR_SAID" in os.environ:
        path = os.environ["DBGR_SAID"] + "." + os.environ.get("PMIX_RANK", "0")
        with open(path + "+", "w", encoding="utf-8") as out:
            tell_to(out)
        os.rename(path + "+", path)
    else:
        sys.stdout.reconfigure(encoding="utf-8")
        tell_to(sys.stdout)


def tell_to(out):
    for ident, frame in sys._current_frames().items():
        if ident == threading.get_ident():
            continue
        print("thread %x" % ident, file=out)
        while frame:
            code = frame.f_code
            name = getattr(code, "co_qualname", code.co_name)
            print(shown(name), shown(code.co_filename), frame.f_lineno, sep="|", file=out)
            frame = frame.f_back
    print("end", file=out, flush=True)


# --- the kinds -------------------------------------------------------------------------------------------------------

def recursion(n=30):
    if n == 0:
        return wait()
    return recursion(n - 1) + 1


def deep_recursion(n=600):
    return wait() if n == 0 else deep_recursion(
        n - 1)


class Solver:
    class Inner:
        @staticmethod
        def relax():
            wait()

    @classmethod
    def made(cls):
        return cls()

    def __init__(self):
        self.grid = [self.one for _ in range(1)]

    @property
    def one(self):
        Solver.Inner.relax()


def methods():
    Solver.made()


def generators():
    def inner():
        yield 1
        wait()
        yield 2

    def outer():
        yield 0
        yield from inner()

    for _ in outer():
        pass


def expressions():
    list(x for x in map(lambda y: [wait() for _ in (1,)], (1,)))


def coroutines():
    async def inner():
        wait()

    async def middle():
        await inner()

    async def outer():
        return await middle()
    try:
        outer().send(None)
    except StopIteration:
        pass


def c_calls_back():
    kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)

    def compare(a, b):
        sorted([2, 1], key=lambda k: wait())
        return 0

    numbers = (ctypes.c_int * 2)(3, 1)
    ctypes.CDLL(None).qsort(numbers, 2, 4, kind(compare))


def exceptions():
    try:
        try:
            raise ValueError("x")
        except ValueError as error:
            raise KeyError from error
        finally:
            str()
    except KeyError:
        with Context():
            1 / 0


class Context:
    def __enter__(self):
        return self

    def __exit__(self, *what):
        wait()
        return True


def without_file():
    exec("def made():\n\n\n  wait()\nif True:\n  made()", {"wait": wait})


def evaluated():
    eval("(lambda: wait())()", {"wait": wait})


def größe():
    def 関数():
        wait()
    関数()


def strange_names():
    def plain():
        wait()

    def named(name, file):
        code = plain.__code__.replace(co_name=name, co_filename=file)
        if hasattr(code, "co_qualname"):
            code = code.replace(co_qualname=name)
        return type(plain)(code, {"wait": inside}, name, None, (inside,) if code.co_freevars else None)

    def inside():
        wait()

    named("a\nb\x1b[1m \U0001d4bb", "/tmp/\udc80\xe9\u4e00.py")()


def class_body():
    class Body:
        class Within:
            x = functools.reduce(lambda a, b: wait(), [1, 2])


def destructor():
    class Ends:
        def __del__(self):
            wait()

    def holds():
        it = Ends()
        return None
    holds()


def long_code():
    text = "def long():\n" + "".join(" x%d = %d\n" % (i, i * 1000) for i in range(400)) + "\n" * 700 + " wait()\n\nlong()\n"
    exec(compile(text, "long.py", "exec"), {"wait": wait})


def lines_go_back():
    (functools.partial(
        lambda *a: wait(),
        *itertools.chain([1],
                         [2]))
     (3,
      4))


def traced():
    sys.settrace(lambda frame, event, argument: None)

    def inside():
        wait()
    inside()


def closures():
    x = 1

    def outer(f):
        y = x

        def inner():
            z = y, x
            return f(z)
        return inner
    outer(lambda z: wait())()


def decorated():
    @functools.lru_cache(None)
    def cached(n):
        return wait() if n == 0 else cached(n - 1)
    cached(3)


def imports():
    import importlib.util
    spec = importlib.util.spec_from_loader("made_here", Loader())
    spec.loader.exec_module(importlib.util.module_from_spec(spec))


class Loader:
    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(compile("import sys\nclass M:\n  held()\n", "<frozen made>", "exec"), {"held": wait})


def long_line_table():
    source = "held(" + ",".join("(%d,\n%d)" % (i, i) for i in range(3000)) + ",wait())"
    exec(compile(source, "table.py", "exec"), {"wait": wait, "held": len})


KINDS = [recursion, deep_recursion, methods, generators, expressions, coroutines, c_calls_back, exceptions,
         without_file, evaluated, größe, strange_names, class_body, destructor, long_code, lines_go_back, traced,
         closures, decorated, imports, long_line_table]


def watch(count):
    while len(waiting) < count:
        time.sleep(0.01)
    time.sleep(0.1)  # from what says so to the call that waits
    tell()
    threading.Event().wait()


def handler(number, frame):
    wait()


def main():
    threading.stack_size(64 << 20)
    kinds = KINDS
    if sys.argv[1:] == ["by-rank"]:
        kinds = KINDS[int(os.environ["PMIX_RANK"])::4]
        if sys.version_info < (3, 10) and deep_recursion in kinds:
            kinds.remove(deep_recursion)
    elif sys.argv[1:]:
        kinds = [kind for kind in KINDS if kind.__name__ in sys.argv[1:]]
    for kind in kinds:
        threading.Thread(target=kind, daemon=True).start()
    threading.Thread(target=watch, args=(len(kinds) + 1,), daemon=True).start()
    signal.signal(signal.SIGUSR1, handler)
    signal.raise_signal(signal.SIGUSR1)


main()
