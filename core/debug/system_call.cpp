// SPDX-License-Identifier: BSD-3-Clause
#include "debug/system_call.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace dbgr::debug {

namespace {

struct RestartName
{
    int error;
    const char* name;
};

/// The kernel's own, of a call that was interrupted by a signal. Programs never see them.
constexpr RestartName kRestarts[] = {
    {512, "ERESTARTSYS"}, {513, "ERESTARTNOINTR"}, {514, "ERESTARTNOHAND"}, {516, "ERESTART_RESTARTBLOCK"}};

const RestartName* restartOf(int error)
{
    const auto found = std::ranges::find(kRestarts, error, &RestartName::error);
    return found == std::end(kRestarts) ? nullptr : found;
}

std::string callNameOf(const SystemCall& call)
{
    return call.name.empty() ? std::to_string(call.number) : call.name;
}

std::string outcomeOf(const SystemCall& call)
{
    const int error = call.error();
    if (error == 0)
        return call.value ? ", value " + argumentText(static_cast<std::uint64_t>(*call.value)) : "";
    if (restartOf(error))
        return ", interrupted by a signal (" + errorName(error) + "): it is made again, or fails with EINTR";
    const char* const words = ::strerrordesc_np(error);
    return ", failed with " + errorName(error) + (words ? " (" + std::string(words) + ")" : "");
}

} // namespace

int SystemCall::error() const
{
    constexpr std::int64_t kLowest = -4095;
    return returned && value && *value < 0 && *value >= kLowest ? static_cast<int>(-*value) : 0;
}

bool SystemCall::sameAs(const SystemCall& other) const
{
    return number == other.number && name == other.name && returned == other.returned && error() == other.error();
}

void SystemCall::join(const SystemCall& other)
{
    arguments.resize(std::min(arguments.size(), other.arguments.size()));
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] != other.arguments[i])
            arguments[i].reset();
    }
    if (value != other.value)
        value.reset();
}

std::string errorName(int error)
{
    if (const RestartName* const restart = restartOf(error))
        return restart->name;
    const char* const name = ::strerrorname_np(error);
    return name ? name : "error " + std::to_string(error);
}

std::string argumentText(std::uint64_t argument)
{
    constexpr std::int64_t kLowest = -4096; // AT_FDCWD and the like
    constexpr std::int64_t kHighest = 1 << 20;
    constexpr unsigned kHalf = 32;
    // Of an int the upper half may be anything; compilers leave it empty.
    const bool isInt = argument >> kHalf == 0;
    const auto wide = static_cast<std::int64_t>(argument);
    const std::int64_t number = isInt ? static_cast<std::int32_t>(static_cast<std::uint32_t>(argument)) : wide;
    if (number >= kLowest && number < kHighest)
        return std::to_string(number);
    constexpr int kHexBase = 16;
    std::array<char, kHexBase> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), argument, kHexBase).ptr;
    return "0x" + std::string(digits.data(), end);
}

std::string textOf(const SystemCall& call)
{
    if (call.returned)
        return "returned from system call " + callNameOf(call) + outcomeOf(call);
    std::string text;
    for (const auto& argument : call.arguments)
        text += (text.empty() ? "" : ", ") + (argument ? argumentText(*argument) : std::string("..."));
    return "stopped at system call " + callNameOf(call) + "(" + text + ")";
}

} // namespace dbgr::debug
