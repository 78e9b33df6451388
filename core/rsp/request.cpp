// SPDX-License-Identifier: BSD-3-Clause
#include "rsp/request.h"

#include "rsp/packet.h"
#include "util/string_util.h"

#include <algorithm>
#include <array>
#include <limits>

namespace dbgr::rsp {

namespace {

using namespace request;
using Parsed = std::variant<Request, Misread>;

constexpr std::size_t kMostActions = 100'000; // threads of a process
constexpr std::size_t kMostSignals = 256;
constexpr std::uint64_t kAnyThread = std::numeric_limits<std::uint64_t>::max(); // "-1"

std::optional<int> signalOf(Cursor& at)
{
    const auto number = at.takeHex();
    return number && *number < kMostSignals ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

/// "065b", or "-1"; 0 means any one, which is as good as all.
std::optional<std::uint64_t> threadOf(Cursor& at)
{
    if (at.take("-1"))
        return kAnyThread;
    const auto number = at.takeHex();
    return number == 0 ? kAnyThread : number;
}

/// ";thread:065b;" at the end, where liblldb says whom it means. False: there is something else.
bool takeSuffix(Cursor& at, std::optional<util::ThreadId>& thread)
{
    if (at.take(";thread:")) {
        const auto number = threadOf(at);
        if (!number)
            return false;
        if (*number != kAnyThread)
            thread = util::ThreadId(*number);
    }
    at.take(';');
    return at.atEnd();
}

Parsed readMemory(Cursor at, bool binary)
{
    ReadMemory asked;
    asked.binary = binary;
    const auto address = at.takeHex();
    if (!address || !at.take(','))
        return Misread::Broken;
    const auto size = at.takeHex();
    if (!size || !at.atEnd())
        return Misread::Broken;
    asked.address = util::RemoteAddress(*address);
    asked.size = *size;
    return asked;
}

Parsed writeMemory(Cursor at, bool binary)
{
    WriteMemory asked;
    const auto address = at.takeHex();
    const bool hasComma = address && at.take(',');
    const auto size = hasComma ? at.takeHex() : std::nullopt;
    if (!size || !at.take(':'))
        return Misread::Broken;
    asked.address = util::RemoteAddress(*address);
    if (binary) {
        asked.bytes = unescaped(at.rest());
    } else if (auto bytes = util::fromHex(at.rest())) {
        asked.bytes = *std::move(bytes);
    }
    return asked.bytes.size() == *size ? Parsed(std::move(asked)) : Parsed(Misread::Broken);
}

Parsed readRegister(Cursor at)
{
    ReadRegister asked;
    const auto number = at.takeHex();
    if (!number || *number > std::numeric_limits<std::uint32_t>::max() || !takeSuffix(at, asked.thread))
        return Misread::Broken;
    asked.number = static_cast<std::uint32_t>(*number);
    return asked;
}

Parsed writeRegister(Cursor at)
{
    WriteRegister asked;
    const auto number = at.takeHex();
    if (!number || *number > std::numeric_limits<std::uint32_t>::max() || !at.take('='))
        return Misread::Broken;
    asked.number = static_cast<std::uint32_t>(*number);
    const std::string_view digits = at.rest().substr(0, at.rest().find(';'));
    auto bytes = util::fromHex(digits);
    if (!bytes || !at.take(digits) || !takeSuffix(at, asked.thread))
        return Misread::Broken;
    asked.bytes = *std::move(bytes);
    return asked;
}

Parsed setTrap(Cursor at, bool insert)
{
    SetTrap asked;
    asked.insert = insert;
    const auto kind = at.takeHex();
    if (!kind || *kind > 4 || !at.take(','))
        return Misread::Broken;
    asked.kind = static_cast<Trap>(*kind);
    const auto address = at.takeHex();
    if (!address || !at.take(','))
        return Misread::Broken;
    const auto size = at.takeHex();
    if (!size)
        return Misread::Broken; // what may stand behind it, conditions of gdb's, liblldb never sends
    asked.address = util::RemoteAddress(*address);
    asked.size = *size;
    return at.atEnd() ? Parsed(asked) : Parsed(Misread::Broken);
}

/// "c", "s", "C05", "S05".
std::optional<Action> actionOf(Cursor& at)
{
    Action action;
    if (at.take('c'))
        return action;
    action.step = at.rest().starts_with('s') || at.rest().starts_with('S');
    if (at.take('s'))
        return action;
    if (!at.take('C') && !at.take('S'))
        return std::nullopt;
    const auto signal = signalOf(at);
    if (!signal)
        return std::nullopt;
    action.signal = *signal;
    return action;
}

/// Old forms, which mean the last thread for steps and all for the rest.
Parsed resume(Cursor at)
{
    const auto action = actionOf(at);
    Resume asked;
    if (!action)
        return Misread::Broken;
    asked.actions.push_back(*action);
    return takeSuffix(at, asked.actions.front().thread) ? Parsed(std::move(asked)) : Parsed(Misread::Broken);
}

Parsed resumeThreads(Cursor at)
{
    Resume asked;
    while (at.take(';')) {
        auto action = actionOf(at);
        if (!action || asked.actions.size() == kMostActions)
            return Misread::Broken;
        if (at.take(':')) {
            const auto thread = threadOf(at);
            if (!thread)
                return Misread::Broken;
            if (*thread != kAnyThread)
                action->thread = util::ThreadId(*thread);
        }
        asked.actions.push_back(*action);
    }
    return at.atEnd() && !asked.actions.empty() ? Parsed(std::move(asked)) : Parsed(Misread::Broken);
}

Parsed allocate(Cursor at)
{
    Allocate asked;
    const auto size = at.takeHex();
    if (!size || !at.take(','))
        return Misread::Broken;
    asked.size = *size;
    asked.read = at.take('r');
    asked.write = at.take('w');
    asked.execute = at.take('x');
    return at.atEnd() ? Parsed(asked) : Parsed(Misread::Broken);
}

Parsed release(Cursor at)
{
    const auto address = at.takeHex();
    return address && at.atEnd() ? Parsed(Free{util::RemoteAddress(*address)}) : Parsed(Misread::Broken);
}

Parsed passSignals(Cursor at)
{
    PassSignals asked;
    while (!at.atEnd()) {
        const auto signal = signalOf(at);
        if (!signal || asked.numbers.size() == kMostSignals || (!at.atEnd() && !at.take(';')))
            return Misread::Broken;
        asked.numbers.push_back(*signal);
    }
    return asked;
}

Parsed restoreRegisters(Cursor at)
{
    RestoreRegisters asked;
    const std::string_view digits = at.rest().substr(0, at.rest().find(';'));
    const auto id = util::parseNumber<std::uint32_t>(digits);
    if (!id || !at.take(digits) || !takeSuffix(at, asked.thread))
        return Misread::Broken;
    asked.id = *id;
    return asked;
}

Parsed saveRegisters(Cursor at)
{
    SaveRegisters asked;
    return takeSuffix(at, asked.thread) ? Parsed(asked) : Parsed(Misread::Broken);
}

/// "qXfer:auxv:read::0,fff"
Parsed transfer(Cursor at)
{
    Transfer asked;
    asked.object = at.takeUntil(':');
    if (at.takeUntil(':') != "read")
        return Misread::Unknown;
    asked.annex = at.takeUntil(':');
    const auto offset = at.takeHex();
    if (!offset || !at.take(','))
        return Misread::Broken;
    const auto size = at.takeHex();
    if (!size || !at.atEnd())
        return Misread::Broken;
    asked.offset = *offset;
    asked.size = *size;
    return asked;
}

Parsed memoryRegion(Cursor at)
{
    if (!at.take(':'))
        return at.atEnd() ? Parsed(MemoryRegion{}) : Parsed(Misread::Unknown);
    const auto address = at.takeHex();
    return address && at.atEnd() ? Parsed(MemoryRegion{util::RemoteAddress(*address)}) : Parsed(Misread::Broken);
}

template <class OfThread>
Parsed ofThread(Cursor at)
{
    const auto thread = at.takeHex();
    return thread && at.atEnd() ? Parsed(OfThread{util::ThreadId(*thread)}) : Parsed(Misread::Broken);
}

template <class Plain>
Parsed plain(Cursor)
{
    return Plain{};
}

/// Requests with a name: what the payload begins with, and how what is behind it is read. Longer names first.
struct Named
{
    std::string_view name;
    Parsed (*read)(Cursor behind);
};

constexpr std::array kNamed{
    Named{"vCont?", plain<ResumeKinds>},
    Named{"vCont", resumeThreads},
    Named{"jThreadsInfo", plain<ThreadsInfo>},
    Named{"QStartNoAckMode", plain<StopAcknowledging>},
    Named{"QThreadSuffixSupported", plain<Agree>},
    Named{"QListThreadsInStopReply", plain<Agree>},
    Named{"QEnableErrorStrings", plain<Agree>},
    Named{"QSetDetachOnError", plain<Agree>},
    Named{"QPassSignals:", passSignals},
    Named{"QSaveRegisterState", saveRegisters},
    Named{"QRestoreRegisterState:", restoreRegisters},
    Named{"qVAttachOrWaitSupported", plain<Agree>},
    Named{"qSupported", plain<Supported>},
    Named{"qEcho:", [](Cursor at) { return Parsed(Echo{std::string(at.rest())}); }},
    Named{"qHostInfo", plain<HostInfo>},
    Named{"qProcessInfoPID", [](Cursor) { return Parsed(Misread::Unknown); }},
    Named{"qProcessInfo", plain<ProcessInfo>},
    Named{"qfThreadInfo", [](Cursor) { return Parsed(ThreadList{true}); }},
    Named{"qsThreadInfo", [](Cursor) { return Parsed(ThreadList{false}); }},
    Named{"qThreadStopInfo", ofThread<ThreadStopInfo>},
    Named{"qXfer:", transfer},
    Named{"qMemoryRegionInfo", memoryRegion},
    Named{"qWatchpointSupportInfo", plain<WatchpointCount>},
};

Parsed named(std::string_view payload)
{
    for (const Named& one : kNamed) {
        if (payload.starts_with(one.name))
            return one.read(Cursor(payload.substr(one.name.size())));
    }
    return payload == "qC" ? Parsed(CurrentThread{}) : Parsed(Misread::Unknown);
}

Parsed lettered(char letter, Cursor behind)
{
    std::optional<util::ThreadId> thread;
    switch (letter) {
    case '?':
        return WhyStopped{};
    case 'm':
    case 'x':
        return readMemory(behind, letter == 'x');
    case 'M':
    case 'X':
        return writeMemory(behind, letter == 'X');
    case 'p':
        return readRegister(behind);
    case 'P':
        return writeRegister(behind);
    case 'g':
        return takeSuffix(behind, thread) ? Parsed(ReadRegisters{thread}) : Parsed(Misread::Broken);
    case 'Z':
    case 'z':
        return setTrap(behind, letter == 'Z');
    case 'D':
        return behind.atEnd() ? Parsed(Detach{}) : Parsed(Misread::Broken);
    case 'k':
        return Kill{};
    case 'T':
        return ofThread<IsAlive>(behind);
    case 'H':
        return Agree{};
    case '_':
        return behind.take('M') ? allocate(behind) : behind.take('m') ? release(behind) : Parsed(Misread::Unknown);
    default:
        return Misread::Unknown;
    }
}

} // namespace

Parsed parseRequest(std::string_view payload)
{
    constexpr std::string_view kResumes = "cCsS";
    constexpr std::string_view kNames = "vjQq";
    if (payload.empty())
        return Misread::Unknown;
    if (kResumes.find(payload.front()) != std::string_view::npos)
        return resume(Cursor(payload));
    if (kNames.find(payload.front()) != std::string_view::npos)
        return named(payload);
    return lettered(payload.front(), Cursor(payload.substr(1)));
}

} // namespace dbgr::rsp
