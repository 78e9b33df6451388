// SPDX-License-Identifier: BSD-3-Clause
// What can be done with a value of one rank: follow it, open it, take parts of it, read it. Everything that a program's
// memory or its debug information says is checked before it is used. Way: Evaluator, Printer -> ValueReader ->
// StopMemory. Thread: one at a time; made anew for each stop.
#pragma once

#include "util/result.h"
#include "values/file/loaded_files.h"
#include "values/location/locator.h"
#include "values/target/stop_memory.h"
#include "values/value/class_by_name.h"
#include "values/value/dynamic_type.h"
#include "values/value/made_types.h"
#include "values/value/value.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <typeindex>
#include <unordered_map>
#include <vector>

namespace dbgr::values {

struct ElementBlock;

class ValueReader
{
public:
    static constexpr std::uint64_t kMaxText = std::uint64_t{1} << 26;     ///< characters of one text
    static constexpr std::uint64_t kMaxElements = std::uint64_t{1} << 30; ///< of an array that is read as a whole
    static constexpr unsigned kMaxRank = 15;

    /// Both outlive this.
    ValueReader(StopMemory& memory, const LoadedFiles& files)
        : m_memory(memory), m_files(files), m_locator(memory, files)
    {}

    [[nodiscard]] StopMemory& memory() { return m_memory; }
    [[nodiscard]] Locator& locator() { return m_locator; }

    /// What is meant when the value is used: of a reference what it refers to, of Fortran's allocatable and pointer
    /// variables what is in them, of class(...) with its dynamic type; bounds and lengths are known after it. Pointers
    /// of C stay pointers. A settled value stays as it is.
    /// \errors NotAllocated, NotAssociated, NotPresent, OptimizedOut, NotRecorded, Unreadable, TooLarge
    [[nodiscard]] util::Result<Value> settled(Value value);
    /// What people are shown of it: settled, and an object of C++ as the class that it really has; a part that was
    /// asked for by its base class stays that. \errors those of settled()
    [[nodiscard]] util::Result<Value> shown(Value value);
    /// By name, in base classes and anonymous members too; of an array of records, that member of each. Through a
    /// pointer of C. \errors those of settled(), Wrong, NoSuchName
    [[nodiscard]] util::Result<Value> member(const Value& record, std::string_view name);
    /// The same, and of the class that is declared only, whatever the object is. \errors as member()
    [[nodiscard]] util::Result<Value> ownMember(const Value& record, std::string_view name);
    /// The object that it is or points to. \errors those of settled(), NotAssociated for C's null pointer
    [[nodiscard]] util::Result<Value> record(const Value& recordOrPointer) { return recordBehind(recordOrPointer); }
    /// The parts of it that are of its base classes. \errors as members()
    [[nodiscard]] util::Result<std::vector<Value>> bases(const Value& record);
    /// C++: the whole object that a part of it belongs to, of the class that it really has. Nothing: it is what is
    /// declared, has no virtual functions, or nobody knows. \pre settled
    [[nodiscard]] std::optional<Value> dynamic(const Value& record) { return m_dynamic.of(*this, record); }
    [[nodiscard]] MadeTypes& madeTypes() { return m_madeTypes; }
    [[nodiscard]] const LoadedFiles& files() const { return m_files; }
    /// What folders above this one want to keep as long as it lives; made when it is first asked for.
    template <class T>
    [[nodiscard]] T& kept()
    {
        std::shared_ptr<void>& place = m_kept[std::type_index(typeid(T))];
        if (!place)
            place = std::make_shared<T>();
        return *static_cast<T*>(place.get());
    }
    /// All that it has itself, base classes first, without those that have no data. \errors those of settled(), Wrong
    [[nodiscard]] util::Result<std::vector<Value>> members(const Value& record);
    /// With all subscripts, or in C with the first ones. Of a pointer of C, with one.
    /// \errors those of settled(), Wrong, Undefined
    [[nodiscard]] util::Result<Value> element(const Value& array, std::span<const std::int64_t> subscripts);
    /// The k-th element in memory's order of subscripts (Fortran's first, C's last one varies fastest).
    /// \pre array.isArray(), k < its count
    [[nodiscard]] Value elementAt(const Value& array, std::uint64_t k) const;
    /// Subscripts and ranges, one for each dimension; of a text, one range of characters. The section counts from 1 in
    /// Fortran, from 0 in C. \errors those of settled(), Wrong, Undefined
    [[nodiscard]] util::Result<Value> section(const Value& value, std::span<const Subscript> subscripts);
    /// What a pointer points to. \errors Wrong, NotAssociated, Unreadable
    [[nodiscard]] util::Result<Value> pointee(const Value& pointer);

