// SPDX-License-Identifier: BSD-3-Clause
// What bytes of a source file say, line by line: the same for all that shows, searches or compares source. Pure.
// Thread: any.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dbgr::util {

/// A zero byte in so many bytes of its beginning tells that a file is no text.
inline constexpr std::size_t kToldByBytes = 4096;
[[nodiscard]] bool isSourceText(std::string_view beginning);

/// Takes the bytes of the next line off the front of what is left of a file, which is not empty. "\n", "\r\n" and a
/// "\r" alone end a line, as line numbers of C and C++ count, and nothing else that Unicode calls an end.
[[nodiscard]] std::string_view takeSourceLine(std::string_view& left);

/// The bytes without the mark of UTF-8 that editors write at the beginning of a file.
[[nodiscard]] std::string_view withoutByteOrderMark(std::string_view bytes);

/// A line as UTF-8; if it is none, it is Latin-1, whatever the lines around it are. Zero bytes, which would end the
/// text where it is shown, are seen as signs.
[[nodiscard]] std::string sourceLineText(std::string_view line);

/// The same lines with '\n' between them; behind the last one, if one is there.
[[nodiscard]] std::string sourceText(std::string_view bytes);

} // namespace dbgr::util
