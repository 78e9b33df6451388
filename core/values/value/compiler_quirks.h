// SPDX-License-Identifier: BSD-3-Clause
// Where compilers say less than the language knows, or something else: gfortran 12's and flang 22's own records in
// memory. Each function does nothing where it is not that compiler's, or the record is not what it should be.
// Part of ValueReader. Thread: one at a time.
#pragma once

#include "util/result.h"
#include "values/file/loaded_files.h"
#include "values/target/stop_memory.h"
#include "values/value/value.h"

#include <optional>
#include <string>
#include <string_view>

namespace dbgr::values {

/// gfortran: an initialised variable of a host that a contained procedure uses has its first value recorded instead of
/// its place. Nothing: it is no such variable. \errors NotRecorded: it is, and nobody knows where
[[nodiscard]] util::Result<std::optional<Address>> placeOfSavedVariable(const Value& value);

/// gfortran: an array of texts whose length is not constant has an empty structure for a type. Its descriptor is read.
/// \return whether it was that: the value is an array then \errors NotAllocated, Unreadable, NotRecorded
[[nodiscard]] util::Result<bool> readArrayOfTexts(Value& value, StopMemory& memory);

/// gfortran: a text of kind 4 is an array of characters; so are the first subscripts of an array of them.
void joinCharacters(Value& array);

/// gfortran: class(...) is a structure of a pointer and a mark of the dynamic type.
[[nodiscard]] bool isClassContainer(const Type& type);
/// "class(point), allocatable" of gfortran's name of its container, __class_shapes_Point_a: of long names there is only
/// a number. \pre it begins with "__class_"
[[nodiscard]] std::string declaredClass(std::string_view container);
/// What is in it, with its dynamic type if that is known. \errors NotAllocated, Unreadable
[[nodiscard]] util::Result<Value> contentOfClass(const Value& container, StopMemory& memory, const LoadedFiles& files);

/// flang: a module's variable of which each thread has its own (threadprivate) is recorded as one that all share, but
/// in code that uses it. Beside that one is a table of the others. Nothing: it is no such variable. \pre value.variable
[[nodiscard]] std::optional<Address> tableOfCopiesByFlang(const Value& value);
/// \errors NotRecorded: threads have their own by now; Unreadable
[[nodiscard]] util::Result<void> requireNoCopiesByFlang(const Value& value, StopMemory& memory);
/// flang: the dynamic type is behind the descriptor. Null where none is named there, or one of several.
[[nodiscard]] const Type* dynamicTypeByFlang(Address descriptor, const Type& declared, StopMemory& memory,
                                             const LoadedFiles& files);
/// flang: a text of kind 4 whose length is in a descriptor has it in bytes. \param length as it was found
[[nodiscard]] std::int64_t charactersByFlang(const Type& text, std::int64_t length);
/// flang: type(c_ptr) and type(c_funptr) are records of one word, which has no name in the language.
[[nodiscard]] bool isAddressByFlang(const Type& type);
/// flang: the length of each text of an array, which its type leaves out. \param descriptor of the array
[[nodiscard]] std::optional<std::uint64_t> elementBytesByFlang(Address descriptor, StopMemory& memory);

} // namespace dbgr::values
