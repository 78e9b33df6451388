// SPDX-License-Identifier: BSD-3-Clause
// Goes through the memory of one value as its plan says, and hashes what it holds. How far is limited by counts alone,
// never by time: so the same limits cover the same part of equal values in all ranks. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/content_plan.h"
#include "debug/content.h"
#include "values/compare/content.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace dbgr::daemon {

using values::ContentLimits;

/// Reads all of `into`. \return whether there is such memory
using ReadMemory = std::function<bool(std::uint64_t address, std::span<std::byte> into)>;

/// The eight bytes at an offset, the lowest first; 0 where there are none.
[[nodiscard]] std::uint64_t wordIn(std::span<const std::byte> bytes, std::uint64_t offset);

class ContentDigest
{
public:
    ContentDigest(ReadMemory read, const ContentLimits& limits) : m_read(std::move(read)), m_left(limits) {}

    /// Adds the value at an address.
    void addAt(const ContentPlan& plan, std::uint64_t address);
    /// Adds a value whose bytes are here.
    void addBytes(const ContentPlan& plan, std::span<const std::byte> bytes);
    /// Adds what has no plan.
    void addText(std::string_view text);
    /// From here on nothing is added: the value goes on, but not what is hashed.
    void cut() { m_partial = true; }

    [[nodiscard]] debug::Content content() const { return {m_hash.value(), m_partial, m_partial ? m_values : 0}; }

private:
    using Bytes = std::span<const std::byte>;

    void add(const plan::Opaque&, const ContentPlan& plan, Bytes bytes);
    void add(const plan::Scalar&, const ContentPlan& plan, Bytes bytes);
    void add(const plan::Real&, const ContentPlan& plan, Bytes bytes);
    void add(const plan::Bits& bits, const ContentPlan& plan, Bytes bytes);
    void add(const plan::Array& array, const ContentPlan& plan, Bytes bytes);
    void add(const plan::Record& record, const ContentPlan& plan, Bytes bytes);
    void add(const plan::CharPointer& text, const ContentPlan& plan, Bytes bytes);
    void add(const plan::Indirect& pointer, const ContentPlan& plan, Bytes bytes);
    void add(const plan::Range& range, const ContentPlan& plan, Bytes bytes);
    void add(const plan::Counted& counted, const ContentPlan& plan, Bytes bytes);
    void add(const plan::BitRange& range, const ContentPlan& plan, Bytes bytes);
    void add(const plan::Chain& chain, const ContentPlan& plan, Bytes bytes);
    void add(const plan::Tree& tree, const ContentPlan& plan, Bytes bytes);
    void add(const plan::Deque& deque, const ContentPlan& plan, Bytes bytes);
    void add(const plan::Optional& optional, const ContentPlan& plan, Bytes bytes);
    void add(const plan::Variant& variant, const ContentPlan& plan, Bytes bytes);

    void addElements(const ContentPlan& element, std::uint64_t address, std::uint64_t count);
    void addRun(const ContentPlan& element, Bytes bytes);
    void addText(std::uint64_t address, std::uint32_t width);
    /// The text up to its 0 in these bytes. \return whether it ends here
    bool addTextPart(Bytes bytes, std::uint32_t width);
    void addUnreadable();

    [[nodiscard]] bool visit();
    [[nodiscard]] bool read(std::uint64_t address, std::span<std::byte> into);

    ReadMemory m_read;
    ContentLimits m_left;
    util::ContentHash m_hash;
    std::uint64_t m_values = 0;
    std::uint32_t m_depth = 0;
    bool m_partial = false;
};

} // namespace dbgr::daemon
