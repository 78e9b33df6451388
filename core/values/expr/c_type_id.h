// SPDX-License-Identifier: BSD-3-Clause
// Types as casts and sizeof have them: of the language and of the program, with pointers and arrays. Way: CParser ->
// here. Thread: any; plain functions.
#pragma once

#include "util/result.h"
#include "values/expr/lexer.h"
#include "values/expr/tree.h"

#include <optional>

namespace dbgr::values {

struct TypeSpelling
{
    node::TypeId type;
    bool isOnlyName = false; ///< of the program: maybe it is no type's
    Lexer behind;
    Token after; ///< what comes next behind the type
};

/// What the lexer comes to next, as far as it reads like a type. Nothing: like an expression only.
/// \errors Wrong, NotOurs for types that cannot be spelled here
[[nodiscard]] util::Result<std::optional<TypeSpelling>> typeAt(const Lexer& lexer);

} // namespace dbgr::values
