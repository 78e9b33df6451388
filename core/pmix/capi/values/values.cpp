// SPDX-License-Identifier: BSD-3-Clause
// Values: loading and unloading them, numbers out of them, their order and size.
#include "pmix/capi/values/structs.h"

#include <cctype>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace capi = dbgr::pmix::capi;
using capi::CType;
using capi::Held;

namespace {

/// Types whose value a program passes, and gets back, as a text or as bytes of its own.
template <pmix_data_type_t Code>
constexpr bool kIsText = Code == PMIX_STRING || Code == PMIX_REGEX || Code == PMIX_PROC_NSPACE;

/// Types that own nothing: their unloading copies into the program's memory.
template <class T>
constexpr bool kIsPlain = std::is_arithmetic_v<T> || std::is_same_v<T, timeval> || std::is_same_v<T, pmix_proc_t>;

pmix_status_t loadText(pmix_value_t& value, const char* text)
{
    if (value.type == PMIX_PROC_NSPACE) {
        auto* nspace = capi::makeArray<capi::NspaceText>(1);
        if (nspace)
            PMIx_Load_nspace(nspace->text, text);
        CType<PMIX_PROC_NSPACE>::set(value, nspace);
        return nspace ? PMIX_SUCCESS : PMIX_ERR_NOMEM;
    }
    char* copy = strdup(text);
    if (value.type == PMIX_STRING)
        value.data.string = copy;
    else
        value.data.bo = pmix_byte_object_t{copy, copy ? std::strlen(copy) + 1 : 0};
    return copy ? PMIX_SUCCESS : PMIX_ERR_NOMEM;
}

template <class C, class T>
pmix_status_t loadStructure(pmix_value_t& value, const T& original)
{
    if constexpr (C::held == Held::Inline) {
        return capi::copyTo(C::in(value), original) ? PMIX_SUCCESS : PMIX_ERR_NOMEM;
    } else {
        T* copy = capi::makeArray<T>(1);
        C::set(value, copy);
        return copy && capi::copyTo(*copy, original) ? PMIX_SUCCESS : PMIX_ERR_NOMEM;
    }
}

/// A copy of a structure in memory of its own, to *data.
template <class T>
pmix_status_t unloadStructure(const T& held, void** data, size_t* size)
{
    T* copy = capi::makeArray<T>(1);
    if (!copy || !capi::copyTo(*copy, held)) {
        capi::freeArray(copy, 1);
        return PMIX_ERR_NOMEM;
    }
    *data = copy;
    *size = sizeof(T);
    return PMIX_SUCCESS;
}

pmix_status_t unloadBytes(const char* bytes, size_t length, size_t terminator, void** data, size_t* size)
{
    *data = nullptr;
    *size = 0;
    if (!bytes)
        return PMIX_SUCCESS;
    auto* copy = static_cast<char*>(std::calloc(length + terminator, 1));
    if (!copy)
        return length + terminator == 0 ? PMIX_SUCCESS : PMIX_ERR_NOMEM;
    std::memcpy(copy, bytes, length);
    *data = copy;
    *size = length;
    return PMIX_SUCCESS;
}

template <class T>
pmix_status_t unloadPlain(const T& held, void** data, size_t* size)
{
    if (!*data)
        return PMIX_ERR_BAD_PARAM;
    std::memcpy(*data, &held, sizeof held);
    *size = sizeof held;
    return PMIX_SUCCESS;
}

pmix_status_t unloadInline(const pmix_value_t& value, const pmix_byte_object_t& held, void** data, size_t* size)
{
    return unloadBytes(held.bytes, held.size, value.type == PMIX_REGEX ? 1 : 0, data, size);
}

template <pmix_data_type_t Code>
pmix_status_t unloadAs(const pmix_value_t& value, void** data, size_t* size)
{
    using C = CType<Code>;
    using T = typename C::Type;
    if constexpr (C::held == Held::Never) {
        return PMIX_ERR_UNKNOWN_DATA_TYPE;
    } else if constexpr (Code == PMIX_STRING) {
        const char* text = value.data.string;
        return unloadBytes(text, text ? std::strlen(text) : 0, 1, data, size);
    } else if constexpr (Code == PMIX_POINTER) {
        *data = value.data.ptr;
        *size = sizeof(void*);
        return PMIX_SUCCESS;
    } else if constexpr (std::is_same_v<T, pmix_byte_object_t>) {
        return unloadInline(value, C::in(value), data, size);
    } else if constexpr (C::held == Held::Inline) {
        if constexpr (kIsPlain<T>)
            return unloadPlain(C::in(value), data, size);
        else
            return unloadStructure(C::in(value), data, size);
    } else {
        const T* held = C::in(value);
        if (!held)
            return PMIX_ERR_BAD_PARAM;
        if constexpr (Code == PMIX_PROC_NSPACE) {
            if (!*data)
                return PMIX_ERR_BAD_PARAM;
            *size = strnlen(held->text, PMIX_MAX_NSLEN);
            std::memcpy(*data, held->text, *size + 1);
            return PMIX_SUCCESS;
        } else if constexpr (kIsPlain<T>) {
            return unloadPlain(*held, data, size);
        } else {
            return unloadStructure(*held, data, size);
        }
    }
}

/// A number of any type, exactly.
struct Number
{
    std::optional<bool> negative; ///< nothing for a real number
    std::uint64_t magnitude = 0;
    double real = 0;
};

std::optional<Number> numberIn(const pmix_value_t& value)
{
    return capi::visitType(value.type, std::optional<Number>(), [&](auto code) -> std::optional<Number> {
        using C = CType<code.value>;
        using T = typename C::Type;
        if constexpr (C::held == Held::Inline && std::is_floating_point_v<T>) {
            return Number{std::nullopt, 0, C::in(value)};
        } else if constexpr (C::held == Held::Inline && std::is_integral_v<T>) {
            const T number = C::in(value);
            const auto wide = static_cast<std::uint64_t>(number); // of a negative one: 2^64 minus its magnitude
            return number < T{0} ? Number{true, 0 - wide, 0} : Number{false, wide, 0};
        } else {
            return std::nullopt;
        }
    });
}

template <class T>
pmix_status_t storeNumber(const Number& number, void* dest)
{
    T out{};
    if constexpr (std::is_floating_point_v<T>) {
        const auto magnitude = static_cast<double>(number.magnitude);
        out = static_cast<T>(!number.negative ? number.real : *number.negative ? -magnitude : magnitude);
    } else {
        Number exact = number;
        if (!number.negative) {
            const double size = std::fabs(number.real);
            if (!(size < 18446744073709551616.0) || std::trunc(size) != size)
                return PMIX_ERR_VALUE_OUT_OF_BOUNDS;
            exact = Number{number.real < 0, static_cast<std::uint64_t>(size), 0};
        }
        const std::uint64_t limit = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
        if (exact.magnitude > limit + (*exact.negative && std::is_signed_v<T> ? 1 : 0))
            return PMIX_ERR_VALUE_OUT_OF_BOUNDS;
        if (*exact.negative && !std::is_signed_v<T> && exact.magnitude > 0)
            return PMIX_ERR_VALUE_OUT_OF_BOUNDS;
        out = static_cast<T>(*exact.negative ? 0 - exact.magnitude : exact.magnitude);
    }
    std::memcpy(dest, &out, sizeof out);
    return PMIX_SUCCESS;
}

pmix_value_cmp_t orderOf(int order)
{
    return order == 0 ? PMIX_EQUAL : order > 0 ? PMIX_VALUE1_GREATER : PMIX_VALUE2_GREATER;
}

template <class T>
int compare(const T& a, const T& b)
{
    return a < b ? -1 : b < a ? 1 : 0;
}

pmix_value_cmp_t compareHeld(const timeval& a, const timeval& b)
{
    const int seconds = compare(a.tv_sec, b.tv_sec);
    return orderOf(seconds != 0 ? seconds : compare(a.tv_usec, b.tv_usec));
}

pmix_value_cmp_t compareHeld(char* const& a, char* const& b)
{
    return orderOf(std::string_view(a ? a : "").compare(b ? b : ""));
}

pmix_value_cmp_t compareHeld(const pmix_byte_object_t& a, const pmix_byte_object_t& b)
{
    return orderOf(std::string_view(a.bytes ? a.bytes : "", a.size).compare({b.bytes ? b.bytes : "", b.size}));
}

pmix_value_cmp_t compareHeld(const pmix_proc_t& a, const pmix_proc_t& b)
{
    const int nspaces = std::strncmp(a.nspace, b.nspace, PMIX_MAX_NSLEN);
    return orderOf(nspaces != 0 ? nspaces : compare(a.rank, b.rank));
}

pmix_value_cmp_t compareHeld(const capi::NspaceText& a, const capi::NspaceText& b)
{
    return orderOf(std::strncmp(a.text, b.text, PMIX_MAX_NSLEN));
}

template <class T>
pmix_value_cmp_t compareHeld(const T& a, const T& b)
{
    if constexpr (std::is_arithmetic_v<T> || std::is_pointer_v<T>)
        return orderOf(compare(a, b));
    else
        return PMIX_VALUE_COMPARISON_NOT_AVAIL;
}

} // namespace

