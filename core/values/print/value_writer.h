// SPDX-License-Identifier: BSD-3-Clause
// Writes one line about one value, and stops where it is long enough. Way: Printer -> here. Thread: as ValueReader;
// made for one line.
#pragma once

#include "util/result.h"
#include "values/containers/containers.h"
#include "values/expr/answer.h"
#include "values/print/printer.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace dbgr::values {

class ValueWriter
{
public:
    ValueWriter(ValueReader& reader, const TextLimits& limits, Format format)
        : m_reader(reader), m_limits(limits), m_format(format)
    {}

    void add(const Value& value, std::uint32_t depth);
    void add(const Number& number, Language language);
    void add(const NumberArray& numbers, Language language);
    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    /// The elements of one array, as nested parentheses take them: the k-th in memory's order.
    struct Elements
    {
        std::vector<std::uint64_t> counts; ///< of the outermost parentheses first
        bool isOneLevel = true;            ///< as Fortran's dimensions are; arrays of C hold arrays
        const char* open = "{";
        const char* close = "}";
        std::function<void(std::uint64_t, std::uint32_t)> add; ///< the k-th element, at a depth
        std::function<bool(std::uint64_t)> addRow;             ///< the innermost row that begins there, if it is a text
    };

    [[nodiscard]] std::optional<util::Error> whyLost(const Value& value);
    void addSettled(const Value& value, std::uint32_t depth);
    void addArray(const Value& array, std::uint32_t depth);
    void addElements(const Elements& elements, std::size_t level, std::uint64_t first, std::uint32_t depth);
    void addRecord(const Value& record, std::uint32_t depth);
    [[nodiscard]] bool addMembers(const Value& record, std::uint32_t depth, std::uint32_t& count, unsigned nesting);
    void addPointer(const Value& pointer);
    [[nodiscard]] bool addTextAt(const Number& pointer);
    void addAddress(const Value& holder);
    void addFunctionName(const Number& pointer);
    void addMemberPointer(const Value& pointer);
    void addText(const Value& text);
    void addScalar(const Value& value);
    [[nodiscard]] bool addCharacters(const Value& array, std::uint64_t first, std::uint64_t count);
    [[nodiscard]] bool addWhereItIs(const Value& component);
    [[nodiscard]] bool addContainer(const Value& value, std::uint32_t depth);
    void addHeld(const Container& container, std::uint32_t depth);
    void addText(const Container& text);
    void addItems(const Container& container, std::uint32_t depth);
    void addItem(const Item& item, std::uint32_t depth);
    void addError(const util::Error& error);
    void addCut(std::string_view text);
    [[nodiscard]] bool isFull() const { return m_text.size() >= m_limits.bytes; }

    ValueReader& m_reader;
    TextLimits m_limits;
    Format m_format;
    std::string m_text;
    unsigned m_holders = 0; ///< around what is being written, of those that add no braces
};

} // namespace dbgr::values
