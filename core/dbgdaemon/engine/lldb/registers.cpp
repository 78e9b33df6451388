// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/registers.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "util/string_util.h"

#include <lldb/API/SBData.h>
#include <lldb/API/SBError.h>
#include <lldb/API/SBThread.h>
#include <lldb/API/SBType.h>

#include <algorithm>
#include <cctype>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace dbgr::daemon {

namespace {

/// What others call it.
std::string lldbName(std::string_view name)
{
    return name == "eflags" ? "rflags" : std::string(name);
}

std::vector<std::uint8_t> bytesOf(lldb::SBValue& value)
{
    lldb::SBData data = value.GetData();
    std::vector<std::uint8_t> bytes(data.GetByteSize());
    lldb::SBError error;
    if (bytes.empty() || data.ReadRawData(error, 0, bytes.data(), bytes.size()) != bytes.size())
        return {};
    return bytes;
}

template <class T>
std::string lanes(const std::vector<std::uint8_t>& bytes, const char* format)
{
    std::string all = "{";
    for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
        T lane;
        std::memcpy(&lane, bytes.data() + at, sizeof lane);
        char text[64];
        std::snprintf(text, sizeof text, format, lane);
        all += (at > 0 ? ", " : "") + std::string(text);
    }
    return all + "}";
}

/// A vector register holds what the code takes it for.
std::string vectorText(const std::vector<std::uint8_t>& bytes)
{
    return "{doubles = " + lanes<double>(bytes, "%.15g") + ", floats = " + lanes<float>(bytes, "%.7g") +
           ", words = " + lanes<std::uint64_t>(bytes, "0x%" PRIx64) + "}";
}

std::string hexText(const std::vector<std::uint8_t>& littleEndian)
{
    std::string text;
    for (auto byte = littleEndian.rbegin(); byte != littleEndian.rend(); ++byte) {
        char digits[4];
        std::snprintf(digits, sizeof digits, "%02x", *byte);
        text += digits;
    }
    const std::size_t digit = std::min(text.find_first_not_of('0'), text.size() - 1);
    return "0x" + text.substr(digit);
}

bool isX87(std::string_view name)
{
    return name.size() == 3 && name.starts_with("st");
}

void describe(debug::ValueGroup& result, std::string_view name, const std::vector<std::uint8_t>& bytes)
{
    result.type = std::to_string(bytes.size() * 8) + "-bit register";
#if defined(__x86_64__)
    if (isX87(name) && bytes.size() == 10) {
        long double number = 0;
        std::memcpy(&number, bytes.data(), bytes.size());
        char text[64];
        std::snprintf(text, sizeof text, "%.18Lg", number);
        result.value = text;
        return;
    }
#endif
    result.value = bytes.size() >= 16 ? vectorText(bytes) : hexText(bytes);
}

} // namespace

std::optional<debug::ValueGroup> registerValue(const ShownFrame& shown, std::string_view expression)
{
    expression = util::trimmed(expression);
    const auto isNamePart = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)); };
    if (!expression.starts_with('$') || expression.size() == 1 ||
        !std::all_of(expression.begin() + 1, expression.end(), isNamePart))
        return std::nullopt;
    debug::ValueGroup result;
    const std::string name = util::lowered(expression.substr(1));
    lldb::SBFrame& frame = shown.lldb();
    lldb::SBValue value = frame.FindRegister(lldbName(name).c_str());
    if (!value.IsValid()) {
        result.problem = "this processor has no register '" + name + "', or the kernel does not tell it";
        return result;
    }
    const std::vector<std::uint8_t> bytes = value.GetError().Fail() ? std::vector<std::uint8_t>() : bytesOf(value);
    if (bytes.empty()) {
        result.problem = frame.GetFrameID() > 0
                             ? "nobody knows what register '" + name +
                                   "' was in this frame: the functions that it called did not save it"
                             : "register '" + name + "' cannot be read";
        return result;
    }
    describe(result, name, bytes);
    return result;
}

std::optional<std::uint64_t> registerWord(lldb::SBFrame frame, const std::string& name)
{
    lldb::SBValue value = frame.FindRegister(name.c_str());
    lldb::SBError error;
    const std::uint64_t word = value.IsValid() ? value.GetValueAsUnsigned(error) : 0;
    return value.IsValid() && error.Success() ? std::optional(word) : std::nullopt;
}

} // namespace dbgr::daemon
