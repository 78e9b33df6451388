// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/doctor/node_checks.h"

#include "util/string_util.h"

#include <algorithm>
#include <cstring>

namespace dbgr::doctor {

namespace {

constexpr std::uint64_t kMega = 1U << 20U;
constexpr std::uint64_t kLittleSharedMemory = 64 * kMega; // MPI's and PMIx's segments of a job of some ranks
constexpr std::uint64_t kLittleTemporary = 16 * kMega;
constexpr std::uint64_t kFewDescriptors = 256; // dbgd with a handful of ranks
constexpr std::uint64_t kSomeDescriptors = 4096;
constexpr std::size_t kLongFolder =
    60; // PMIx makes sockets two folders below, and a socket's path has at most 107 bytes

std::string words(int error)
{
    return std::strerror(error);
}

std::string megabytes(std::uint64_t bytes)
{
    return std::to_string(bytes / kMega) + " MB";
}

std::string whyTracingFails(const NodeFacts& facts)
{
    if (facts.yamaScope.value_or(0) > 0 && !facts.mayTraceAll)
        return "kernel.yama.ptrace_scope is " + std::to_string(*facts.yamaScope);
    if (facts.yamaScope.value_or(0) > 2)
        return "kernel.yama.ptrace_scope is 3, which forbids it until the node is started anew";
    if (facts.seccomp == 2)
        return "a seccomp filter forbids it";
    return "the system says: " + words(*facts.traced);
}

std::string adviceForTracing(const NodeFacts& facts)
{
    if (facts.yamaScope.value_or(0) > 2)
        return "Have the administrator set kernel.yama.ptrace_scope to 0 and restart the node.";
    if (facts.yamaScope.value_or(0) > 0 && !facts.mayTraceAll)
        return "Have the administrator run on every node of the job: sysctl kernel.yama.ptrace_scope=0";
    if (facts.seccomp == 2 || !facts.container.empty())
        return "Start the container with --cap-add=SYS_PTRACE, or with a seccomp profile that allows ptrace.";
    return "Ask the administrator what forbids a user to trace processes of his own: a security module?";
}

Finding tracing(const NodeFacts& facts)
{
    if (!facts.traced)
        return {"tracing", Verdict::Unknown, "no process could be made to try it on", "Try again."};
    if (*facts.traced != 0)
        return {"tracing", Verdict::Broken, "processes of yours cannot be attached to: " + whyTracingFails(facts),
                adviceForTracing(facts)};
    return {"tracing", Verdict::Fine, "processes of yours can be attached to", {}};
}

Finding watching(const NodeFacts& facts)
{
    if (!facts.watches)
        return {"watching", Verdict::Unknown, "it could not be tried whether the processor watches memory", {}};
    if (!*facts.watches)
        return {
            "watching", Verdict::Limited,
            "the processor stops nobody for memory that it is to watch, as in some virtual machines",
            "Watchpoints are refused here, but those of 'watch --slow'; a condition of a breakpoint may do instead."};
    return {"watching", Verdict::Fine, "the processor watches memory", {}};
}

Finding container(const NodeFacts& facts)
{
    if (facts.container.empty())
        return {"container", Verdict::Fine, "none is seen", {}};
    return {"container", Verdict::Limited, "this looks like the inside of a container (" + facts.container + ")",
            "Start dbgr, the launcher and the ranks in the same container: dbgd cannot attach to processes outside."};
}

/// What a program says of itself behind this word, on a line of its own; nothing: it does not.
std::optional<std::string_view> detailOf(const ProgramAnswer& program, std::string_view word)
{
    for (const std::string_view line : util::split(program.details, '\n'))
        if (line.starts_with(word))
            return line.substr(word.size());
    return std::nullopt;
}

Finding installation(const NodeFacts& facts, const Expected& expected)
{
    constexpr auto kInstall = "Install dbgr again, the same version on every node at the same path.";
    for (const ProgramAnswer& program : facts.programs) {
        if (program.version.empty())
            return {"installation", Verdict::Broken, program.path + " does not answer: " + program.failure, kInstall};
        if (program.version != expected.version)
            return {"installation", Verdict::Broken,
                    program.path + " is of version " + program.version + ", dbgr of " + std::string(expected.version),
                    kInstall};
    }
    if (facts.programs.empty())
        return {"installation", Verdict::Broken, "none of dbgr's programs for nodes belongs to it", kInstall};
    for (const ProgramAnswer& program : facts.programs)
        if (detailOf(program, "sources: ").value_or(expected.sources) != expected.sources)
            return {"installation", Verdict::Limited,
                    program.path + " is of dbgr's version, " + program.version + ", but made of other sources",
                    kInstall};
    return {"installation",
            Verdict::Fine,
            std::to_string(facts.programs.size()) + " programs of version " + std::string(expected.version) +
                " are there",
            {}};
}

/// Which LLDB dbgd's programs have; whichever of them says so.
Finding debugger(const NodeFacts& facts)
{
    for (const ProgramAnswer& program : facts.programs)
        if (const auto lldb = detailOf(program, "LLDB: "))
            return {"debugger", Verdict::Fine, "LLDB " + std::string(*lldb) + " can be loaded", {}};
    for (const ProgramAnswer& program : facts.programs)
        if (program.version.empty() && program.failure.find("lldb") != std::string::npos)
            return {"debugger", Verdict::Broken, "LLDB cannot be loaded: " + program.failure,
                    "Install the LLDB that dbgr was built with (its package, or the whole of dbgr's folder)."};
    return {"debugger", Verdict::Unknown, "no program of dbgr tells which LLDB it has", {}};
}

/// LLDB's own, of which dbgr needs nothing but that they do not keep LLDB from starting.
Finding formatters(const NodeFacts& facts)
{
    constexpr std::string_view kNone = "none, ";
    constexpr std::string_view kPython = "Python ";
    for (const ProgramAnswer& program : facts.programs) {
        const auto said = detailOf(program, "formatters: ");
        if (!said)
            continue;
        if (said->starts_with(kPython))
            return {"formatters",
                    Verdict::Fine,
                    "LLDB's own can be loaded (" + std::string(*said) + "), and are not used: dbgr reads values itself",
                    {}};
        if (said->starts_with(kNone))
            return {"formatters",
                    Verdict::Fine,
                    "LLDB's own cannot be loaded (" + std::string(said->substr(kNone.size())) +
                        "), and are not needed: dbgr reads values itself",
                    {}};
        if (said->starts_with("not tried"))
            return {"formatters", Verdict::Unknown, "LLDB's own were " + std::string(*said), {}};
        return {
            "formatters", Verdict::Broken, std::string(*said),
            "LLDB starts its Python by itself, which does not find its own modules: install the Python that LLDB was "
            "built with (its package, or the whole of dbgr's folder)."};
    }
    return {"formatters", Verdict::Unknown, "no program of dbgr tells whether LLDB's own can be loaded", {}};
}

Finding interfaces(const NodeFacts& facts)
{
    if (facts.loopback && *facts.loopback != 0)
        return {"interfaces", Verdict::Broken, "127.0.0.1 cannot be connected to: " + words(*facts.loopback),
                "Have the interface lo brought up: ip link set lo up. Launchers and dbgr need it on every node."};
    if (!facts.loopback)
        return {"interfaces", Verdict::Unknown, "127.0.0.1 was not tried", {}};
    if (facts.addresses.empty())
        return {"interfaces", Verdict::Limited, "there is loopback only",
                "Jobs of this node alone can be debugged. For others bring a network interface up."};
    return {"interfaces", Verdict::Fine, "loopback, and " + util::join(facts.addresses, ", "), {}};
}

/// dbgd calls dbgr: one address that works is enough.
Finding ports(const NodeFacts& facts)
{
    if (facts.front.empty())
        return {"ports", Verdict::Fine, "no other node has to be reached from here", {}};
    std::string failures;
    for (const ReachFacts& reach : facts.front) {
        if (reach.connected == 0)
            return {"ports", Verdict::Fine, "dbgr's node can be reached from here at " + reach.address, {}};
        failures += (failures.empty() ? "" : ", ") + reach.address + ": " + words(reach.connected.value_or(ENOTCONN));
    }
    return {"ports", Verdict::Broken, "dbgr's node cannot be reached from here (" + failures + ")",
            "dbgd calls dbgr at a port that the system chooses (net.ipv4.ip_local_port_range): have the firewall let "
            "nodes of "
            "a job connect to it there."};
}

Finding space(const char* check, const SpaceFacts& facts, std::uint64_t little, const std::string& what)
{
    if (facts.written && *facts.written != 0)
        return {check, Verdict::Broken, "no file can be made in " + facts.path + ": " + words(*facts.written),
                what + " need it. Have it mounted so that you may write there."};
    if (!facts.written || !facts.free)
        return {check, Verdict::Unknown, facts.path + " could not be looked at", {}};
    if (*facts.free < little)
        return {check, Verdict::Limited, facts.path + " has only " + megabytes(*facts.free) + " left",
                what + " may fail there. Remove what is left of old jobs, or have it made larger."};
    return {check, Verdict::Fine, facts.path + " has " + megabytes(*facts.free) + " left", {}};
}

Finding temporaryFolder(const NodeFacts& facts)
{
    Finding finding = space("temporary-folder", facts.temporary, kLittleTemporary, "Launchers");
    if (finding.verdict == Verdict::Fine && facts.temporary.path.size() > kLongFolder)
        return {finding.check, Verdict::Limited,
                facts.temporary.path + " is a path of " + std::to_string(facts.temporary.path.size()) + " bytes",
                "Launchers make sockets below it, whose paths may have 107 bytes: set TMPDIR to a shorter one."};
    return finding;
}

Finding descriptors(const NodeFacts& facts)
{
    if (!facts.descriptors.hard)
        return {"descriptors", Verdict::Unknown, "the limit of open files could not be read", {}};
    const std::uint64_t most = *facts.descriptors.hard; // dbgd raises the soft limit itself
    if (most == UINT64_MAX)
        return {"descriptors", Verdict::Fine, "open files have no limit", {}};
    const std::string found = "a process may have " + std::to_string(most) + " open files";
    constexpr auto kRaise =
        "Have the hard limit raised (ulimit -Hn; /etc/security/limits.conf, or the batch system's).";
    if (most < kFewDescriptors)
        return {"descriptors", Verdict::Broken, found + ", and dbgd needs more", kRaise};
    if (most < kSomeDescriptors)
        return {"descriptors", Verdict::Limited, found + ", which is little for hundreds of ranks on a node", kRaise};
    return {"descriptors", Verdict::Fine, found, {}};
}

Finding coreFiles(const NodeFacts& facts)
{
    if (!facts.corePattern || !facts.coreSize.soft)
        return {"core-files", Verdict::Unknown, "what becomes of core files could not be read", {}};
    if (facts.corePattern->starts_with('|'))
        return {"core-files", Verdict::Limited, "core files go to a program: " + facts.corePattern->substr(1),
                "Get them from it ('coredumpctl dump -o FILE' for systemd's) before 'dbgr --core FILE'."};
    if (*facts.coreSize.soft == 0)
        return {"core-files", Verdict::Limited, "crashed ranks leave no core files (their size is limited to 0)",
                "If you want them, for 'dbgr --core': ulimit -c unlimited"};
    return {"core-files", Verdict::Fine, "crashed ranks leave core files by the pattern " + *facts.corePattern, {}};
}

} // namespace

Findings checkNode(const NodeFacts& facts, const Expected& expected)
{
    return {installation(facts, expected),
            debugger(facts),
            formatters(facts),
            tracing(facts),
            watching(facts),
            container(facts),
            interfaces(facts),
            ports(facts),
            space("shared-memory", facts.sharedMemory, kLittleSharedMemory, "MPI libraries"),
            temporaryFolder(facts),
            descriptors(facts),
            coreFiles(facts)};
}

} // namespace dbgr::doctor
