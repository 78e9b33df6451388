// SPDX-License-Identifier: BSD-3-Clause
// Types in words: what they are made of, where their members lie; and lists of names. Way: engine -> here -> Reader,
// names/listing. Thread: as Reader.
#pragma once

#include "debug/description.h"
#include "util/result.h"
#include "values/expr/answer.h"
#include "values/file/loaded_files.h"
#include "values/names/listing.h"
#include "values/value/value_reader.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace dbgr::values {

/// What a type is made of, one entry a member. \param file that describes it; null: there are no members to be told
[[nodiscard]] debug::Description describeType(const Type& type, const LoadedFile* file, std::uint32_t most);
/// Of what an expression came to, with the bounds of the moment. \param whole also what it is made of
[[nodiscard]] util::Result<debug::Description> describeAnswer(ValueReader& reader, const Answer& answer,
                                                              Language language, bool whole, std::uint32_t most);
/// "field", "type(field)", "struct Point", "shop::Counter" \errors NoSuchName
[[nodiscard]] util::Result<debug::Description> describeTypeNamed(const LoadedFiles& files, std::string_view name,
                                                                 std::uint32_t most);
/// Names that have the text in them, whatever its case, in alphabetical order; those of the first file first.
[[nodiscard]] debug::Description describeNames(std::span<const LoadedFile* const> files, Listed what,
                                               std::string_view text, std::uint32_t most);
[[nodiscard]] inline debug::Description describeNames(const LoadedFile& file, Listed what, std::string_view text,
                                                      std::uint32_t most)
{
    const LoadedFile* const files[] = {&file};
    return describeNames(std::span<const LoadedFile* const>(files), what, text, most);
}

} // namespace dbgr::values
