// SPDX-License-Identifier: BSD-3-Clause
#include "python/stack_reader.h"

#include "python/self_description.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <string>

namespace dbgr::python {

namespace {

constexpr std::size_t kLargestFrame = 128; // of what is read of one
constexpr std::size_t kMostChunks = 1024;
constexpr std::uint64_t kUnit = 2; // bytes of an instruction

/// Whose memory a frame is.
enum Owner : std::uint8_t
{
    kThread = 0,
    kGenerator = 1,
    kLoop = 3, // it only marks where a loop began
};

template <class T>
T valueAt(std::span<const std::byte> bytes, std::uint64_t offset)
{
    T value{};
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

} // namespace

StackReader::StackReader(Interpreter interpreter, Read read)
    : m_interpreter(interpreter), m_memory(std::move(read)), m_objects(m_interpreter, m_layout, m_memory)
{}

util::PythonStacks StackReader::read(std::size_t mostCalls)
{
    m_mostCalls = mostCalls;
    m_result.minor = m_interpreter.minor;
    if (!adaptLayout())
        return std::move(m_result);
    auto interpreter = word(m_interpreter.runtime + m_layout.runtime.interpreters);
    for (std::size_t i = 0; interpreter && *interpreter != 0 && i < kMostInterpreters; ++i) {
        readThreads(*interpreter);
        interpreter = word(*interpreter + m_layout.interpreter.next);
    }
    if (interpreter != std::uint64_t{0})
        m_result.trouble = "the interpreters of Python are not to be read";
    return std::move(m_result);
}

bool StackReader::adaptLayout()
{
    const Layout* const known = layoutOf(m_interpreter.minor);
    if (!known || !m_interpreter.isRelease) {
        m_result.trouble = m_interpreter.name() + ": its frames are not known";
        return false;
    }
    m_layout = *known;
    if (!describesItself(m_layout.minor))
        return true;
    const auto description = m_memory.get<SelfDescription>(m_interpreter.runtime);
    if (description && adapt(m_layout, *description))
        return true;
    m_result.trouble = m_interpreter.name() + " of a kind whose frames are not known";
    return false;
}

void StackReader::readThreads(std::uint64_t interpreter)
{
    std::uint64_t previous = 0;
    auto state = word(interpreter + m_layout.interpreter.threads);
    while (state && *state != 0 && m_threads < kMostThreads) {
        if (word(*state + m_layout.thread.previous) != previous ||
            word(*state + m_layout.thread.interpreter) != interpreter)
            break;
        ++m_threads;
        readThread(*state);
        previous = *state;
        state = word(*state + m_layout.thread.next);
    }
    if (state != std::uint64_t{0})
        m_result.trouble = "the threads of Python are not to be read";
}

void StackReader::readThread(std::uint64_t state)
{
    Walk walk;
    walk.state = state;
    walk.callsLeft = m_mostCalls;
    walk.thread.id = word(state + m_layout.thread.id).value_or(0);
    if (!readRuns(walk)) {
        walk.thread.runs.clear();
        const bool areTooMany = m_memory.isUsedUp() || walk.frames >= kMostFrames;
        walk.thread.trouble = areTooMany ? "its frames of Python are too many to be read"
                                         : "its frames of Python do not fit together at this moment";
    }
    m_result.threads.push_back(std::move(walk.thread));
}

bool StackReader::readRuns(Walk& walk)
{
    switch (m_layout.kind) {
    case FrameKind::Objects:
    case FrameKind::Anchored:
        return readObjects(walk);
    case FrameKind::Entries:
        return readUsed(walk) && readEntries(walk);
    case FrameKind::Shims:
        return readUsed(walk) && readShims(walk);
    }
    return false;
}

/// Frames are objects, and each has a loop of its own.
bool StackReader::readObjects(Walk& walk)
{
    const bool isAnchored = m_layout.kind == FrameKind::Anchored;
    const std::uint64_t last = walk.state + m_layout.thread.lastRecord;
    auto record = isAnchored ? word(walk.state + m_layout.thread.record) : 0;
    auto address = word(walk.state + m_layout.thread.frame);
    while (address && *address != 0) {
        const auto frame =
            m_objects.isObject(*address, m_interpreter.frameType) ? frameAt(*address, walk) : std::nullopt;
        util::PythonRun run;
        if (!frame || !addCall(*frame, walk, run) || !record)
            return false;
        if (isAnchored) {
            if (record == last)
                return false;
            run.anchor = *record;
            record = word(*record + m_layout.record.previous);
        }
        if (!addRun(walk, std::move(run)))
            return false;
        address = frame->previous;
    }
    return address && (!isAnchored || record == last);
}

/// Each loop has a record; the outermost of its frames is marked, and goes on with the next loop's.
bool StackReader::readEntries(Walk& walk)
{
    const std::uint64_t last = walk.state + m_layout.thread.lastRecord;
    auto record = word(walk.state + m_layout.thread.record);
    while (record && *record != last) {
        util::PythonRun run{*record, {}, false};
        const auto outer = word(*record + m_layout.record.previous);
        const auto next = outer ? word(*outer + m_layout.record.frame) : std::nullopt;
        auto address = word(*record + m_layout.record.frame);
        for (bool isLast = false; !isLast;) {
            const auto frame = next && address ? frameAt(*address, walk) : std::nullopt;
            if (!frame || !addCall(*frame, walk, run))
                return false;
            isLast = frame->isEntry;
            address = frame->previous;
        }
        if (address != next || !addRun(walk, std::move(run)))
            return false;
        record = outer;
    }
    return record.has_value();
}

/// Behind the outermost frame of a loop there is one more, which is in the loop's own stack frame.
bool StackReader::readShims(Walk& walk)
{
    auto address = word(walk.state + m_layout.thread.frame);
    if (m_layout.thread.record != 0) {
        const auto record = word(walk.state + m_layout.thread.record);
        address = record ? word(*record + m_layout.record.frame) : std::nullopt;
    }
    util::PythonRun run;
    while (address && *address != 0) {
        const auto frame = frameAt(*address, walk);
        if (!frame)
            return false;
        if (frame->owner == kLoop) {
            run.anchor = *address;
            if (!addRun(walk, std::exchange(run, {})))
                return false;
        } else if (!addCall(*frame, walk, run)) {
            return false;
        }
        address = frame->previous;
    }
    return address && run.calls.empty() && !run.isCut;
}

bool StackReader::readUsed(Walk& walk)
{
    constexpr std::uint64_t kPrevious = 0, kTop = 16, kData = 24;
    auto chunk = word(walk.state + m_layout.thread.chunk);
    auto end = word(walk.state + m_layout.thread.top);
    for (std::size_t i = 0; chunk && *chunk != 0 && end && i < kMostChunks; ++i) {
        walk.used.emplace_back(*chunk + kData, *end);
        chunk = word(*chunk + kPrevious);
        const auto top = chunk && *chunk != 0 ? word(*chunk + kTop) : 0;
        end = top ? std::optional(chunk.value_or(0) + kData + *top * sizeof(std::uint64_t)) : std::nullopt;
    }
    return chunk == std::uint64_t{0};
}

std::optional<StackReader::Frame> StackReader::frameAt(std::uint64_t address, Walk& walk)
{
    std::array<std::byte, kLargestFrame> bytes{};
    const auto read = std::span(bytes).first(m_layout.frame.size);
    if (address == 0 || address % sizeof(address) != 0 || address == walk.marked || walk.frames >= kMostFrames ||
        !m_memory.read(address, read))
        return std::nullopt;
    if (std::has_single_bit(++walk.frames))
        walk.marked = address;
    Frame frame{address,
                valueAt<std::uint64_t>(read, m_layout.frame.code),
                valueAt<std::uint64_t>(read, m_layout.frame.previous),
                0,
                kThread,
                false};
    if (m_layout.kind == FrameKind::Objects || m_layout.kind == FrameKind::Anchored) {
        const auto index = static_cast<std::int64_t>(valueAt<std::int32_t>(read, m_layout.frame.instruction));
        frame.instruction = static_cast<std::uint64_t>(m_layout.minor == 9 ? index : index * std::int64_t{kUnit});
        return frame;
    }
    frame.instruction = valueAt<std::uint64_t>(read, m_layout.frame.instruction);
    frame.owner = valueAt<std::uint8_t>(read, m_layout.frame.owner);
    frame.isEntry = m_layout.frame.isEntry != 0 && valueAt<std::uint8_t>(read, m_layout.frame.isEntry) != 0;
    return isInUse(frame, walk) ? std::optional(frame) : std::nullopt;
}

/// A call that has just ended may still be the innermost one, and what it was is going to be another.
bool StackReader::isInUse(const Frame& frame, const Walk& walk) const
{
    if (frame.owner == kThread)
        return std::ranges::any_of(
            walk.used, [&](const auto& part) { return frame.address >= part.first && frame.address < part.second; });
    return frame.owner == kGenerator || (frame.owner == kLoop && m_layout.kind == FrameKind::Shims);
}

bool StackReader::addCall(const Frame& frame, Walk& walk, util::PythonRun& run)
{
    if (walk.callsLeft == 0) {
        run.isCut = true;
        return true;
    }
    const CodeObject* const code = codeAt(frame.code);
    if (!code)
        return false;
    // Before the first instruction of all it is one less.
    const auto at = static_cast<std::int64_t>(frame.instruction - code->begin);
    if (at < -static_cast<std::int64_t>(kUnit) || at >= static_cast<std::int64_t>(code->bytes) ||
        (at >= 0 && at % 2 != 0))
        return false;
    if (frame.owner != kGenerator && at < code->firstTraced)
        return true; // Python does not count it yet
    run.calls.push_back({m_codes.at(frame.code).first, static_cast<std::int32_t>(at)});
    --walk.callsLeft;
    return true;
}

/// Stacks grow downwards.
bool StackReader::addRun(Walk& walk, util::PythonRun run)
{
    if (run.anchor != 0 && run.anchor <= walk.lastAnchor)
        return false;
    walk.lastAnchor = run.anchor;
    walk.thread.runs.push_back(std::move(run));
    return true;
}

const CodeObject* StackReader::codeAt(std::uint64_t address)
{
    if (const auto known = m_codes.find(address); known != m_codes.end())
        return &known->second.second;
    auto code = m_objects.code(address);
    if (!code)
        return nullptr;
    const auto index = static_cast<std::uint32_t>(m_result.codes.size());
    m_result.codes.push_back(std::move(code->code));
    return &m_codes.emplace(address, std::pair(index, std::move(*code))).first->second.second;
}

} // namespace dbgr::python
