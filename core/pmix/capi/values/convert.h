// SPDX-License-Identifier: BSD-3-Clause
// Between the program's structures and the values of core/pmix: what a call was given goes to the core with fromC(),
// what the core answers goes to the program with toC(). All copies are deep. Thread: any; plain functions.
//
// fromC() \errors ErrBadParam (NULL where something is needed), ErrUnknownDataType (a code that we cannot send),
// ErrOutOfResource (nested deeper than limits::kMaxDepth)
// toC() makes a new structure out of raw memory, which PMIx_..._destruct() frees. Types that C has no room for become
// PMIX_UNDEF, compressed strings are inflated.
#pragma once

#include "pmix/types/all_types.h"
#include "util/result.h"

#include <pmix_common.h>

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::pmix::capi {

[[nodiscard]] Proc fromC(const pmix_proc_t& proc);
[[nodiscard]] util::Result<Value> fromC(const pmix_value_t& value);
[[nodiscard]] util::Result<Info> fromC(const pmix_info_t& info);
[[nodiscard]] util::Result<PublishedData> fromC(const pmix_pdata_t& data);
[[nodiscard]] util::Result<App> fromC(const pmix_app_t& app);
[[nodiscard]] util::Result<Query> fromC(const pmix_query_t& query);

/// `count` structures of an array; NULL counts as none.
[[nodiscard]] std::vector<Proc> fromC(const pmix_proc_t* procs, std::size_t count);
[[nodiscard]] util::Result<std::vector<Info>> fromC(const pmix_info_t* infos, std::size_t count);
[[nodiscard]] util::Result<std::vector<App>> fromC(const pmix_app_t* apps, std::size_t count);
[[nodiscard]] util::Result<std::vector<Query>> fromC(const pmix_query_t* queries, std::size_t count);
[[nodiscard]] std::vector<Status> fromC(const pmix_status_t* codes, std::size_t count);
/// A list that ends with a NULL; NULL is an empty list.
[[nodiscard]] std::vector<std::string> fromC(char* const* argv);

void toC(const Proc& proc, pmix_proc_t& out);
void toC(const Value& value, pmix_value_t& out);
void toC(const Info& info, pmix_info_t& out);
void toC(const PublishedData& data, pmix_pdata_t& out);
void toC(const App& app, pmix_app_t& out);
void toC(const Query& query, pmix_query_t& out);
void toC(const std::string& bytes, pmix_byte_object_t& out);
/// For PMIx_Argv_free(); NULL for an empty list.
[[nodiscard]] char** toC(std::span<const std::string> strings);

/// How an array of each structure is made and freed.
template <class C>
struct ArrayOf;
#define DBGR_C_ARRAY(name, function)                                                                                   \
    template <>                                                                                                        \
    struct ArrayOf<name>                                                                                               \
    {                                                                                                                  \
        static name* create(std::size_t size) { return PMIx_##function##_create(size); }                               \
        static void free(name* array, std::size_t size) { PMIx_##function##_free(array, size); }                       \
    };
DBGR_C_ARRAY(pmix_proc_t, Proc)
DBGR_C_ARRAY(pmix_info_t, Info)
DBGR_C_ARRAY(pmix_pdata_t, Pdata)
DBGR_C_ARRAY(pmix_app_t, App)
DBGR_C_ARRAY(pmix_query_t, Query)
DBGR_C_ARRAY(pmix_value_t, Value)
#undef DBGR_C_ARRAY

/// An array of structures with all that they hold, until somebody takes it: `*results = array.release()`.
template <class C>
class CArray
{
public:
    CArray() = default;
    explicit CArray(std::size_t size) : m_data(ArrayOf<C>::create(size)), m_size(size) {}
    CArray(CArray&& other) noexcept
        : m_data(std::exchange(other.m_data, nullptr)), m_size(std::exchange(other.m_size, 0))
    {}
    CArray& operator=(CArray&& other) noexcept
    {
        std::swap(m_data, other.m_data);
        std::swap(m_size, other.m_size);
        return *this;
    }
    ~CArray() { ArrayOf<C>::free(m_data, m_size); }

    /// NULL when it is empty, as the Standard's arrays are.
    [[nodiscard]] C* data() const { return m_data; }
    [[nodiscard]] std::size_t size() const { return m_size; }
    /// The array, for the program to free.
    [[nodiscard]] C* release()
    {
        m_size = 0;
        return std::exchange(m_data, nullptr);
    }

private:
    C* m_data = nullptr;
    std::size_t m_size = 0;
};

[[nodiscard]] CArray<pmix_proc_t> toC(std::span<const Proc> procs);
[[nodiscard]] CArray<pmix_info_t> toC(std::span<const Info> infos);
[[nodiscard]] CArray<pmix_pdata_t> toC(std::span<const PublishedData> data);
[[nodiscard]] CArray<pmix_app_t> toC(std::span<const App> apps);
[[nodiscard]] CArray<pmix_query_t> toC(std::span<const Query> queries);

} // namespace dbgr::pmix::capi
