// SPDX-License-Identifier: BSD-3-Clause
// A value kept elsewhere, for types that contain themselves (a value holds infos, an info holds a value).
// Thread: any; a plain value.
#pragma once

#include <memory>
#include <utility>

namespace dbgr::pmix {

/// Behaves as the T that it owns: copies are deep, comparisons look inside. Never empty but after a move from it.
template <class T>
class Indirect
{
public:
    explicit Indirect(T value) : m_value(std::make_unique<T>(std::move(value))) {}
    Indirect(const Indirect& other) : m_value(std::make_unique<T>(*other)) {}
    Indirect(Indirect&&) noexcept = default;
    Indirect& operator=(const Indirect& other)
    {
        m_value = std::make_unique<T>(*other);
        return *this;
    }
    Indirect& operator=(Indirect&&) noexcept = default;
    ~Indirect() = default;

    [[nodiscard]] const T& operator*() const { return *m_value; }
    [[nodiscard]] T& operator*() { return *m_value; }

    friend bool operator==(const Indirect& a, const Indirect& b) { return *a == *b; }

private:
    std::unique_ptr<T> m_value;
};

} // namespace dbgr::pmix