pmix_status_t PMIx_Value_load(pmix_value_t* value, const void* data, pmix_data_type_t type)
{
    if (!value)
        return PMIX_ERR_BAD_PARAM;
    capi::construct(*value);
    value->type = type;
    if (!data) {
        value->data.flag = type == PMIX_BOOL;
        return PMIX_SUCCESS;
    }
    const pmix_status_t status = capi::visitType(type, PMIX_ERR_UNKNOWN_DATA_TYPE, [&](auto code) {
        using C = CType<code.value>;
        if constexpr (C::held == Held::Never) {
            return PMIX_ERR_UNKNOWN_DATA_TYPE;
        } else if constexpr (code.value == PMIX_POINTER) {
            value->data.ptr = const_cast<void*>(data);
            return PMIX_SUCCESS;
        } else if constexpr (kIsText<code.value>) {
            return loadText(*value, static_cast<const char*>(data));
        } else {
            using T = typename C::Type;
            T original;
            std::memcpy(&original, data, sizeof original);
            return loadStructure<C>(*value, original);
        }
    });
    if (status != PMIX_SUCCESS)
        PMIx_Value_destruct(value);
    return status;
}

pmix_status_t PMIx_Value_unload(pmix_value_t* value, void** data, size_t* size)
{
    if (!value || !data || !size)
        return PMIX_ERR_BAD_PARAM;
    return capi::visitType(value->type, PMIX_ERR_UNKNOWN_DATA_TYPE,
                           [&](auto code) { return unloadAs<code.value>(*value, data, size); });
}

