// SPDX-License-Identifier: BSD-3-Clause
// Adds up what one value holds. Way: contentOf() -> here -> Containers, ValueReader. Thread: as ValueReader; made for
// one value.
#pragma once

#include "debug/content.h"
#include "util/content_hash.h"
#include "util/result.h"
#include "values/compare/content.h"
#include "values/containers/containers.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

namespace dbgr::values {

class ContentReader
{
public:
    ContentReader(ValueReader& reader, const ContentLimits& limits) : m_reader(reader), m_left(limits) {}

    void add(const Value& value, unsigned depth);
    [[nodiscard]] debug::Content content() const
    {
        const bool isPartial = m_partial || m_hasUnknown;
        return {m_hash.value(), isPartial, isPartial ? m_values : 0, false};
    }

private:
    void addArray(const Value& array, unsigned depth);
    void addPlainElements(const Value& array);
    void addRecord(const Value& record, unsigned depth);
    void addClass(const Type& type);
    void addPlain(const Type& type, std::span<const std::byte> bytes);
    void addReal(const Type& type, std::span<const std::byte> bytes);
    void addBits(const BitField& field, std::span<const std::byte> bytes);
    void addError(const util::Error& error);
    [[nodiscard]] bool addContainer(const Value& value, unsigned depth);
    void addItems(const Container& container, unsigned depth);
    void addUnordered(const Container& container, unsigned depth);
    void addItem(const Item& item, unsigned depth);
    void addBitItem(const Value& bit);
    void addOwned(const Container& pointer, unsigned depth);
    void addHeld(const Container& holder, unsigned depth);
    void addPointedText(const Value& pointer);
    [[nodiscard]] bool take(std::uint64_t bytes);

    ValueReader& m_reader;
    ContentLimits m_left;
    util::ContentHash m_hash;
    std::uint64_t m_values = 0;
    bool m_partial = false;    ///< no more is added
    bool m_hasUnknown = false; ///< something was left out, since nobody knows how much of it there is
    std::map<std::uint64_t, std::uint64_t> m_owned; ///< what smart pointers lead to, in the order of being met
};

/// What is compared by its bytes.
[[nodiscard]] bool isPlainContent(const Type& type);

} // namespace dbgr::values
