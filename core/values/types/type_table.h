// SPDX-License-Identifier: BSD-3-Clause
// The types that a file's debug information describes, each read at the first need and kept. Owner: DebugFile.
// Thread: that of its file.
#pragma once

#include "values/types/type.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dbgr::values {

class TypeTable
{
public:
    /// What the entry describes. Never null: Void, or Incomplete with words in its name, for what nobody knows.
    [[nodiscard]] const Type* of(const Die& die);
    /// Of a variable, member, array, ...: what its type attribute says; Void where it has none.
    [[nodiscard]] const Type* typeOf(const Die& holder);
    [[nodiscard]] const Type* voidType();
    /// A type of Fortran's own that no entry describes; characters have as many bytes as their kind.
    [[nodiscard]] const Type* intrinsic(TypeKind kind, unsigned bytes);

    /// Of a structure or union: bases first, then members; static ones are not among them.
    [[nodiscard]] const std::vector<Field>& fields(const Type& type);

private:
    static constexpr unsigned kDeepest = 200; ///< pointers to pointers to ...; no program has as many

    void read(Type& type, const Die& die);
    void readNamed(Type& type, const Die& die);
    void readFunction(Type& type, const Die& die);
    void readBase(Type& type, const Die& die);
    void readText(Type& type, const Die& die);
    void readArray(Type& type, const Die& die);
    void readEnumeration(Type& type, const Die& die);
    void readPointer(Type& type, const Die& die);
    [[nodiscard]] Field field(const Die& die);
    [[nodiscard]] std::vector<Field> fieldsOfList(const Die& list);
    Type& make();

    std::vector<std::unique_ptr<Type>> m_types;
    std::unordered_map<const void*, const Type*> m_byDie;
    std::unordered_map<const Type*, std::vector<Field>> m_fields;
    std::map<std::pair<TypeKind, unsigned>, const Type*> m_intrinsics;
    const Type* m_void = nullptr;
    unsigned m_depth = 0;
};

/// A namelist or a common block: variables under one name.
[[nodiscard]] bool isListOfVariables(unsigned tag);
/// The number that an attribute is, or what it takes to find it.
[[nodiscard]] Bound boundOf(const Die& die, unsigned attribute);

} // namespace dbgr::values
