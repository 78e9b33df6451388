# SPDX-License-Identifier: GPL-3.0-or-later
"""A program with as much debug information as a large one has, for tests/bench/values.py and keeper.py.

One unit with much of the C++ library in it is compiled to assembly; copies of it, each with names of its own, are
assembled and linked. That takes a second a megabyte instead of minutes of compiling.
"""
import re
import subprocess

UNIT = "unit_0000"  # of the same length in each copy, since lengths are parts of linkage names
HEADERS = (
    "algorithm array bitset chrono deque filesystem forward_list fstream functional future iostream list map memory mutex "
    "numeric optional queue random regex set string thread tuple unordered_map unordered_set variant vector"
).split()
TEMPLATES = 60
SOURCE = """
{includes}
namespace unit_0000 {{
template <int N> struct Part {{
    double values[N + 1]; std::vector<Part<N - 1>> parts; std::map<std::string, std::unique_ptr<Part<N - 1>>> named;
    double sum() const {{ double all = N; for (const auto& part : parts) all += part.sum(); return all; }}
}};
template <> struct Part<0> {{ double value = 1; double sum() const {{ return value; }} }};
int counted = 5;
double work(int n) {{
    Part<{templates}> part; std::unordered_map<int, std::string> texts{{{{n, "one"}}}};
    return part.sum() + static_cast<double>(texts.size()) + counted;
}}
}}
"""
MAIN = """
#include <vector>
struct Point {{ int x; double y; }};
{declarations}
int answer = 42;
double here(const Point& point, int n) {{
    std::vector<int> numbers{{1, 2, n}};
    return point.y + numbers[2];  // it is stopped here
}}
int main() {{
    double sum = 0;
    {calls}
    return here({{4, 2.5}}, answer) + sum > 1000 ? 1 : 0;
}}
"""


def run(command, folder):
    subprocess.run(command, cwd=folder, check=True, timeout=600)


def bytes_of_debug_info(path):
    said = subprocess.run(["readelf", "-SW", path], check=True, capture_output=True, text=True).stdout
    return int(re.search(r"\.debug_info\s+PROGBITS\s+\w+\s+\w+\s+(\w+)", said)[1], 16)


def assemble(folder, name, assembly):
    (folder / f"{name}.s").write_text(assembly, encoding="utf-8")
    run(["g++", "-c", f"{name}.s", "-o", f"{name}.o"], folder)
    (folder / f"{name}.s").unlink()


def units(folder, megabytes):
    """Names of objects (NAME.o) that have so much of it in all; each has a function NAME::work(int)."""
    includes = "\n".join(f"#include <{header}>" for header in HEADERS)
    (folder / "unit.cpp").write_text(SOURCE.format(includes=includes, templates=TEMPLATES), encoding="utf-8")
    run(["g++", "-std=c++20", "-g", "-O0", "-S", "unit.cpp", "-o", "unit.s"], folder)
    assembly = (folder / "unit.s").read_text(encoding="utf-8")
    assemble(folder, UNIT, assembly)
    count = max(1, round(megabytes * 1e6 / bytes_of_debug_info(folder / f"{UNIT}.o")))
    names = [f"unit_{number:04}" for number in range(count)]
    for name in names[1:]:
        assemble(folder, name, assembly.replace(UNIT, name))
    return names


def make(folder, megabytes):
    """The program, a core file of it in here(), called by main(), and how many bytes of .debug_info it has."""
    names = units(folder, megabytes)
    declarations = "\n".join(f"namespace {name} {{ double work(int n); }}" for name in names)
    calls = "\n    ".join(f"sum += {name}::work(1);" for name in names)
    (folder / "main.cpp").write_text(MAIN.format(declarations=declarations, calls=calls), encoding="utf-8")
    run(["g++", "-std=c++20", "-g", "-O0", "main.cpp", *(f"{name}.o" for name in names), "-o", "large"], folder)
    line = 1 + next(i for i, text in enumerate((folder / "main.cpp").read_text().splitlines()) if "it is stopped" in text)
    orders = (f"break main.cpp:{line}", "run", "generate-core-file large.core")
    more = [word for order in orders for word in ("-ex", order)]
    subprocess.run(["gdb", "-nx", "-nh", "-batch", *more, "large"], cwd=folder, check=True, capture_output=True, timeout=600)
    return folder / "large", folder / "large.core", bytes_of_debug_info(folder / "large")
