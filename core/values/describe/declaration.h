// SPDX-License-Identifier: BSD-3-Clause
// Where the source declares what a name means at some place of it: variables, members, enumerators, types.
// Way: engine -> here -> Reader. Thread: as Reader.
#pragma once

#include "debug/description.h"
#include "util/result.h"
#include "values/file/loaded_files.h"
#include "values/reader.h"
#include "values/target/address.h"

#include <cstdint>
#include <string_view>

namespace dbgr::values {

/// Where the code of a line begins, in the innermost of the blocks that have some of it; of a line without code that of
/// the next one of the same procedure. \param near whose unit is looked at first; 0: nowhere
/// \errors NotRecorded: no procedure with code has that line
[[nodiscard]] util::Result<Address> codeOfLine(const LoadedFiles& files, Address near, std::string_view path,
                                               std::uint32_t line);

/// Of the last name of an expression: of "state.rank" the member. Its place is "FILE:LINE"; of an enumerator, and of a
/// component that gfortran made, that of its type. Values do not matter, but those that operators of classes need have
/// to be readable. \errors NoSuchName, NotRecorded, those of Evaluator for what stands before the name
[[nodiscard]] util::Result<debug::DescribedName> declarationOfLast(Reader& reader, const FrameRef& frame,
                                                                   std::string_view expression);

} // namespace dbgr::values
