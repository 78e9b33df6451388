// SPDX-License-Identifier: BSD-3-Clause
// The std::error_category of a folder's own codes: a name, and what each code means. Thread: any.
#pragma once

#include <string>
#include <system_error>

namespace dbgr::util {

class ErrorCategory final : public std::error_category
{
public:
    /// What a code means, in a few words for people; null for a number that is none.
    using Meaning = const char* (*)(int code);

    /// \param name short, for logs; a literal
    ErrorCategory(const char* name, Meaning meaning) : m_name(name), m_meaning(meaning) {}

    [[nodiscard]] const char* name() const noexcept override { return m_name; }
    [[nodiscard]] std::string message(int code) const override
    {
        const char* const meaning = m_meaning(code);
        return meaning ? meaning : "unknown failure " + std::to_string(code);
    }

private:
    const char* m_name;
    Meaning m_meaning;
};

} // namespace dbgr::util
