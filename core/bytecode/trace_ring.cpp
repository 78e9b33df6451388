// SPDX-License-Identifier: BSD-3-Clause
#include "bytecode/trace_ring.h"

#include <algorithm>
#include <cstring>

namespace dbgr::bytecode {

namespace {

/// Of a note, in the word before its length.
enum State : std::uint32_t
{
    kOpen = 1,
    kSettled,
    kTakenBack,
    kTaken
};

constexpr std::size_t kWord = sizeof(std::uint32_t);
constexpr std::uint64_t kHeadWords = 2;
/// The order of a note's words among each other means nothing: `written` tells that they are there.
constexpr auto kAnyOrder = std::memory_order_relaxed;

} // namespace

std::atomic<std::uint32_t>& TraceRing::word(std::uint64_t position) const
{
    return m_memory->words[position % kWords];
}

std::uint64_t TraceRing::wordsFor(std::size_t bytes)
{
    return kHeadWords + (bytes + kWord - 1) / kWord;
}

bool TraceRing::hasRoom(std::uint64_t words) const
{
    if (!m_memory)
        return false;
    const std::uint64_t used = m_memory->written - m_memory->taken;
    return used <= kWords && words <= kWords - used;
}

std::uint64_t TraceRing::put(std::span<const std::byte> note) const
{
    const std::uint64_t begin = m_memory->written;
    word(begin).store(kOpen, kAnyOrder);
    word(begin + 1).store(static_cast<std::uint32_t>(note.size()), kAnyOrder);
    for (std::size_t at = 0; at < note.size(); at += kWord) {
        std::uint32_t one = 0;
        std::memcpy(&one, note.data() + at, std::min(kWord, note.size() - at));
        word(begin + kHeadWords + at / kWord).store(one, kAnyOrder);
    }
    m_memory->written = begin + wordsFor(note.size());
    return begin;
}

void TraceRing::settle(std::uint64_t note) const
{
    std::uint32_t open = kOpen;
    if (note >= m_memory->taken) // else something else may be there by now
        word(note).compare_exchange_strong(open, kSettled);
}

bool TraceRing::takeBack(std::uint64_t note) const
{
    std::uint32_t open = kOpen;
    return note >= m_memory->taken && word(note).compare_exchange_strong(open, kTakenBack);
}

std::vector<std::byte> TraceRing::noteAt(std::uint64_t position, std::size_t bytes) const
{
    std::vector<std::byte> note(bytes);
    for (std::size_t at = 0; at < bytes; at += kWord) {
        const std::uint32_t one = word(position + kHeadWords + at / kWord).load(kAnyOrder);
        std::memcpy(note.data() + at, &one, std::min(kWord, bytes - at));
    }
    return note;
}

TraceRing::Taken TraceRing::take(const std::function<bool(std::span<const std::byte>)>& mayTakeOpen) const
{
    Taken taken;
    if (!m_memory)
        return taken;
    const std::uint64_t end = m_memory->written;
    std::uint64_t at = m_memory->taken;
    taken.isBroken = end - at > kWords;
    while (at != end && !taken.isBroken) {
        const std::uint64_t left = end - at;
        const std::uint32_t bytes = left > kHeadWords ? word(at + 1).load(kAnyOrder) : 0;
        if (left < wordsFor(bytes)) {
            taken.isBroken = true;
            break;
        }
        std::uint32_t state = word(at);
        std::vector<std::byte> note = noteAt(at, bytes);
        if (state == kOpen) {
            if (!mayTakeOpen(note))
                break;
            if (word(at).compare_exchange_strong(state, kTaken))
                state = kTaken;
        }
        if (state != kTakenBack)
            taken.notes.push_back(std::move(note));
        at += wordsFor(bytes);
        m_memory->taken = at;
    }
    if (taken.isBroken)
        m_memory->taken = end;
    return taken;
}

} // namespace dbgr::bytecode
