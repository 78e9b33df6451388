// SPDX-License-Identifier: BSD-3-Clause
// Types that an expression speaks of and no entry describes: int **, double (*)[3]. Owner: ValueReader; what is
// computed with them ends with it. Thread: as ValueReader.
#pragma once

#include "values/types/type.h"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace dbgr::values {

class MadeTypes
{
public:
    /// \param target null: void
    [[nodiscard]] const Type* pointerTo(const Type* target);
    [[nodiscard]] const Type* arrayOf(const Type& element, std::uint64_t count);
    /// A function of C of which nobody asks what it takes and returns.
    [[nodiscard]] const Type* someFunction();
    /// bool of C++.
    [[nodiscard]] const Type* truth();

private:
    Type& make(TypeKind kind, const Type* target);

    std::vector<std::unique_ptr<Type>> m_types;
    std::map<const Type*, const Type*> m_pointers;
    std::map<std::pair<const Type*, std::uint64_t>, const Type*> m_arrays;
    const Type* m_void = nullptr;
    const Type* m_function = nullptr;
    const Type* m_truth = nullptr;
};

} // namespace dbgr::values