pmix_status_t PMIx_Value_xfer(pmix_value_t* dest, const pmix_value_t* src)
{
    if (!dest || !src)
        return PMIX_ERR_BAD_PARAM;
    return capi::copyTo(*dest, *src) ? PMIX_SUCCESS : PMIX_ERR_NOMEM;
}

void PMIx_Pdata_load(pmix_pdata_t* dest, const pmix_proc_t* p, const char* key, const void* data, pmix_data_type_t type)
{
    PMIx_Pdata_construct(dest);
    PMIx_Xfer_procid(&dest->proc, p);
    PMIx_Load_key(dest->key, key);
    (void)PMIx_Value_load(&dest->value, data, type); // one that cannot be loaded stays undefined
}

void PMIx_Pdata_xfer(pmix_pdata_t* dest, pmix_pdata_t* src)
{
    PMIx_Pdata_construct(dest);
    PMIx_Xfer_procid(&dest->proc, &src->proc);
    PMIx_Load_key(dest->key, src->key);
    (void)PMIx_Value_xfer(&dest->value, &src->value);
}

pmix_value_cmp_t PMIx_Value_compare(pmix_value_t* a, pmix_value_t* b)
{
    if (a->type != b->type)
        return PMIX_VALUE_TYPE_DIFFERENT;
    if (a->type == PMIX_UNDEF)
        return PMIX_EQUAL;
    return capi::visitType(a->type, PMIX_VALUE_COMPARISON_NOT_AVAIL, [&](auto code) {
        using C = CType<code.value>;
        if constexpr (C::held == Held::Inline) {
            return compareHeld(std::as_const(C::in(*a)), std::as_const(C::in(*b)));
        } else if constexpr (C::held == Held::Pointed) {
            const auto* one = C::in(*a);
            const auto* other = C::in(*b);
            return one && other ? compareHeld(*one, *other) : orderOf(compare(one != nullptr, other != nullptr));
        } else {
            return PMIX_VALUE_COMPARISON_NOT_AVAIL;
        }
    });
}

pmix_boolean_t PMIx_Value_true(const pmix_value_t* value)
{
    if (!value)
        return PMIX_NON_BOOL;
    if (value->type == PMIX_UNDEF) // a key alone says yes
        return PMIX_BOOL_TRUE;
    if (value->type == PMIX_BOOL)
        return value->data.flag ? PMIX_BOOL_TRUE : PMIX_BOOL_FALSE;
    if (value->type != PMIX_STRING)
        return PMIX_NON_BOOL;
    const char* text = value->data.string;
    while (text && std::isspace(static_cast<unsigned char>(*text)))
        ++text;
    if (!text || *text == '\0')
        return PMIX_BOOL_TRUE;
    if (std::isdigit(static_cast<unsigned char>(*text)))
        return std::strtoull(text, nullptr, 10) != 0 ? PMIX_BOOL_TRUE : PMIX_BOOL_FALSE;
    if (strncasecmp(text, "yes", 3) == 0 || strncasecmp(text, "true", 4) == 0)
        return PMIX_BOOL_TRUE;
    if (strncasecmp(text, "no", 2) == 0 || strncasecmp(text, "false", 5) == 0)
        return PMIX_BOOL_FALSE;
    return PMIX_NON_BOOL;
}

pmix_status_t PMIx_Value_get_number(const pmix_value_t* value, void* dest, pmix_data_type_t type)
{
    if (!value || !dest)
        return PMIX_ERR_BAD_PARAM;
    const std::optional<Number> number = numberIn(*value);
    if (!number)
        return PMIX_ERR_BAD_PARAM;
    return capi::visitType(type, PMIX_ERR_BAD_PARAM, [&](auto code) {
        using C = CType<code.value>;
        using T = typename C::Type;
        if constexpr (C::held == Held::Inline && std::is_arithmetic_v<T>)
            return storeNumber<T>(*number, dest);
        else
            return PMIX_ERR_BAD_PARAM;
    });
}
