// SPDX-License-Identifier: BSD-3-Clause
// Where procedures of Fortran were put into others: no symbol says it, and LLDB knows nothing of it. Read from the
// debug information at the first need, once for all ranks. Thread: that of its file.
#pragma once

#include "values/dwarf/die.h"
#include "values/target/address.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dbgr::values {

class InlinedCopies
{
public:
    struct Copy
    {
        Die origin; ///< the procedure, as it was written
        FileAddress entry;
    };

    explicit InlinedCopies(const std::vector<Die>& units);

    /// Of all procedures of that name, in any case, whatever they are in.
    [[nodiscard]] const std::vector<Copy>& named(std::string_view name) const;

private:
    void read(const Die& parent, unsigned depth);

    std::unordered_map<std::string, std::vector<Copy>> m_copies; // by name, folded
};

} // namespace dbgr::values
