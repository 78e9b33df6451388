// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/jobs/fake_proc.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace dbgr::test {

namespace fs = std::filesystem;

namespace {

constexpr long kUptimeSeconds = 100'000;

void write(const fs::path& path, const std::string& content)
{
    std::ofstream(path, std::ios::binary) << content;
}

std::string zeroTerminated(const std::vector<std::string>& parts)
{
    std::string text;
    for (const std::string& part : parts)
        text.append(part).push_back('\0');
    return text;
}

} // namespace

FakeProc::FakeProc()
{
    std::string pattern = (fs::temp_directory_path() / "fakeproc.XXXXXX").string();
    m_base = ::mkdtemp(pattern.data());
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    fs::create_directories(root() + "/self/ns");
    fs::create_directories(root() + "/sys/kernel/yama");
    fs::create_directories(tmp());
    write(root() + "/stat",
          "cpu  1 2 3\nbtime " +
              std::to_string(std::chrono::duration_cast<std::chrono::seconds>(now).count() - kUptimeSeconds) + "\n");
    fs::create_symlink("mnt:[1]", root() + "/self/ns/mnt");
    fs::create_symlink("pid:[1]", root() + "/self/ns/pid");
}

FakeProc::~FakeProc()
{
    std::error_code ignored;
    fs::remove_all(m_base, ignored);
}

void FakeProc::add(const FakeProcess& process)
{
    const fs::path folder = fs::path(root()) / std::to_string(process.pid);
    fs::create_directories(folder / "ns");
    const long start = (kUptimeSeconds - process.age.count()) * ::sysconf(_SC_CLK_TCK);
    const std::string pid = std::to_string(process.pid);
    const std::string parent = std::to_string(process.parent);
    // A name that would mislead whoever looks for the first bracket.
    write(folder / "stat", pid + " (x) S 9 (y) " + process.state + " " + parent +
                               " 1 1 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 " + std::to_string(start) + " 1 1\n");
    write(folder / "cmdline", zeroTerminated(process.argv));
    write(folder / "environ", zeroTerminated(process.environment));
    write(folder / "maps", process.maps);
    const std::string name = process.argv.empty() ? "" : fs::path(process.argv.front()).filename().string();
    write(folder / "status",
          "Name:\t" + name + "\nPPid:\t" + parent + "\nTracerPid:\t" + std::to_string(process.tracer) + "\n");
    if (!process.exe.empty())
        fs::create_symlink(process.exe, folder / "exe");
    fs::create_symlink(process.mountSpace, folder / "ns/mnt");
    fs::create_symlink(process.pidSpace, folder / "ns/pid");
}

void FakeProc::end(int pid)
{
    fs::remove_all(fs::path(root()) / std::to_string(pid));
}

void FakeProc::addVanishing(int pid)
{
    fs::create_directories(fs::path(root()) / std::to_string(pid));
}

void FakeProc::setYama(int scope, bool weMayTraceAll)
{
    write(root() + "/sys/kernel/yama/ptrace_scope", std::to_string(scope) + "\n");
    write(root() + "/self/status", weMayTraceAll ? "CapEff:\t000001ffffffffff\n" : "CapEff:\t0000000000000000\n");
}

std::string FakeProc::addFile(const std::string& folder, const std::string& name, const std::string& content)
{
    const fs::path place = fs::path(tmp()) / folder;
    fs::create_directories(place);
    write(place / name, content);
    return (fs::path(tmp()) / folder / name).string();
}

std::string FakeProc::addContactFile(const std::string& folder, const std::string& name, int pid,
                                     const std::string& nspace, std::chrono::seconds age)
{
    const std::string path = addFile(folder, name,
                                     nspace + ".0;tcp4://127.0.0.1:4711\nv5.0.7\n" + std::to_string(pid) +
                                         "\n1000:1000\nSat Nov 21 12:00:00 2026\n");
    fs::last_write_time(path, fs::file_time_type::clock::now() - age);
    return path;
}

jobs::FinderPlaces FakeProc::places() const
{
    jobs::FinderPlaces places;
    places.proc = root();
    places.uid = ::geteuid();
    places.host = kHost;
    places.contactFiles = {tmp(), tmp(), {kHost}};
    return places;
}

} // namespace dbgr::test
