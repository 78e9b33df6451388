// SPDX-License-Identifier: BSD-3-Clause
// What pointers, references and arrays are made of in the end. Thread: any; pure.
#pragma once

#include "values/types/type.h"

namespace dbgr::values {

/// Without typedefs and qualifiers; the type itself, if it is none of these. Of a chain without an end, some part.
[[nodiscard]] inline const Type& innermost(const Type& type)
{
    constexpr int kDeepestChain = 30;
    const Type* inner = type.canonical;
    for (int i = 0; i < kDeepestChain && inner->target; ++i) {
        const bool leads =
            inner->kind == TypeKind::Pointer || inner->kind == TypeKind::Array || inner->kind == TypeKind::Reference;
        if (!leads)
            break;
        inner = inner->target->canonical;
    }
    return *inner;
}

} // namespace dbgr::values
