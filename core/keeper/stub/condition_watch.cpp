// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/stub/condition_watch.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace dbgr::keeper {

/// Nothing: it makes no sense.
std::optional<ConditionWatch::Judged> ConditionWatch::judgeOf(const bytecode::JudgedBreakpoint& breakpoint)
{
    auto program = bytecode::Program::read(breakpoint.program);
    if (!program)
        return std::nullopt;
    Judged judged{*std::move(program), breakpoint.count, {}};
    if (!breakpoint.tracing)
        return judged;
    judged.traced = Traced{breakpoint.tracing->number, {}};
    for (const std::vector<std::byte>& bytes : breakpoint.tracing->programs) {
        auto one = bytecode::Program::read(bytes);
        if (!one)
            return std::nullopt;
        judged.traced->programs.push_back(*std::move(one));
    }
    return judged;
}

/// None where one of them makes no sense.
ConditionWatch::Judges ConditionWatch::judgesOf(const bytecode::JudgedPlace& place)
{
    Judges judges;
    for (const bytecode::JudgedBreakpoint& one : place.breakpoints) {
        auto judged = judgeOf(one);
        if (!judged)
            return {};
        judges.push_back(*std::move(judged));
    }
    return judges;
}

ConditionWatch::ConditionWatch(ConditionWishes wishes)
    : m_wishes(std::move(wishes)), m_counts(m_wishes.counts()), m_notes(m_wishes.notes()), m_version(m_wishes.version())
{}

void ConditionWatch::forget()
{
    settle();
    m_version = m_wishes.version();
    m_places.clear();
    m_last.clear();
    m_alreadyTold.clear();
}

void ConditionWatch::refresh()
{
    const std::uint32_t version = m_wishes.version();
    if (version == m_version)
        return;
    m_places.clear();
    const auto places = m_wishes.places();
    if (!places || m_wishes.version() != version)
        return; // asked again at the next hit
    m_version = version;
    for (const bytecode::JudgedPlace& place : *places) {
        if (Judges judges = judgesOf(place); !judges.empty())
            m_places.insert_or_assign(util::RemoteAddress(place.address), std::move(judges));
    }
}

bool ConditionWatch::isLeft(std::uint16_t number, std::span<const Passing> before) const
{
    std::uint64_t taken = 0;
    for (const Passing& hit : before)
        taken += static_cast<std::uint64_t>(std::ranges::count(hit.counted, number));
    return m_counts.left(number) > taken;
}

/// Nothing: a program fails.
std::optional<ConditionWatch::Passing::Note> ConditionWatch::noteOf(const Traced& traced, util::ThreadId id,
                                                                    bytecode::Target& thread)
{
    if (m_alreadyTold.contains({id, traced.place}))
        return Passing::Note{traced.place, {}};
    bytecode::TraceNote note;
    note.place = traced.place;
    note.thread = id.value();
    note.time =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::system_clock::now().time_since_epoch());
    bytecode::NotingTarget noting(thread, note);
    for (const bytecode::Program& program : traced.programs) {
        if (!bytecode::run(program, noting))
            return std::nullopt;
    }
    return Passing::Note{traced.place, bytecode::encode(note)};
}

bool ConditionWatch::hasRoom(const Passing& hit, std::span<const Passing> before) const
{
    std::uint64_t words = 0;
    const auto add = [&](const Passing& one) {
        for (const Passing::Note& note : one.notes)
            words += note.bytes.empty() ? 0 : bytecode::TraceRing::wordsFor(note.bytes.size());
    };
    add(hit);
    std::ranges::for_each(before, add);
    return words == 0 || m_notes.hasRoom(words);
}

std::optional<ConditionWatch::Passing> ConditionWatch::passed(util::RemoteAddress address, util::ThreadId id,
                                                              bytecode::Target& thread, std::span<const Passing> before)
{
    refresh();
    const auto found = m_places.find(address);
    if (found == m_places.end())
        return std::nullopt;
    Passing hit;
    for (const Judged& judge : found->second) {
        const auto verdict = bytecode::run(judge.program, thread);
        if (!verdict)
            return std::nullopt;
        if (*verdict == 0)
            continue;
        if (judge.count && isLeft(*judge.count, before)) {
            hit.counted.push_back(*judge.count);
            continue;
        }
        auto note = judge.traced ? noteOf(*judge.traced, id, thread) : std::nullopt;
        if (!note)
            return std::nullopt;
        hit.notes.push_back(*std::move(note));
    }
    return hasRoom(hit, before) ? std::optional(std::move(hit)) : std::nullopt;
}

void ConditionWatch::count(util::ThreadId thread, const Passing& hit)
{
    Last& last = m_last[thread];
    settle(last);
    for (const std::uint16_t number : hit.counted) {
        const bool wasLeft = m_counts.pass(number);
        if (!wasLeft) // the engine has said something else in the same moment: that holds from the next hit on
            m_counts.notePassed(number);
        last.taken.push_back({number, wasLeft});
    }
    for (const Passing::Note& note : hit.notes) {
        m_alreadyTold.erase({thread, note.place});
        last.noted.push_back({note.place, note.bytes.empty() ? std::nullopt : std::optional(m_notes.put(note.bytes))});
    }
}

void ConditionWatch::takeBack(util::ThreadId thread)
{
    const auto last = m_last.find(thread);
    if (last == m_last.end())
        return;
    for (const Taken& taken : last->second.taken)
        m_counts.giveBack(taken.number, taken.wasLeft);
    for (const Noted& noted : last->second.noted) {
        if (!noted.note || !m_notes.takeBack(*noted.note))
            m_alreadyTold.insert({thread, noted.place});
    }
    m_last.erase(last);
}

void ConditionWatch::settle(Last& last)
{
    for (const Noted& noted : last.noted) {
        if (noted.note)
            m_notes.settle(*noted.note);
    }
    last = {};
}

void ConditionWatch::settle()
{
    for (auto& [thread, last] : m_last)
        settle(last);
}

void ConditionWatch::forget(util::ThreadId thread)
{
    const auto last = m_last.find(thread);
    if (last != m_last.end()) {
        settle(last->second);
        m_last.erase(last);
    }
    std::erase_if(m_alreadyTold, [thread](const auto& told) { return told.first == thread; });
}

} // namespace dbgr::keeper
