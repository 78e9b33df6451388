// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/traced_places.h"

#include <chrono>
#include <span>

namespace dbgr::daemon {

namespace {

/// Notes of tracepoints that are gone may still come, but not that many.
constexpr std::size_t kMostPlaces = 4096;
/// A thread that was let go has done its instruction by then, however many others want the processor.
constexpr std::chrono::seconds kSurelyDone{1};

bool isSurelyDone(std::span<const std::byte> bytes)
{
    const auto note = bytecode::decodeNote(bytes);
    return !note || std::chrono::system_clock::now().time_since_epoch() - note->time > kSurelyDone;
}

} // namespace

TracedPlaces::TracedPlaces(util::Rank rank, bytecode::TraceRing notes) : m_rank(rank), m_notes(std::move(notes))
{
    const auto left = m_notes.take([](std::span<const std::byte>) { return true; });
    m_lost = left.notes.size() + (left.isBroken ? 1 : 0);
}

std::uint32_t TracedPlaces::add(std::shared_ptr<const TracedPlace> place)
{
    m_places.emplace(++m_last, std::move(place));
    if (m_places.size() > kMostPlaces)
        m_places.erase(m_places.begin());
    return m_last;
}

std::vector<debug::TraceRecord> TracedPlaces::take(When when)
{
    const auto taken =
        m_notes.take([when](std::span<const std::byte> open) { return when == When::Stands || isSurelyDone(open); });
    std::vector<debug::TraceRecord> records;
    for (const std::vector<std::byte>& bytes : taken.notes) {
        const auto note = bytecode::decodeNote(bytes);
        const auto place = note ? m_places.find(note->place) : m_places.end();
        if (place == m_places.end()) {
            ++m_lost;
            continue;
        }
        records.push_back(
            {m_rank, place->second->id(), util::ThreadId(note->thread), note->time, place->second->read(*note)});
    }
    m_lost += taken.isBroken ? 1 : 0;
    return records;
}

} // namespace dbgr::daemon
