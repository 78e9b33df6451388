// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/log_text.h"

#include "pmix/types/keys.h"

#include <cstdint>

namespace dbgr::launcher {

namespace keys = pmix::keys;

namespace {

std::optional<std::uint32_t> takeNumber(std::string_view& bytes)
{
    if (bytes.size() < 4)
        return std::nullopt;
    std::uint32_t number = 0;
    for (int i = 0; i < 4; ++i)
        number = number << 8 | static_cast<unsigned char>(bytes[static_cast<std::size_t>(i)]);
    bytes.remove_prefix(4);
    return number;
}

std::optional<std::string_view> takeText(std::string_view& bytes)
{
    const auto count = takeNumber(bytes);
    const auto length = count == 1U ? takeNumber(bytes) : std::nullopt;
    if (!length || *length > bytes.size())
        return std::nullopt;
    const std::string_view text = bytes.substr(0, *length);
    bytes.remove_prefix(*length);
    return text.substr(0, text.find('\0'));
}

bool takeFlag(std::string_view& bytes)
{
    const auto count = takeNumber(bytes);
    if (count != 1U || bytes.empty())
        return false;
    const bool flag = bytes.front() != 0;
    bytes.remove_prefix(1);
    return flag;
}

} // namespace

std::optional<std::string> openMpi4HelpText(std::string_view bytes)
{
    if (!takeText(bytes) || !takeText(bytes) || !takeFlag(bytes))
        return std::nullopt;
    const auto text = takeText(bytes);
    return text ? std::optional<std::string>(*text) : std::nullopt;
}

std::optional<std::string> logTextOf(const pmix::Info& info)
{
    const std::string* bytes = info.value.asBytes();
    if (info.key == keys::kLogMsg)
        return bytes == nullptr ? std::nullopt : openMpi4HelpText(*bytes);
    if (info.key != keys::kLogStderr && info.key != keys::kLogStdout)
        return std::nullopt;
    return bytes == nullptr ? info.value.asString().value_or("") : *bytes;
}

} // namespace dbgr::launcher
