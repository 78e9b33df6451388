// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/escapes.h"

#include "app/dbgr/app_error.h"
#include "util/string_util.h"

namespace dbgr::app {

namespace {

constexpr std::string_view kLetters = "ntrabfve0\\\"'";
constexpr std::string_view kBytes("\n\t\r\a\b\f\v\x1b\0\\\"'", kLetters.size());

} // namespace

util::Result<std::string> unescape(std::string_view text)
{
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            bytes += text[i];
            continue;
        }
        const std::string_view left = text.substr(i + 1);
        const std::size_t letter = left.empty() ? std::string_view::npos : kLetters.find(left.front());
        if (letter != std::string_view::npos) {
            bytes += kBytes[letter];
            i += 1;
        } else if (const auto hex = left.starts_with('x') ? util::fromHex(left.substr(1, 2)) : std::nullopt;
                   hex && hex->size() == 1) {
            bytes += *hex;
            i += 3;
        } else {
            return util::fail(Errc::BadArgument,
                              "'" + std::string(text.substr(i, 2)) + "' is no escape; a backslash is \\\\");
        }
    }
    return bytes;
}

std::string visible(std::string_view text)
{
    std::string shown;
    shown.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte < 0x20 && c != '\t') || byte == 0x7f)
            shown += "\\x" + util::toHex(std::string_view(&c, 1));
        else
            shown += c;
    }
    return shown;
}

} // namespace dbgr::app
