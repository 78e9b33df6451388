// SPDX-License-Identifier: GPL-3.0-or-later
// A unit of Fortran's debug information, DWARF 4, that a test makes entry by entry: records, pointers, and variables at
// fixed addresses. For MadeDebugFile. Thread: the test's.
#pragma once

#include <cstdint>
#include <string>

namespace dbgr::test {

class MadeUnit
{
public:
    using Entry = std::uint32_t; ///< where it is in the unit

    explicit MadeUnit(const std::string& producer)
    {
        m_bytes = std::string("\4\0", 2) + word(kAbbreviationsAt) + '\x8';
        m_bytes += std::string{'\1', '\x0e'} + text(producer); // DW_LANG_Fortran95
    }
    Entry integer(const std::string& name, unsigned bytes)
    {
        return add('\2', text(name) + std::string{'\5', static_cast<char>(bytes)});
    }
    /// Its members follow, and then end().
    Entry beginRecord(const std::string& name, unsigned bytes)
    {
        return add('\3', text(name) + static_cast<char>(bytes));
    }
    void member(const std::string& name, Entry type, unsigned offset)
    {
        add('\4', text(name) + word(type) + static_cast<char>(offset));
    }
    Entry pointerTo(Entry type) { return add('\5', '\x8' + word(type)); }
    Entry pointerToNothing() { return add('\7', "\x8"); }
    void variable(const std::string& name, Entry type, std::uint64_t address)
    {
        const std::string bytes(reinterpret_cast<const char*>(&address), sizeof address);
        add('\6', text(name) + word(type) + "\x9\x3" + bytes);
    }
    void end() { m_bytes += '\0'; }
    /// What an entry will be that comes later. Its place is filled in by `is`.
    void member(const std::string& name, std::size_t& later, unsigned offset)
    {
        add('\4', text(name));
        later = m_bytes.size();
        m_bytes += word(0) + static_cast<char>(offset);
    }
    void is(std::size_t later, Entry entry) { m_bytes.replace(later, sizeof entry, word(entry)); }

    /// Of .debug_info.
    [[nodiscard]] std::string bytes() const
    {
        const std::string all = m_bytes + '\0';
        return word(static_cast<std::uint32_t>(all.size())) + all;
    }
    /// Of .debug_abbrev, at kAbbreviationsAt.
    [[nodiscard]] static std::string abbreviations()
    {
        using namespace std::string_literals;
        return "\1\x11\1\x13\xb\x25\x8\0\0"s      // unit: language, producer
               "\2\x24\0\3\x8\x3e\xb\xb\xb\0\0"s  // base type: name, encoding, bytes
               "\3\x13\1\3\x8\xb\xb\0\0"s         // structure: name, bytes
               "\4\xd\0\3\x8\x49\x13\x38\xb\0\0"s // member: name, type, offset
               "\5\xf\0\xb\xb\x49\x13\0\0"s       // pointer: bytes, type
               "\6\x34\0\3\x8\x49\x13\2\x18\0\0"s // variable: name, type, location
               "\7\xf\0\xb\xb\0\0\0"s;            // pointer: bytes
    }
    static constexpr std::uint32_t kAbbreviationsAt = 6; ///< behind those of MadeDebugFile

private:
    static std::string word(std::uint32_t number) { return {reinterpret_cast<const char*>(&number), sizeof number}; }
    static std::string text(const std::string& letters) { return letters + '\0'; }
    Entry add(char abbreviation, const std::string& attributes)
    {
        const auto at = static_cast<Entry>(m_bytes.size() + sizeof(std::uint32_t)); // the length stands before it
        m_bytes += abbreviation + attributes;
        return at;
    }

    std::string m_bytes;
};

} // namespace dbgr::test
