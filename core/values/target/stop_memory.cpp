// SPDX-License-Identifier: BSD-3-Clause
#include "values/target/stop_memory.h"

#include "values/values_error.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace dbgr::values {

namespace {

constexpr std::size_t kCachedAtMost = 8 * StopMemory::kPage; // what is larger is read in one go, and once

tl::unexpected<util::Error> unreadable(Address address)
{
    return util::fail(Errc::Unreadable, "the memory at " + textOf(address) + " cannot be read");
}

} // namespace

util::Result<void> StopMemory::read(Address address, std::span<std::byte> out)
{
    if (isMadeUp(address))
        return readMadeUp(address, out);
    if (out.size() > kCachedAtMost || !m_memory.hasPages())
        return m_memory.read(address, out) ? util::ok() : unreadable(address);
    const std::uint64_t last = address.plus(static_cast<std::int64_t>(out.size()) - 1).value / kPage;
    for (std::size_t done = 0; done < out.size();) {
        const Address at = address.plus(static_cast<std::int64_t>(done));
        const std::size_t within = at.value % kPage;
        const std::size_t count = std::min(out.size() - done, kPage - within);
        const std::span<std::byte> piece = out.subspan(done, count);
        if (const MemoryPage* const known = page(at.value / kPage, last))
            std::memcpy(piece.data(), known->data() + within, count);
        else if (!m_memory.read(at, piece)) // a core file may have a part of a page
            return unreadable(at);
        done += count;
    }
    return util::ok();
}

util::Result<std::uint64_t> StopMemory::getUnsigned(Address address, std::size_t bytes)
{
    std::uint64_t value = 0;
    DBGR_TRY(read(address, std::as_writable_bytes(std::span(&value, 1)).first(std::min(bytes, sizeof value))));
    return value;
}

util::Result<std::int64_t> StopMemory::getSigned(Address address, std::size_t bytes)
{
    DBGR_TRY(const std::uint64_t value, getUnsigned(address, bytes));
    if (bytes == 0 || bytes >= sizeof value)
        return static_cast<std::int64_t>(value);
    const unsigned unused = 64 - 8 * static_cast<unsigned>(bytes);
    return static_cast<std::int64_t>(value << unused) >> unused;
}

util::Result<void> StopMemory::write(Address address, std::span<const std::byte> bytes)
{
    if (isMadeUp(address))
        return util::fail(Errc::ReadOnly, "what has no memory of its own cannot be changed");
    m_pages.clear(); // also of what the write did not get to
    return m_memory.write(address, bytes);
}

StopMemory::MadeOf StopMemory::madeOf(Address address) const
{
    const std::uint64_t number = (address.value - kMadeUp) >> kGapBits;
    return number < m_madeUp.size() ? m_madeUp[static_cast<std::size_t>(number)].from : MadeOf::Computed;
}

util::Result<Address> StopMemory::makeUp(std::vector<std::byte> bytes, std::vector<bool> known, MadeOf from)
{
    if (bytes.size() > kMaxMadeUp - m_madeUpBytes || bytes.size() >= std::size_t{1} << kGapBits)
        return util::fail(Errc::TooLarge, "values without an address fill " + std::to_string(m_madeUpBytes) + " bytes");
    m_madeUpBytes += bytes.size();
    known.resize(bytes.size(), known.empty());
    m_madeUp.push_back({std::move(bytes), std::move(known), from});
    return Address{kMadeUp + (static_cast<std::uint64_t>(m_madeUp.size() - 1) << kGapBits)};
}

util::Result<void> StopMemory::readMadeUp(Address address, std::span<std::byte> out) const
{
    const std::uint64_t number = (address.value - kMadeUp) >> kGapBits;
    const std::uint64_t offset = address.value & ((std::uint64_t{1} << kGapBits) - 1);
    if (number >= m_madeUp.size())
        return unreadable(address);
    const MadeUp& value = m_madeUp[static_cast<std::size_t>(number)];
    if (offset > value.bytes.size() || out.size() > value.bytes.size() - offset)
        return util::fail(Errc::NotRecorded, "the compiler recorded less of it than its type has");
    const auto first = static_cast<std::ptrdiff_t>(offset);
    const auto last = first + static_cast<std::ptrdiff_t>(out.size());
    if (!std::all_of(value.known.begin() + first, value.known.begin() + last, [](bool known) { return known; }))
        return optimizedOut();
    std::copy(value.bytes.begin() + first, value.bytes.begin() + last, out.begin());
    return util::ok();
}

const MemoryPage* StopMemory::page(std::uint64_t number, std::uint64_t last)
{
    if (const auto found = m_pages.find(number); found != m_pages.end())
        return found->second.get();
    std::uint64_t end = number + 1;
    while (end <= last && !m_pages.contains(end))
        ++end;
    fetch(number, static_cast<std::size_t>(end - number));
    const auto found = m_pages.find(number);
    return found == m_pages.end() ? nullptr : found->second.get();
}

void StopMemory::fetch(std::uint64_t first, std::size_t count)
{
    if (m_pages.size() + count > kMaxPages)
        m_pages.clear();
    if (count == 1) {
        if (OwnedPage page = takePage(); m_memory.read({first * kPage}, *page))
            m_pages.emplace(first, std::move(page));
        return;
    }
    std::vector<std::byte> bytes(count * kPage);
    const bool isWhole = m_memory.read({first * kPage}, bytes);
    for (std::size_t i = 0; i < count; ++i) {
        const std::span<std::byte> one = std::span(bytes).subspan(i * kPage, kPage);
        const std::uint64_t number = first + i;
        if (!isWhole && !m_memory.read({number * kPage}, one))
            return; // those behind it are not needed, as nobody can read across it
        std::copy(one.begin(), one.end(), (m_pages[number] = takePage())->begin());
    }
}

} // namespace dbgr::values
