// SPDX-License-Identifier: BSD-3-Clause
// What the C interface has for each code of a data type: the C type of one, and where a pmix_value_t keeps it. All
// that treats values alike (load, copy, free, convert, pack) goes over this table. Thread: any.
#pragma once

#include <pmix_common.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace dbgr::pmix::capi {

/// PMIX_PROC_NSPACE: an array of characters as something that can be assigned.
struct NspaceText
{
    pmix_nspace_t text;
};

/// How a pmix_value_t holds one.
enum class Held
{
    Inline,  ///< in the union itself
    Pointed, ///< behind a pointer in the union
    Never,   ///< only arrays and buffers hold such ones
};

template <pmix_data_type_t Code>
struct CType;

#define DBGR_C_INLINE(code, type, member)                                                                              \
    template <>                                                                                                        \
    struct CType<code>                                                                                                 \
    {                                                                                                                  \
        using Type = type;                                                                                             \
        static constexpr Held held = Held::Inline;                                                                     \
        static Type& in(pmix_value_t& value) { return value.data.member; }                                             \
        static const Type& in(const pmix_value_t& value) { return value.data.member; }                                 \
    };
#define DBGR_C_POINTED(code, type, member)                                                                             \
    template <>                                                                                                        \
    struct CType<code>                                                                                                 \
    {                                                                                                                  \
        using Type = type;                                                                                             \
        static constexpr Held held = Held::Pointed;                                                                    \
        static Type* in(const pmix_value_t& value) { return reinterpret_cast<Type*>(value.data.member); }              \
        static void set(pmix_value_t& value, Type* one)                                                                \
        {                                                                                                              \
            value.data.member = reinterpret_cast<decltype(value.data.member)>(one);                                    \
        }                                                                                                              \
    };
#define DBGR_C_NEVER(code, type)                                                                                       \
    template <>                                                                                                        \
    struct CType<code>                                                                                                 \
    {                                                                                                                  \
        using Type = type;                                                                                             \
        static constexpr Held held = Held::Never;                                                                      \
    };
#include "pmix/capi/values/c_types.inc"
#undef DBGR_C_INLINE
#undef DBGR_C_POINTED
#undef DBGR_C_NEVER

template <pmix_data_type_t Code>
using CodeConstant = std::integral_constant<pmix_data_type_t, Code>;

/// Calls `visitor(CodeConstant<code>{})`; for a code that the table lacks, PMIX_UNDEF among them, returns `otherwise`.
template <class R, class Visitor>
R visitType(pmix_data_type_t code, R otherwise, Visitor&& visitor)
{
    switch (code) {
#define DBGR_C_INLINE(code, type, member)                                                                              \
    case code:                                                                                                         \
        return visitor(CodeConstant<code>{});
#define DBGR_C_POINTED(code, type, member) DBGR_C_INLINE(code, type, member)
#define DBGR_C_NEVER(code, type) DBGR_C_INLINE(code, type, )
#include "pmix/capi/values/c_types.inc"
#undef DBGR_C_INLINE
#undef DBGR_C_POINTED
#undef DBGR_C_NEVER
    default:
        return otherwise;
    }
}

} // namespace dbgr::pmix::capi
