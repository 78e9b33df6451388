// SPDX-License-Identifier: BSD-3-Clause
#include "rsp/reply.h"

#include "rsp/packet.h"
#include "util/string_util.h"

#include <algorithm>

namespace dbgr::rsp {

namespace {

constexpr unsigned kByteMask = 0xFF;

std::string_view nameOf(StopReason reason)
{
    switch (reason) {
    case StopReason::None:
        return "";
    case StopReason::Breakpoint:
        return "breakpoint";
    case StopReason::Step:
        return "trace";
    case StopReason::Watchpoint:
        return "watchpoint";
    case StopReason::Signal:
        return "signal";
    case StopReason::Exec:
        return "exec";
    case StopReason::Call:
    case StopReason::Change:
        return "exception"; // for which liblldb has no rules
    }
    return "";
}

std::string twoDigits(unsigned number)
{
    const std::byte byte{static_cast<unsigned char>(number & kByteMask)};
    return hexOf({&byte, 1});
}

/// Between quotes. Other bytes than those of plain text are of no use to anybody in a thread's name.
std::string inQuotes(std::string_view text)
{
    std::string result = "\"";
    for (const char c : text) {
        const bool isPlain = c >= ' ' && c <= '~' && c != '"' && c != '\\';
        result += isPlain ? c : '_';
    }
    return result + '"';
}

std::string registersJson(const ThreadReport& thread)
{
    std::string text;
    for (const RegisterContent& one : thread.registers) {
        text += text.empty() ? "\"" : ",\"";
        text += std::to_string(one.number) + "\":\"";
        appendHex(text, one.bytes);
        text += '"';
    }
    return ",\"registers\":{" + text + "}";
}

enum class Detail
{
    Reasons,
    All
};

std::string threadJson(const ThreadReport& thread, Detail detail)
{
    std::string text = "{\"tid\":" + std::to_string(thread.thread.value()) + ",\"name\":" + inQuotes(thread.name);
    if (thread.reason != StopReason::None) {
        text += ",\"reason\":" + inQuotes(nameOf(thread.reason)) + ",\"signal\":" + std::to_string(thread.signal);
        if (!thread.description.empty())
            text += ",\"description\":" + inQuotes(thread.description);
    }
    if (detail == Detail::All) {
        text += registersJson(thread);
        if (!thread.stack.empty()) {
            text += ",\"memory\":[{\"address\":" + std::to_string(thread.stackAddress.value()) + ",\"bytes\":\"";
            appendHex(text, thread.stack);
            text += "\"}]";
        }
    }
    return text + '}';
}

std::string threadsJson(std::span<const ThreadReport> all, Detail detail)
{
    std::string text = "[";
    for (const ThreadReport& thread : all) {
        if (text.size() > 1)
            text += ',';
        text += threadJson(thread, detail);
    }
    return text + ']';
}

template <class Of>
std::string list(std::span<const ThreadReport> all, Of of)
{
    std::string text;
    for (const ThreadReport& thread : all) {
        if (!text.empty())
            text += ',';
        text += hexNumber(of(thread));
    }
    return text;
}

} // namespace

std::string stopReply(const ThreadReport& main, std::span<const ThreadReport> all)
{
    std::string text =
        "T" + twoDigits(static_cast<unsigned>(main.signal)) + "thread:" + hexNumber(main.thread.value()) + ";";
    if (!main.name.empty()) // which may hold what ends a pair
        text += "hexname:" + util::toHex(main.name) + ";";
    text += "threads:" + list(all, [](const ThreadReport& one) { return one.thread.value(); }) + ";";
    text += "thread-pcs:" + list(all, [](const ThreadReport& one) { return one.pc.value(); }) + ";";
    if (all.size() > 1)
        text += "jstopinfo:" + util::toHex(threadsJson(all, Detail::Reasons)) + ";";
    for (const RegisterContent& one : main.registers) {
        text += twoDigits(one.number) + ":";
        appendHex(text, one.bytes);
        text += ';';
    }
    if (main.reason != StopReason::None)
        text += "reason:" + std::string(nameOf(main.reason)) + ";";
    if (!main.description.empty())
        text += "description:" + util::toHex(main.description) + ";";
    return text;
}

std::string threadsInfoReply(std::span<const ThreadReport> all)
{
    return escaped(threadsJson(all, Detail::All));
}

std::string exitReply(int status)
{
    return "W" + twoDigits(static_cast<unsigned>(status));
}

std::string deathReply(int signal)
{
    return "X" + twoDigits(static_cast<unsigned>(signal));
}

std::string errorReply(unsigned number)
{
    return "E" + twoDigits(number);
}

std::string transferReply(std::string_view document, std::uint64_t offset, std::uint64_t size)
{
    if (offset >= document.size())
        return "l";
    const std::string_view piece = document.substr(offset, size);
    return (offset + piece.size() < document.size() ? "m" : "l") + escaped(piece);
}

std::string regionReply(const Region& region)
{
    std::string text = "start:" + hexNumber(region.begin.value()) + ";size:" + hexNumber(region.size) + ";";
    if (!region.isMapped)
        return text;
    text += "permissions:";
    text += region.read ? "r" : "";
    text += region.write ? "w" : "";
    text += region.execute ? "x" : "";
    text += ";flags:;";
    if (!region.name.empty())
        text += "name:" + util::toHex(region.name) + ";";
    return text;
}

} // namespace dbgr::rsp
