// SPDX-License-Identifier: BSD-3-Clause
// What keeps a callback alive: drop it, and the callback is never run again. Thread: that of the giver.
#pragma once

#include <functional>
#include <utility>

namespace dbgr::util {

/// Undoes a registration (a timer, an observer, a reader) when it is destroyed. Movable, not copyable.
class [[nodiscard]] Subscription
{
public:
    Subscription() = default;
    explicit Subscription(std::function<void()> cancel) : m_cancel(std::move(cancel)) {}
    Subscription(Subscription&& other) noexcept : m_cancel(std::exchange(other.m_cancel, nullptr)) {}
    Subscription& operator=(Subscription&& other) noexcept
    {
        if (this != &other) {
            cancel();
            m_cancel = std::exchange(other.m_cancel, nullptr);
        }
        return *this;
    }
    ~Subscription() { cancel(); }

    void cancel()
    {
        if (auto undo = std::exchange(m_cancel, nullptr))
            undo();
    }
    [[nodiscard]] bool active() const { return static_cast<bool>(m_cancel); }

private:
    std::function<void()> m_cancel;
};

} // namespace dbgr::util
