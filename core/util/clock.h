// SPDX-License-Identifier: BSD-3-Clause
// Time as a thing that is handed in, so that tests own it. Thread: any.
#pragma once

#include <chrono>

namespace dbgr::util {

using Duration = std::chrono::steady_clock::duration;
using TimePoint = std::chrono::steady_clock::time_point;

class Clock
{
public:
    virtual ~Clock() = default;
    /// Never goes back.
    [[nodiscard]] virtual TimePoint now() const = 0;
};

class SteadyClock : public Clock
{
public:
    [[nodiscard]] TimePoint now() const override { return std::chrono::steady_clock::now(); }
};

} // namespace dbgr::util
