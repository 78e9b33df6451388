// SPDX-License-Identifier: BSD-3-Clause
// A command line as a person types it, in words: quotes, backslashes and ~ as in a shell, nothing else of one.
// Pure. Thread: any.
#pragma once

#include "util/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::util {

/// 'a b' and "a b" are one word; a backslash takes the next character as it is (in double quotes only before " \ $ `);
/// ~ and ~/x at the beginning of a word are the home folder.
/// \errors std::errc::invalid_argument: a quote has no end, a backslash stands last, or something needs a shell (| > &)
[[nodiscard]] Result<std::vector<std::string>> splitShellWords(std::string_view text);
/// As a shell takes it for one word, and splitShellWords(), too.
[[nodiscard]] std::string shellWord(const std::string& word);

} // namespace dbgr::util
