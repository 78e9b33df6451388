// SPDX-License-Identifier: BSD-3-Clause
// The types of C that are known without any program: (unsigned long), (double), (char *). Way: CParser -> here.
// Thread: any; plain functions.
#pragma once

#include "util/result.h"
#include "values/expr/tree.h"

#include <span>
#include <string_view>

namespace dbgr::values {

/// Whether a type's name may begin or go on with the word; "struct" does not count.
[[nodiscard]] bool isTypeWord(std::string_view word);
/// \param words at least one, each isTypeWord() \errors Wrong, NotOurs
[[nodiscard]] util::Result<node::TypeName> typeNameOf(std::span<const std::string_view> words);
/// What pointers to it point to; null: void. It lives as long as the program. \pre as typeNameOf() gave it
[[nodiscard]] const Type* builtinType(const node::TypeName& type);

} // namespace dbgr::values
