// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/stub/conversation.h"

#include "rsp/packet.h"
#include "util/host_name.h"
#include "util/string_util.h"
#include "util/trap_words.h"

#include <algorithm>
#include <csignal>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <utility>

namespace dbgr::keeper {

namespace {

using namespace rsp::request;

// The numbers mean nothing to liblldb.
constexpr unsigned kNoMemory = 8;
constexpr unsigned kNotWritten = 9;
constexpr unsigned kNoRegister = 0x15;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 16; // of one answer
constexpr std::size_t kMostWaiting = 1024;

std::span<const std::byte> bytesOf(const std::string& text)
{
    return std::as_bytes(std::span(text));
}

std::string_view textOf(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

HardwareTrap hardwareOf(const SetTrap& asked)
{
    const auto on = asked.kind == Trap::Hardware ? HardwareTrap::On::Execution
                    : asked.kind == Trap::Write  ? HardwareTrap::On::Write
                    : asked.kind == Trap::Read   ? HardwareTrap::On::Read
                                                 : HardwareTrap::On::Access;
    return {on, asked.address, asked.kind == Trap::Hardware ? 1 : asked.size};
}

} // namespace

Conversation::Conversation(Process& process, Watches watches, std::function<void(std::string)> send)
    : m_process(process), m_send(std::move(send)), m_loader(std::move(watches.loader)),
      m_stand(std::move(watches.stand)), m_conditions(std::move(watches.conditions)), m_turn(std::move(watches.turn))
{}

Conversation::~Conversation()
{
    leaveTurn();
}

void Conversation::onRequest(std::string_view payload)
{
    if (m_isOver)
        return;
    if (std::exchange(m_isUnattended, false))
        m_process.interrupt();
    const bool waits = !m_process.hasEnded() && (!m_hasStood || m_isCalling);
    if (waits || !m_waiting.empty()) {
        if (m_waiting.size() == kMostWaiting)
            return error();
        m_waiting.emplace_back(payload);
        return;
    }
    const auto parsed = rsp::parseRequest(payload);
    if (const auto* const request = std::get_if<rsp::Request>(&parsed))
        serve(*request);
    else if (std::get<rsp::Misread>(parsed) == rsp::Misread::Unknown)
        m_send("");
    else
        error();
}

void Conversation::serve(const rsp::Request& request)
{
    std::visit([this](const auto& asked) { answer(asked); }, request);
}

void Conversation::serveWaiting()
{
    while (!m_waiting.empty() && !m_isCalling) {
        std::deque<std::string> rest = std::exchange(m_waiting, {});
        const std::string first = std::move(rest.front());
        rest.pop_front();
        onRequest(first);
        m_waiting = std::move(rest);
    }
}

void Conversation::forgetStand()
{
    m_map.reset();
    m_listing.reset();
}

void Conversation::forgetProgram()
{
    m_loader.forget();
    m_conditions.forget();
    m_allocated.clear();
}

void Conversation::error(unsigned number)
{
    m_send(rsp::errorReply(number));
}

std::string Conversation::endReply() const
{
    const RankEnd end = m_process.end().value_or(RankEnd{std::nullopt, SIGKILL});
    return end.status ? rsp::exitReply(*end.status) : rsp::deathReply(end.signal);
}

std::optional<Tid> Conversation::threadOf(std::optional<util::ThreadId> asked) const
{
    if (!m_process.stands())
        return std::nullopt;
    const Tid thread = asked.value_or(m_process.mainThread());
    return m_process.has(thread) ? std::optional(thread) : std::nullopt;
}

// --- stops -----------------------------------------------------------------------------------------------------------

rsp::ThreadReport Conversation::report(Tid thread, Contents& contents, bool withStack)
{
    constexpr std::uint64_t kStackBytes = 1024; // fewer are not enough for most frames, more bring nothing
    constexpr std::uint64_t kStackGrain = 512;
    const ThreadStop& stop = m_process.stopOf(thread);
    rsp::ThreadReport report;
    report.thread = thread;
    report.name = nameOf(m_process.pid(), thread);
    report.reason = stop.reason;
    report.signal = stop.signal;
    report.description = stop.description;
    const RegisterState* const state = m_process.registers(thread, false);
    if (!state)
        return report;
    const RegisterTable& table = m_process.arch().registers();
    report.pc = m_process.arch().pc(state->general);
    const bool isTrap = stop.description == util::kTrapOfDebugger || stop.description == util::kTrapOfMpiErrors;
    if (isTrap && m_process.sites().isWanted(report.pc))
        report.description.clear(); // the debugger knows that trap, and has words of its own
    for (std::uint32_t number = 0; number < table.generals(); ++number) {
        if (auto bytes = RegisterTable::read(*table.find(number), *state))
            report.registers.push_back({number, contents.bytes.emplace_back(*std::move(bytes))});
    }
    if (!withStack)
        return report;
    report.stackAddress = m_process.arch().stackPointer(state->general).alignedDown(kStackGrain);
    RegisterBytes& stack = contents.bytes.emplace_back(kStackBytes);
    stack.resize(m_process.memory().readSome(report.stackAddress, stack));
    report.stack = stack;
    return report;
}

Conversation::Threads Conversation::reports(Contents& contents, bool withStacks)
{
    Threads all;
    for (const Tid thread : m_process.threads())
        all.push_back(report(thread, contents, withStacks));
    return all;
}

std::string Conversation::stopReplyOf(Tid main)
{
    Contents contents;
    const Threads all = reports(contents, false);
    const auto found = std::ranges::find(all, main, &rsp::ThreadReport::thread);
    return found == all.end() ? rsp::errorReply(1) : rsp::stopReply(*found, all);
}

void Conversation::answer(const WhyStopped&)
{
    m_send(m_process.hasEnded() ? endReply()
           : m_process.stands() ? stopReplyOf(m_process.mainThread())
                                : rsp::errorReply(kRuns));
}

void Conversation::answer(const ThreadStopInfo& asked)
{
    const auto thread = threadOf(asked.thread);
    m_send(thread ? stopReplyOf(*thread) : rsp::errorReply(1));
}

void Conversation::answer(const ThreadsInfo&)
{
    if (!m_process.stands())
        return error(kRuns);
    Contents contents;
    m_send(rsp::threadsInfoReply(reports(contents, true)));
}

void Conversation::answer(const ThreadList& asked)
{
    std::string text;
    for (const Tid thread : m_process.threads())
        text += (text.empty() ? "m" : ",") + rsp::hexNumber(thread.value());
    m_send(asked.first && !text.empty() ? text : "l");
}

void Conversation::answer(const CurrentThread&)
{
    const auto thread = threadOf(std::nullopt);
    const auto pid = static_cast<std::uint64_t>(m_process.pid().value());
    m_send("QC" + rsp::hexNumber(thread ? thread->value() : pid));
}

void Conversation::answer(const IsAlive& asked)
{
    okOr(m_process.has(asked.thread));
}

// --- to run ----------------------------------------------------------------------------------------------------------

void Conversation::answer(const ResumeKinds&)
{
    m_send("vCont;c;C;s;S");
}

void Conversation::answer(const Detach&)
{
    m_isOver = true;
    m_owesRelease = true;
    leaveTurn();
    m_process.release();
}

void Conversation::onReleased()
{
    if (std::exchange(m_owesRelease, false))
        ok();
}

void Conversation::answer(const Kill&)
{
    if (m_process.hasEnded())
        return m_send(endReply());
    m_owesStop = true;
    m_process.kill();
}

void Conversation::answer(const PassSignals& asked)
{
    m_process.setPassedSignals({asked.numbers.begin(), asked.numbers.end()});
    ok();
}

// --- memory ----------------------------------------------------------------------------------------------------------

void Conversation::answer(const ReadMemory& asked)
{
    if (!m_process.stands())
        return error(kRuns);
    if (asked.size == 0)
        return ok(); // a question whether it can be asked so
    RegisterBytes bytes(std::min(asked.size, kMostBytes));
    bytes.resize(m_process.memory().readSome(asked.address, bytes));
    if (bytes.empty())
        return error(kNoMemory);
    m_send(asked.binary ? rsp::escaped(textOf(bytes)) : rsp::hexOf(bytes));
}

void Conversation::answer(const WriteMemory& asked)
{
    if (!m_process.stands())
        return error(kRuns);
    forgetStand();
    okOr(m_process.memory().write(asked.address, bytesOf(asked.bytes)), kNotWritten);
}

void Conversation::answer(const MemoryRegion& asked)
{
    if (!asked.address)
        return ok();
    if (!m_process.stands())
        return error(kRuns);
    if (!m_map)
        m_map = MemoryMap::of(m_process.pid());
    m_send(rsp::regionReply(m_map->at(*asked.address)));
}

void Conversation::onCall(std::optional<std::int64_t> result, std::function<void(std::int64_t)> good)
{
    constexpr std::int64_t kLowestError = -4096;
    m_isCalling = false;
    forgetStand();
    const bool isGood = result && (*result >= 0 || *result < kLowestError);
    if (isGood)
        good(*result);
    else
        error();
    serveWaiting();
}

void Conversation::answer(const Allocate& asked)
{
    if (!m_process.stands())
        return error(kRuns);
    const std::uint64_t rights =
        (asked.read ? PROT_READ : 0U) | (asked.write ? PROT_WRITE : 0U) | (asked.execute ? PROT_EXEC : 0U);
    m_isCalling = true;
    m_process.call(SYS_mmap, {0, asked.size, rights, MAP_PRIVATE | MAP_ANONYMOUS, ~std::uint64_t{0}, 0},
                   [this, size = asked.size](std::optional<std::int64_t> result) {
                       onCall(result, [this, size](std::int64_t address) {
                           const RemoteAddress begin(static_cast<std::uint64_t>(address));
                           m_allocated[begin] = size;
                           m_send(rsp::hexNumber(begin.value()));
                       });
                   });
}

void Conversation::answer(const Free& asked)
{
    const auto found = m_allocated.find(asked.address);
    if (!m_process.stands() || found == m_allocated.end())
        return error();
    const std::uint64_t size = found->second;
    m_allocated.erase(found);
    m_isCalling = true;
    m_process.call(SYS_munmap, {asked.address.value(), size},
                   [this](std::optional<std::int64_t> result) { onCall(result, [this](std::int64_t) { ok(); }); });
}

// --- registers -------------------------------------------------------------------------------------------------------

void Conversation::answer(const ReadRegister& asked)
{
    const auto thread = threadOf(asked.thread);
    const RegisterSpec* const spec = m_process.arch().registers().find(asked.number);
    const RegisterState* const state = thread && spec ? m_process.registers(*thread, spec->isExtended()) : nullptr;
    const auto bytes = state ? RegisterTable::read(*spec, *state) : std::nullopt;
    m_send(bytes ? rsp::hexOf(*bytes) : rsp::errorReply(kNoRegister));
}

void Conversation::answer(const WriteRegister& asked)
{
    const auto thread = threadOf(asked.thread);
    const RegisterSpec* const spec = m_process.arch().registers().find(asked.number);
    okOr(thread && spec && m_process.setRegister(*thread, *spec, bytesOf(asked.bytes)), kNoRegister);
}

void Conversation::answer(const ReadRegisters& asked)
{
    const auto thread = threadOf(asked.thread);
    const RegisterState* const state = thread ? m_process.registers(*thread, true) : nullptr;
    if (!state)
        return error(kNoRegister);
    std::string text;
    for (const RegisterSpec& spec : m_process.arch().registers().all()) {
        if (const auto bytes = RegisterTable::read(spec, *state); bytes && !spec.partOf)
            rsp::appendHex(text, *bytes);
    }
    m_send(std::move(text));
}

void Conversation::answer(const SaveRegisters& asked)
{
    const auto thread = threadOf(asked.thread);
    const auto id = thread ? m_process.saveRegisters(*thread) : std::nullopt;
    m_send(id ? std::to_string(*id) : rsp::errorReply(kNoRegister));
}

void Conversation::answer(const RestoreRegisters& asked)
{
    okOr(m_process.stands() && m_process.restoreRegisters(asked.id), kNoRegister);
}

// --- breakpoints -----------------------------------------------------------------------------------------------------

void Conversation::answer(const SetTrap& asked)
{
    if (!m_process.stands())
        return error(kRuns);
    if (asked.kind != Trap::Software)
        return setHardware(asked);
    if (asked.insert)
        m_loader.onInsert(asked.address);
    okOr(asked.insert ? m_process.sites().add(asked.address) : m_process.sites().remove(asked.address));
}

void Conversation::setHardware(const SetTrap& asked)
{
    const HardwareTrap trap = hardwareOf(asked);
    Arch::HardwareTraps traps = m_process.hardwareTraps();
    const auto there = std::find(traps.begin(), traps.end(), std::optional(trap));
    const auto place =
        asked.insert && there == traps.end() ? std::find(traps.begin(), traps.end(), std::nullopt) : there;
    if (place == traps.end() || (asked.insert && !m_process.arch().canWatch(trap)))
        return error(kNotWritten);
    *place = asked.insert ? std::optional(trap) : std::nullopt;
    if (asked.insert && !fits(traps, m_process.hardwareRoom().value_or(HardwareRoom{})))
        return error(kNotWritten);
    okOr(m_process.setHardwareTraps(traps), kNotWritten);
}

void Conversation::answer(const WatchpointCount&)
{
    const auto room = m_process.hardwareRoom();
    if (!room)
        return error(kRuns);
    m_send("num:" + std::to_string(room->watchpoints) + ";");
}

// --- about us, and about it ------------------------------------------------------------------------------------------

void Conversation::answer(const Supported&)
{
    m_send("PacketSize=20000;QStartNoAckMode+;native-signals+;QThreadSuffixSupported+;QListThreadsInStopReply+;"
           "QPassSignals+;qXfer:features:read+;qXfer:auxv:read+;qXfer:libraries-svr4:read+;qEcho+");
}

void Conversation::answer(const StopAcknowledging&)
{
    ok();
    m_acknowledges = false;
}

void Conversation::answer(const HostInfo&)
{
    m_send("triple:" + util::toHex(m_process.arch().triple()) +
           ";ptrsize:8;watchpoint_exceptions_received:" + (m_process.arch().watchesAfter() ? "after" : "before") +
           ";endian:little;hostname:" + util::toHex(util::hostName()) + ";");
}

void Conversation::answer(const ProcessInfo&)
{
    m_send("pid:" + rsp::hexNumber(static_cast<std::uint64_t>(m_process.pid().value())) +
           ";triple:" + util::toHex(m_process.arch().triple()) + ";ostype:linux;endian:little;ptrsize:8;");
}

void Conversation::answer(const Transfer& asked)
{
    if (asked.object == "features" && asked.annex == "target.xml")
        return m_send(rsp::transferReply(m_process.arch().registers().targetXml(), asked.offset, asked.size));
    if (asked.object == "auxv")
        return m_send(rsp::transferReply(auxiliaryVectorOf(m_process.pid()), asked.offset, asked.size));
    if (asked.object != "libraries-svr4")
        return m_send("");
    if (!m_listing)
        m_listing = m_loader.listing();
    m_send(rsp::transferReply(*m_listing, asked.offset, asked.size));
}

void Conversation::answer(const Echo& asked)
{
    m_send("qEcho:" + asked.text);
}

void Conversation::answer(const Agree&)
{
    ok();
}

} // namespace dbgr::keeper
