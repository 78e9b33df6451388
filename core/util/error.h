// SPDX-License-Identifier: BSD-3-Clause
// What a failure from outside is made of. Every layer returns it (see result.h); the face formats it in one place.
// Thread: any; plain values.
#pragma once

#include <string>
#include <string_view>
#include <system_error>

namespace dbgr::util {

/// A failure: a code to branch on and the words for a person.
/// A reader of the words learns what was tried, on what, and why it failed (`detail`), and what to do now (`advice`).
struct Error
{
    std::error_code code;
    /// What was tried, on what, why it failed. Layers prepend to it with withContext().
    std::string detail;
    /// What the user can do now; empty where nobody knew better.
    std::string advice;

    /// Puts what this layer was doing in front: "launching ./ring: connecting to ...". What the detail begins with
    /// already, with more words or fewer, is said once.
    [[nodiscard]] Error withContext(std::string_view doing) &&;
    /// Adds advice unless a deeper layer, which knew better, gave some.
    [[nodiscard]] Error withAdvice(std::string_view whatToDo) &&;
    /// The detail, or the code's own message when there is none.
    [[nodiscard]] std::string message() const;
};

/// An error of the operating system, with errno's text behind `doing`.
[[nodiscard]] Error systemError(int errnoValue, std::string_view doing);

} // namespace dbgr::util
