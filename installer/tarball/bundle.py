#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bundle.py TREE [PACKAGE [LINKED...]]: makes an installation run on machines that have nothing but the C library.

TREE is what `cmake --install` has made. Every library that its programs need is copied beside them, into lib/dbgr, with
Qt's plugins, what liblldb's Python starts with, a face of letters, and the licences of all of it; and every file is told to
look there first (DT_RPATH, by $ORIGIN: unlike DT_RUNPATH it goes before LD_LIBRARY_PATH, which on clusters leads to other
Qts and other libstdc++). Only the C library, and the program loader that belongs to it, are the machine's own.

It may run again when more has been installed: it adds what that needs, with its licences in the folder of PACKAGE ("dbgr").
LINKED are files outside of TREE that are in a program which brings it: their licences are added, and nothing else is done.

The first line of TREE/share/dbgr/portable says which C library is the oldest that will do, as the files themselves tell.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

# The C library and what is of the same version of necessity.
C_LIBRARY = re.compile(
    r"(linux-vdso|ld-linux.*|lib(c|m|mvec|pthread|dl|rt|resolv|util|anl|BrokenLocale|nsl|thread_db|nss_\w+))\.so(\.\d+)*$"
)
# Of Qt, what a window needs: a display (X, Wayland, none), icons, dead keys. Neither OpenGL's integrations
# nor GTK's theme: these would load libraries of the machine, for which ours may be too old.
PLUGINS = [
    "platforms/libqxcb.so", "platforms/libqoffscreen.so", "platforms/libqwayland-generic.so",
    "wayland-shell-integration/libxdg-shell.so", "wayland-decoration-client/libbradient.so",
    "iconengines/libqsvgicon.so", "imageformats/libqsvg.so",
    "platforminputcontexts/libcomposeplatforminputcontextplugin.so",
]
# Libraries of headers only: their code is in dbgr's own programs.
HEADERS = ["tl/expected.hpp", "CLI/CLI.hpp", "nlohmann/json.hpp"]
LICENCES_HEAD = """Files here that are not dbgr's own, by the Debian package that they come from, and its source package with the
version, which Debian has for everybody. Licences are in the files named PACKAGE.txt.

"""
FONTS = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf"]


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def is_elf(path):
    if path.is_symlink() or not path.is_file():
        return False
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def libraries_of(path):
    """Where the loader of this machine finds the libraries that a file needs, by name; those of the C library left out."""
    found = {}
    for line in run("ldd", str(path)).splitlines():
        match = re.match(r"\s*(\S+) => (.*?)( \(0x.*)?$", line)
        if not match or C_LIBRARY.match(match[1]):
            continue
        if match[2].startswith("not found"):
            sys.exit(f"bundle.py: {path} needs {match[1]}, which is not on this machine")
        found[match[1]] = Path(match[2])
    return found


def qt_plugin_folder(libraries):
    qt = libraries["libQt6Core.so.6"].resolve().parent
    for folder in (qt / "qt6/plugins", qt / "../plugins", qt / "plugins"):
        if (folder / "platforms").is_dir():
            return folder
    return sys.exit(f"bundle.py: Qt's plugins are not where they are looked for: {qt}/qt6/plugins")


class Bundle:
    def __init__(self, tree):
        self.tree = tree
        self.own = tree / "lib/dbgr"
        self.origins = {}  # copied file: where it is from

    def copy(self, source, target):
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
        target.chmod(0o755 if is_elf(target) else 0o644)
        self.origins[target] = source.resolve()

    def add_libraries(self, path):
        for name, place in libraries_of(path).items():
            target = self.own / name
            if not target.exists() and self.tree not in place.parents:
                self.copy(place, target)

    def add_qt(self):
        dbgr = self.tree / "bin/dbgr"
        libraries = libraries_of(dbgr) if dbgr.exists() else {}
        if "libQt6Core.so.6" not in libraries or (self.own / "plugins").exists():
            return
        folder = qt_plugin_folder(libraries)
        for plugin in PLUGINS:
            if not (folder / plugin).exists():
                sys.exit(f"bundle.py: Qt has no {plugin} here: run tools/setup --installer")
            self.copy(folder / plugin, self.own / "plugins" / plugin)
            self.add_libraries(folder / plugin)
        for font in FONTS:
            self.copy(Path("/usr/share/fonts/truetype/dejavu") / font, self.own / "fonts" / font)
        shutil.copyfile(Path(__file__).with_name("fonts.conf"), self.own / "fonts/fonts.conf")

    def add_python(self):
        """liblldb starts its Python whether one wants it or not; that needs the modules of text encodings, and a file by
        which it knows its home."""
        if (self.own / "python").exists():
            return
        for library in self.own.glob("libpython3.*.so.*"):
            version = re.match(r"libpython(3\.\d+)", library.name)[1]
            home = Path("/usr/lib") / f"python{version}"
            sources = [home / "os.py", home / "codecs.py", home / "io.py", home / "abc.py", home / "site.py"]
            sources += sorted((home / "encodings").glob("*.py"))
            for source in sources:
                self.copy(source, self.own / "python/lib" / f"python{version}" / source.relative_to(home))

    def set_search_paths(self):
        for path in elf_files(self.tree):
            to_own = os.path.relpath(self.own, path.parent)
            place = "$ORIGIN" if to_own == "." else f"$ORIGIN/{to_own}"
            if run("patchelf", "--print-rpath", str(path)).strip() == place and path not in self.origins:
                continue
            path.chmod(path.stat().st_mode | 0o200)
            run("patchelf", "--force-rpath", "--set-rpath", place, str(path))


