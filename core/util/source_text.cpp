// SPDX-License-Identifier: BSD-3-Clause
#include "util/source_text.h"

#include "util/text_encoding.h"

#include <algorithm>

namespace dbgr::util {

namespace {

constexpr std::string_view kMark = "\xef\xbb\xbf";
constexpr std::string_view kZero = "\u2400";

std::string withSigns(std::string_view text)
{
    std::string seen;
    for (const char one : text) {
        if (one == '\0')
            seen += kZero;
        else
            seen += one;
    }
    return seen;
}

} // namespace

bool isSourceText(std::string_view beginning)
{
    return beginning.substr(0, kToldByBytes).find('\0') == std::string_view::npos;
}

std::string_view takeSourceLine(std::string_view& left)
{
    const std::size_t end = std::min(left.find_first_of("\r\n"), left.size());
    const std::string_view line = left.substr(0, end);
    left.remove_prefix(end);
    left.remove_prefix(left.starts_with("\r\n") ? 2 : std::min<std::size_t>(1, left.size()));
    return line;
}

std::string_view withoutByteOrderMark(std::string_view bytes)
{
    return bytes.starts_with(kMark) ? bytes.substr(kMark.size()) : bytes;
}

std::string sourceLineText(std::string_view line)
{
    std::string text = isUtf8(line) ? std::string(line) : fromLatin1(line);
    return text.find('\0') != std::string::npos ? withSigns(text) : text;
}

std::string sourceText(std::string_view bytes)
{
    const bool isEnded = bytes.ends_with('\n') || bytes.ends_with('\r');
    std::string text;
    text.reserve(bytes.size());
    bytes = withoutByteOrderMark(bytes);
    while (!bytes.empty()) {
        text += sourceLineText(takeSourceLine(bytes));
        if (!bytes.empty() || isEnded)
            text += '\n';
    }
    return text;
}

} // namespace dbgr::util
