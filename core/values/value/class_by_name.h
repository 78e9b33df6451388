// SPDX-License-Identifier: BSD-3-Clause
// Classes of which only the name is known: by symbols, or by declarations in units that do not describe them.
// Way: ValueReader, dynamic types -> here -> NameIndex. Thread: as LoadedFiles; plain functions.
#pragma once

#include "values/file/loaded_files.h"
#include "values/types/type.h"

#include <optional>
#include <string>
#include <vector>

namespace dbgr::values {

struct FoundClass
{
    const Type* type = nullptr;
    const LoadedFile* file = nullptr;
};

/// Described in full, wherever. \param parts "geo", "Base"; without unnamed namespaces
[[nodiscard]] std::optional<FoundClass> findClass(const LoadedFiles& files, const LoadedFile& first,
                                                  const std::vector<std::string>& parts);
/// What a class is that its unit only declares. Nothing: it is described nowhere.
[[nodiscard]] std::optional<FoundClass> completed(const LoadedFiles& files, const LoadedFile& first,
                                                  const Type& declared);

} // namespace dbgr::values
