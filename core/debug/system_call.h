// SPDX-License-Identifier: BSD-3-Clause
// A system call at which ranks stand. Part of a StopCause. Thread: any; values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::debug {

struct SystemCall
{
    /// The kernel takes no more.
    static constexpr std::size_t kMostArguments = 6;

    std::uint32_t number = 0;
    std::string name;      ///< "" nobody knows one for the number
    bool returned = false; ///< it has been made; else the thread is about to
    /// As many as it has; one that differs between ranks is nothing.
    std::vector<std::optional<std::uint64_t>> arguments = {};
    /// What it gave; -errno, if it failed. Nothing: it differs between ranks, none of which failed; or is not known
    /// yet.
    std::optional<std::int64_t> value = {};

    /// As the kernel's errno; 0: it did not fail.
    [[nodiscard]] int error() const;
    /// The same call, which gave an equal error, or none.
    [[nodiscard]] bool sameAs(const SystemCall& other) const;
    /// Takes in what another rank says. \pre sameAs(other)
    void join(const SystemCall& other);
};

/// "EAGAIN"; "error 4000" of one that has no name.
[[nodiscard]] std::string errorName(int error);
/// As a person reads it: "12", "-100", "0x7ffd3320".
[[nodiscard]] std::string argumentText(std::uint64_t argument);
/// "stopped at system call write(1, 0x7ffd3320, 12)", "returned from system call write, value 12",
/// "returned from system call write, failed with EAGAIN (Resource temporarily unavailable)"
[[nodiscard]] std::string textOf(const SystemCall& call);

} // namespace dbgr::debug
