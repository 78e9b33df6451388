// SPDX-License-Identifier: BSD-3-Clause
// How a task that was posted finds out that its object is gone. Thread: that of the object; the guarded task may be
// posted from it to run on it again.
#pragma once

#include <memory>
#include <utility>

namespace dbgr::util {

/// A member, best the last one, of an object that posts tasks about itself.
class Lifetime
{
public:
    Lifetime() = default;
    Lifetime(const Lifetime&) = delete;
    Lifetime& operator=(const Lifetime&) = delete;

    /// `f`, or nothing at all once the object that holds this is destroyed.
    template <class F>
    [[nodiscard]] auto guard(F f) const
    {
        return [alive = std::weak_ptr<const char>(m_token), f = std::move(f)](auto&&... arguments) mutable {
            if (!alive.expired())
                f(std::forward<decltype(arguments)>(arguments)...);
        };
    }
    /// For code that calls out and wants to know whether it was destroyed meanwhile: `expired()`.
    [[nodiscard]] std::weak_ptr<const char> watch() const { return m_token; }

private:
    std::shared_ptr<const char> m_token = std::make_shared<const char>('\0');
};

} // namespace dbgr::util