    /// Of the whole value. \pre settled \errors NotRecorded, TooLarge
    [[nodiscard]] util::Result<std::uint64_t> bytesOf(const Value& value) const;
    /// Of one element. \errors as bytesOf()
    [[nodiscard]] util::Result<std::uint64_t> elementBytes(const Value& array) const;
    /// What it is made of; of a bit field, the bytes that it lies in. \pre settled, no array
    /// \errors Unreadable, OptimizedOut, TooLarge
    [[nodiscard]] util::Result<std::vector<std::byte>> read(const Value& scalar);
    /// All elements, in memory's order of subscripts, many at once, until `visit` says false.
    /// \pre array.isArray() \errors as read()
    [[nodiscard]] util::Result<void> forEachBlock(const Value& array,
                                                  const std::function<bool(const ElementBlock&)>& visit);
    /// The same, each element's bytes by themselves.
    /// \pre array.isArray() \errors as read()
    [[nodiscard]] util::Result<void> forEachElement(const Value& array,
                                                    const std::function<bool(std::span<const std::byte>)>& visit);

private:
    using Step = util::Result<bool>; ///< whether there may be more to settle

    [[nodiscard]] Place placeOf(const Value& value) const;
    [[nodiscard]] Step settleOnce(Value& value);
    [[nodiscard]] util::Result<void> locate(Value& value);
    [[nodiscard]] bool complete(Value& value);
    [[nodiscard]] Step settlePointer(Value& value);
    [[nodiscard]] Step settleArray(Value& value, bool isNoDummy);
    [[nodiscard]] Step settleText(Value& value);
    [[nodiscard]] util::Result<void> requireContent(const Value& value, const Type& type);
    [[nodiscard]] util::Result<ArrayView> viewOf(const Value& value);
    [[nodiscard]] util::Result<std::int64_t> strideOfOne(const Value& value, const ArrayView& view);
    [[nodiscard]] util::Result<std::vector<Extent>> extentsOf(const Value& value, const Type& type);
    [[nodiscard]] util::Result<std::uint64_t> textLength(const Value& value);
    [[nodiscard]] static util::Result<std::uint64_t> bytesOfElement(const Type& element,
                                                                    std::optional<std::uint64_t> length);
    [[nodiscard]] util::Result<Value> fieldOf(const Value& record, const Field& field);
    [[nodiscard]] util::Result<Value> recordBehind(const Value& value);
    /// The first one of those that a pointer of C points to, settled, so that its size is known.
    /// \errors those of pointee(), NotRecorded
    [[nodiscard]] util::Result<Value> rowBehind(const Value& pointer);
    [[nodiscard]] static bool isWithoutData(const LoadedFile& file, const Type& type, unsigned depth);
    [[nodiscard]] std::optional<util::Result<Value>> findMember(const Value& record, std::string_view name,
                                                                unsigned& visits);

    StopMemory& m_memory;
    const LoadedFiles& m_files;
    Locator m_locator;
    MadeTypes m_madeTypes;
    DynamicTypes m_dynamic;
    std::unordered_map<const Type*, std::optional<FoundClass>> m_completed;
    std::unordered_map<std::type_index, std::shared_ptr<void>> m_kept;
};

} // namespace dbgr::values
