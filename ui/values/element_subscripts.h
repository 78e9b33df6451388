// SPDX-License-Identifier: GPL-3.0-or-later
// Elements as people count them: those of Fortran's arrays by their bounds, with a subscript for each dimension, all
// others from 0. Way: VariablesDock -> here. Thread: any; values.
#pragma once

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace dbgr::ui {

class ElementSubscripts
{
public:
    /// \param type as it is shown: "real(kind=8), allocatable (-2:300,0:4)" \param count how many elements there are
    ElementSubscripts(const QString& type, std::uint32_t count);

    [[nodiscard]] QString first() const; ///< "-2,0"
    [[nodiscard]] QString range() const; ///< "(-2:300,0:4)", "0 to 99"
    /// Which one it is, the first 0; of what is outside, the nearest one. Nothing: it is no place in that array.
    [[nodiscard]] std::optional<std::uint32_t> numberOf(const QString& text) const;

private:
    struct Bounds
    {
        std::int64_t lower = 0, upper = -1;
    };
    std::vector<Bounds> m_dimensions; // the first one varies fastest; one at least
    bool m_isBounded = false;         // the type tells them
};

} // namespace dbgr::ui
