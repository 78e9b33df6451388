// SPDX-License-Identifier: BSD-3-Clause
// Which functions objects of C++'s library have that need no code of the program: one answer for all who evaluate
// calls. Way: Objects, compile/ObjectsCode -> here. Thread: any; plain functions.
#pragma once

#include "values/containers/containers.h"

#include <optional>
#include <string_view>

namespace dbgr::values {

enum class ObjectMethod
{
    Size,
    Empty,
    Front,
    Back,
    Data,
    HasValue,
    Value,
    Whole, ///< Container::whole: what a pointer or a reference is, or an atomic value
    Real,
    Imaginary,
    At,
    Count,   ///< of entries with a key
    Contains ///< the same, if there is one
};

[[nodiscard]] inline bool hasNumberedItems(ContainerKind kind)
{
    return kind == ContainerKind::Array || kind == ContainerKind::Text || kind == ContainerKind::Sequence ||
           kind == ContainerKind::Tuple;
}

/// \param kindName Container::kindName. Nothing: such objects have none that is called so, or it is a compiler's
/// business
[[nodiscard]] std::optional<ObjectMethod> methodOf(ContainerKind kind, std::string_view kindName, std::string_view name,
                                                   bool hasArgument);

} // namespace dbgr::values
