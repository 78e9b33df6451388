// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/capi/values/convert.h"

#include "pmix/capi/values/convert_p.h"

#include <new>

namespace dbgr::pmix::capi {

namespace {

template <class T, class C>
util::Result<T> readOne(const C& from)
{
    T to;
    Reader reader;
    DBGR_TRY(reader.read(from, to));
    return to;
}

template <class T, class C>
util::Result<std::vector<T>> readMany(const C* from, std::size_t count)
{
    std::vector<T> to;
    Reader reader;
    DBGR_TRY(reader.readArray(from, count, to));
    return to;
}

template <class C, class T>
CArray<C> writeMany(std::span<const T> from)
{
    CArray<C> to(from.size());
    if (!from.empty() && !to.data())
        throw std::bad_alloc();
    for (std::size_t i = 0; i < from.size(); ++i)
        Writer::write(from[i], to.data()[i]);
    return to;
}

} // namespace

Proc fromC(const pmix_proc_t& proc)
{
    return *readOne<Proc>(proc);
}

util::Result<Value> fromC(const pmix_value_t& value)
{
    return readOne<Value>(value);
}

util::Result<Info> fromC(const pmix_info_t& info)
{
    return readOne<Info>(info);
}

util::Result<PublishedData> fromC(const pmix_pdata_t& data)
{
    return readOne<PublishedData>(data);
}

util::Result<App> fromC(const pmix_app_t& app)
{
    return readOne<App>(app);
}

util::Result<Query> fromC(const pmix_query_t& query)
{
    return readOne<Query>(query);
}

std::vector<Proc> fromC(const pmix_proc_t* procs, std::size_t count)
{
    return *readMany<Proc>(procs, count);
}

util::Result<std::vector<Info>> fromC(const pmix_info_t* infos, std::size_t count)
{
    return readMany<Info>(infos, count);
}

util::Result<std::vector<App>> fromC(const pmix_app_t* apps, std::size_t count)
{
    return readMany<App>(apps, count);
}

util::Result<std::vector<Query>> fromC(const pmix_query_t* queries, std::size_t count)
{
    return readMany<Query>(queries, count);
}

std::vector<Status> fromC(const pmix_status_t* codes, std::size_t count)
{
    return *readMany<Status>(codes, count);
}

std::vector<std::string> fromC(char* const* argv)
{
    std::vector<std::string> texts;
    for (; argv && *argv; ++argv)
        texts.emplace_back(*argv);
    return texts;
}

void toC(const Proc& proc, pmix_proc_t& out)
{
    Writer::write(proc, out);
}

void toC(const Value& value, pmix_value_t& out)
{
    Writer::write(value, out);
}

void toC(const Info& info, pmix_info_t& out)
{
    Writer::write(info, out);
}

void toC(const PublishedData& data, pmix_pdata_t& out)
{
    Writer::write(data, out);
}

void toC(const App& app, pmix_app_t& out)
{
    Writer::write(app, out);
}

void toC(const Query& query, pmix_query_t& out)
{
    Writer::write(query, out);
}

void toC(const std::string& bytes, pmix_byte_object_t& out)
{
    Writer::write(bytes, out);
}

char** toC(std::span<const std::string> strings)
{
    char** list = nullptr;
    Writer::write(std::vector<std::string>(strings.begin(), strings.end()), list);
    return list;
}

CArray<pmix_proc_t> toC(std::span<const Proc> procs)
{
    return writeMany<pmix_proc_t>(procs);
}

CArray<pmix_info_t> toC(std::span<const Info> infos)
{
    return writeMany<pmix_info_t>(infos);
}

CArray<pmix_pdata_t> toC(std::span<const PublishedData> data)
{
    return writeMany<pmix_pdata_t>(data);
}

CArray<pmix_app_t> toC(std::span<const App> apps)
{
    return writeMany<pmix_app_t>(apps);
}

CArray<pmix_query_t> toC(std::span<const Query> queries)
{
    return writeMany<pmix_query_t>(queries);
}

} // namespace dbgr::pmix::capi
