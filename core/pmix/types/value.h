// SPDX-License-Identifier: BSD-3-Clause
// pmix_value_t: a value that names its own type. Infos and job data are made of them. Thread: any; a plain value.
#pragma once

#include "pmix/types/data_type.h"
#include "pmix/types/indirect.h"
#include "pmix/types/number_traits.h"

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace dbgr::pmix {

/// A value of any DataType; default is PMIX_UNDEF.
///
/// Launchers disagree on types (one sends a rank as UINT32, another as PROC_RANK), so read with the as...() functions,
/// which convert between everything numeric, and use get() only where the type was checked.
class Value
{
public:
    /// Numbers of all widths share two alternatives; type() tells them apart.
    using Payload = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, NullableString, ByteObject,
                                 Regex, Buffer, Timeval, Proc, Envar, Indirect<Value>, Indirect<DataArray>,
                                 Indirect<Info>, Indirect<KeyValue>, Indirect<PublishedData>, Indirect<ProcInfo>,
                                 Indirect<App>, Indirect<Query>, Indirect<RegAttr>, Indirect<Coord>, Indirect<Geometry>,
                                 Indirect<DeviceDistance>, Indirect<Endpoint>, Indirect<Device>, Indirect<ResourceUnit>,
                                 Indirect<NodePid>, Indirect<ProcStats>>;

    /// Numbers and flags by value, all else by reference into this value.
    template <DataType D>
    using Got =
        std::conditional_t<kIsNumber<TypeOf<D>> || std::is_arithmetic_v<TypeOf<D>>, TypeOf<D>, const TypeOf<D>&>;

    Value();
    Value(const Value&);
    Value(Value&&) noexcept;
    Value& operator=(const Value&);
    Value& operator=(Value&&) noexcept;
    ~Value();

    /// `Value::of<DataType::Uint16>(1)`. Needs the header of TypeOf<D>.
    template <DataType D>
    [[nodiscard]] static Value of(TypeOf<D> value);

    [[nodiscard]] static Value boolean(bool value);
    [[nodiscard]] static Value string(std::string text);
    [[nodiscard]] static Value proc(Proc proc);
    [[nodiscard]] static Value infos(std::vector<Info> infos);

    [[nodiscard]] DataType type() const { return m_type; }

    /// What it holds. \pre type() == D
    template <DataType D>
    [[nodiscard]] Got<D> get() const;

    /// Any integer, enumeration or boolean that is not negative; nothing for other values.
    [[nodiscard]] std::optional<std::uint64_t> asUnsigned() const;
    /// Any integer, enumeration or boolean that fits.
    [[nodiscard]] std::optional<std::int64_t> asSigned() const;
    /// Any integer, its lower 32 bits (so that INT -2 is the wildcard).
    [[nodiscard]] std::optional<ProcRank> asRank() const;
    [[nodiscard]] std::optional<Status> asStatus() const;
    /// A BOOL, or any integer unequal 0. PMIX_UNDEF is true: the C API's NULL for a flag means "set".
    [[nodiscard]] std::optional<bool> asBool() const;
    /// A text; NULL is "". Compressed texts are not inflated here.
    [[nodiscard]] std::optional<std::string> asString() const;
    [[nodiscard]] std::optional<Proc> asProc() const;
    /// The array, or null.
    [[nodiscard]] const DataArray* asArray() const;
    /// The infos of an array of them, or null.
    [[nodiscard]] const std::vector<Info>* asInfos() const;
    /// The bytes of a byte object of any kind (also compressed ones, as they are), or null.
    [[nodiscard]] const std::string* asBytes() const;

    friend bool operator==(const Value& a, const Value& b);

private:
    Value(DataType type, Payload payload);

    DataType m_type = DataType::Undef;
    Payload m_payload;
};

/// The alternative of Value::Payload that holds a T: numbers by signedness, what contains values indirectly.
template <class T>
struct StoredAs
{
    using Type = Indirect<T>;
};
template <class T>
requires kIsNumber<T>
struct StoredAs<T>
{
    using Type = std::conditional_t<std::is_signed_v<IntegerOf<T>>, std::int64_t, std::uint64_t>;
};
template <class T>
requires std::is_floating_point_v<T>
struct StoredAs<T>
{
    using Type = double;
};
#define DBGR_PMIX_STORED_DIRECTLY(T)                                                                                   \
    template <>                                                                                                        \
    struct StoredAs<T>                                                                                                 \
    {                                                                                                                  \
        using Type = T;                                                                                                \
    };
DBGR_PMIX_STORED_DIRECTLY(std::monostate)
DBGR_PMIX_STORED_DIRECTLY(bool)
DBGR_PMIX_STORED_DIRECTLY(NullableString)
DBGR_PMIX_STORED_DIRECTLY(ByteObject)
DBGR_PMIX_STORED_DIRECTLY(Regex)
DBGR_PMIX_STORED_DIRECTLY(Buffer)
DBGR_PMIX_STORED_DIRECTLY(Timeval)
DBGR_PMIX_STORED_DIRECTLY(Proc)
DBGR_PMIX_STORED_DIRECTLY(Envar)
#undef DBGR_PMIX_STORED_DIRECTLY

template <DataType D>
Value Value::of(TypeOf<D> value)
{
    using T = TypeOf<D>;
    using Stored = typename StoredAs<T>::Type;
    if constexpr (kIsNumber<T>)
        return Value(D, Payload(std::in_place_type<Stored>, toInteger(value)));
    else
        return Value(D, Payload(std::in_place_type<Stored>, std::move(value)));
}

template <DataType D>
Value::Got<D> Value::get() const
{
    using T = TypeOf<D>;
    const auto& stored = std::get<typename StoredAs<T>::Type>(m_payload);
    if constexpr (kIsNumber<T>)
        return fromInteger<T>(static_cast<IntegerOf<T>>(stored));
    else if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(stored);
    else if constexpr (std::is_same_v<typename StoredAs<T>::Type, T>)
        return stored;
    else
        return *stored;
}

} // namespace dbgr::pmix