def elf_files(tree):
    return [path for path in sorted(tree.rglob("*")) if is_elf(path)]


def packages_of(paths):
    """The package that brought each file, and that one's source and version. Where /lib is /usr/lib, packages may say either."""
    names = {name: path for path in paths for name in (str(path), str(path).removeprefix("/usr"), f"/usr{path}")}
    answer = subprocess.run(["dpkg", "-S", *names], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    found = {}
    for package, name in re.findall(r"^([a-z0-9.+-]+)(?::\S+)?(?:, \S+)*: (/.*)$", answer, re.MULTILINE):
        found[names[name]] = package
    for path in paths:
        if path not in found:
            sys.exit(f"bundle.py: no package has brought {path}: its licence is not known")
    shown = "${Package} ${source:Package} ${source:Version}\\n"
    origins = dict(line.split(" ", 1) for line in
                   run("dpkg-query", "-W", "-f", shown, *sorted(set(found.values()))).splitlines())
    return {path: (package, origins[package]) for path, package in found.items()}


def write_licences(tree, package_name, origins):
    """What each file may be used under, and which sources it is built from. ORIGINS: what is said of it: where it is from."""
    if not origins:
        return
    folder = tree / "share/doc" / package_name / "LICENSES/of-others"
    folder.mkdir(parents=True, exist_ok=True)
    packages = {}
    brought = packages_of(sorted(set(origins.values())))
    for said, source in origins.items():
        packages.setdefault(brought[source], []).append(said)
    common = set()
    lines = []
    for (package, origin), targets in sorted(packages.items()):
        text = Path(f"/usr/share/doc/{package}/copyright").read_text(errors="replace")
        (folder / f"{package}.txt").write_text(text)
        common |= set(re.findall(r"/usr/share/common-licenses/([A-Za-z]+(?:-[0-9]+(?:\.[0-9]+)?)?)", text))
        lines.append(f"{package}, source {origin}:")
        lines += [f"    {target}" for target in sorted(targets)]
    for name in sorted(common):
        if (Path("/usr/share/common-licenses") / name).exists():
            shutil.copyfile(Path("/usr/share/common-licenses") / name, folder / f"{name}.licence")
    readme = folder / "README"
    before = readme.read_text() if readme.exists() else LICENCES_HEAD
    readme.write_text(before + "\n".join(lines) + "\n")


def oldest_c_library(tree):
    """The newest version of the C library that any file asks for, and which files do."""
    asked = {}
    for path in elf_files(tree):
        for version in re.findall(r"Name: GLIBC_([0-9.]+)", run("readelf", "-VW", str(path))):
            asked.setdefault(tuple(map(int, version.split("."))), set()).add(path.relative_to(tree))
    newest = max(asked)
    return ".".join(map(str, newest)), sorted(map(str, asked[newest]))


def check(tree):
    """Nothing is looked for outside, but for the C library."""
    here = {path.name for path in (tree / "lib").rglob("*.so*")}
    faults = []
    for path in elf_files(tree):
        entries = run("readelf", "-dW", str(path))
        faults += [f"{path}: {name} is not in the tree" for name in re.findall(r"\(NEEDED\).*\[(.*)\]", entries)
                   if name not in here and not C_LIBRARY.match(name)]
        if "(RUNPATH)" in entries or not re.search(r"\(RPATH\).*\[\$ORIGIN[^:]*\]", entries):
            if "(NEEDED)" in entries:
                faults.append(f"{path}: its libraries are looked for elsewhere")
    if faults:
        sys.exit("bundle.py: " + "\n".join(faults))


def main():
    tree = Path(sys.argv[1]).resolve()
    package = sys.argv[2] if len(sys.argv) > 2 else "dbgr"
    if len(sys.argv) > 3:
        write_licences(tree, package, {Path(f"{Path(name).name}, in the program that starts it"): Path(name).resolve() for name in sys.argv[3:]})
        return
    bundle = Bundle(tree)
    for path in elf_files(tree):
        bundle.add_libraries(path)
    bundle.add_qt()
    bundle.add_python()
    bundle.set_search_paths()
    origins = {path.relative_to(tree): origin for path, origin in bundle.origins.items()}
    if not (tree / "share/dbgr/portable").exists():
        origins |= {Path(f"{name}, in dbgr's programs"): (Path("/usr/include") / name).resolve() for name in HEADERS}
    write_licences(tree, package, origins)
    check(tree)
    version, files = oldest_c_library(tree)
    (tree / "share/dbgr").mkdir(exist_ok=True)
    (tree / "share/dbgr/portable").write_text(f"glibc {version}\n")
    print(f"needs glibc {version} or later, because of: {', '.join(files)}")


if __name__ == "__main__":
    main()
