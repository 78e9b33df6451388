// SPDX-License-Identifier: BSD-3-Clause
// Infos: filling them, their flags, and lists of them that grow.
#include "pmix/capi/values/structs.h"

#include <algorithm>
#include <list>
#include <new>

namespace capi = dbgr::pmix::capi;

namespace {

/// What PMIx_Info_list_start() gives. The infos own what they hold.
struct InfoList
{
    std::list<pmix_info_t> infos;

    ~InfoList()
    {
        for (pmix_info_t& each : infos)
            capi::freeContent(each);
    }
};

InfoList* listOf(void* list)
{
    return static_cast<InfoList*>(list);
}

pmix_status_t append(InfoList& list, std::list<pmix_info_t>::iterator where, const pmix_info_t& info)
{
    try {
        list.infos.insert(where, info);
        return PMIX_SUCCESS;
    } catch (const std::bad_alloc&) {
        return PMIX_ERR_NOMEM;
    }
}

pmix_status_t addNew(InfoList& list, std::list<pmix_info_t>::iterator where, const char* key, const void* value,
                     pmix_data_type_t type)
{
    pmix_info_t info;
    PMIx_Info_construct(&info);
    pmix_status_t status = PMIx_Info_load(&info, key, value, type);
    if (status == PMIX_SUCCESS)
        status = append(list, where, info);
    if (status != PMIX_SUCCESS)
        PMIx_Info_destruct(&info);
    return status;
}

/// Whether the list has the key, and is to keep it; one that is to be overwritten is taken out.
bool keeps(InfoList& list, const char* key, bool overwrite)
{
    const auto found = std::find_if(list.infos.begin(), list.infos.end(),
                                    [&](const pmix_info_t& each) { return PMIx_Check_key(each.key, key); });
    if (found == list.infos.end())
        return false;
    if (!overwrite)
        return true;
    capi::freeContent(*found);
    list.infos.erase(found);
    return false;
}

} // namespace

pmix_status_t PMIx_Info_load(pmix_info_t* info, const char* key, const void* data, pmix_data_type_t type)
{
    if (!info || !key)
        return PMIX_ERR_BAD_PARAM;
    PMIx_Load_key(info->key, key);
    info->flags = 0;
    return PMIx_Value_load(&info->value, data, type);
}

pmix_status_t PMIx_Info_xfer(pmix_info_t* dest, const pmix_info_t* src)
{
    if (!dest || !src)
        return PMIX_ERR_BAD_PARAM;
    return capi::copyTo(*dest, *src) ? PMIX_SUCCESS : PMIX_ERR_NOMEM;
}

pmix_boolean_t PMIx_Info_true(const pmix_info_t* info)
{
    return info ? PMIx_Value_true(&info->value) : PMIX_NON_BOOL;
}

void PMIx_Info_required(pmix_info_t* info)
{
    info->flags |= PMIX_INFO_REQD;
}

void PMIx_Info_optional(pmix_info_t* info)
{
    info->flags &= ~static_cast<pmix_info_directives_t>(PMIX_INFO_REQD);
}

bool PMIx_Info_is_required(const pmix_info_t* info)
{
    return (info->flags & PMIX_INFO_REQD) != 0;
}

bool PMIx_Info_is_optional(const pmix_info_t* info)
{
    return !PMIx_Info_is_required(info);
}

void PMIx_Info_processed(pmix_info_t* info)
{
    info->flags |= PMIX_INFO_REQD_PROCESSED;
}

bool PMIx_Info_was_processed(const pmix_info_t* info)
{
    return (info->flags & PMIX_INFO_REQD_PROCESSED) != 0;
}

void PMIx_Info_set_end(pmix_info_t* info)
{
    info->flags |= PMIX_INFO_ARRAY_END;
}

bool PMIx_Info_is_end(const pmix_info_t* info)
{
    return (info->flags & PMIX_INFO_ARRAY_END) != 0;
}

void PMIx_Info_qualifier(pmix_info_t* info)
{
    info->flags |= PMIX_INFO_QUALIFIER;
}

bool PMIx_Info_is_qualifier(const pmix_info_t* info)
{
    return (info->flags & PMIX_INFO_QUALIFIER) != 0;
}

void PMIx_Info_persistent(pmix_info_t* info)
{
    info->flags |= PMIX_INFO_PERSISTENT;
}

bool PMIx_Info_is_persistent(const pmix_info_t* info)
{
    return (info->flags & PMIX_INFO_PERSISTENT) != 0;
}

void* PMIx_Info_list_start(void)
{
    return new (std::nothrow) InfoList;
}

pmix_status_t PMIx_Info_list_add(void* list, const char* key, const void* value, pmix_data_type_t type)
{
    return list ? addNew(*listOf(list), listOf(list)->infos.end(), key, value, type) : PMIX_ERR_BAD_PARAM;
}

pmix_status_t PMIx_Info_list_prepend(void* list, const char* key, const void* value, pmix_data_type_t type)
{
    return list ? addNew(*listOf(list), listOf(list)->infos.begin(), key, value, type) : PMIX_ERR_BAD_PARAM;
}

pmix_status_t PMIx_Info_list_insert(void* list, pmix_info_t* info)
{
    if (!list || !info)
        return PMIX_ERR_BAD_PARAM;
    const pmix_status_t status = append(*listOf(list), listOf(list)->infos.end(), *info);
    if (status == PMIX_SUCCESS)
        PMIx_Info_persistent(&listOf(list)->infos.back());
    return status;
}

pmix_status_t PMIx_Info_list_xfer(void* list, const pmix_info_t* info)
{
    if (!list || !info)
        return PMIX_ERR_BAD_PARAM;
    pmix_info_t copy;
    PMIx_Info_construct(&copy);
    pmix_status_t status = PMIx_Info_xfer(&copy, info);
    if (status == PMIX_SUCCESS)
        status = append(*listOf(list), listOf(list)->infos.end(), copy);
    if (status != PMIX_SUCCESS)
        PMIx_Info_destruct(&copy);
    return status;
}

pmix_status_t PMIx_Info_list_add_value(void* list, const char* key, const pmix_value_t* value)
{
    if (!list || !key || !value)
        return PMIX_ERR_BAD_PARAM;
    pmix_info_t info;
    PMIx_Info_construct(&info);
    PMIx_Load_key(info.key, key);
    info.value = *value;
    return PMIx_Info_list_xfer(list, &info); // which copies
}

pmix_status_t PMIx_Info_list_add_unique(void* list, const char* key, const void* value, pmix_data_type_t type,
                                        bool overwrite)
{
    if (!list || !key)
        return PMIX_ERR_BAD_PARAM;
    return keeps(*listOf(list), key, overwrite) ? PMIX_SUCCESS : PMIx_Info_list_add(list, key, value, type);
}

pmix_status_t PMIx_Info_list_add_value_unique(void* list, const char* key, const pmix_value_t* value, bool overwrite)
{
    if (!list || !key || !value)
        return PMIX_ERR_BAD_PARAM;
    return keeps(*listOf(list), key, overwrite) ? PMIX_SUCCESS : PMIx_Info_list_add_value(list, key, value);
}

pmix_status_t PMIx_Info_list_xfer_unique(void* list, const pmix_info_t* info, bool overwrite)
{
    if (!list || !info)
        return PMIX_ERR_BAD_PARAM;
    return keeps(*listOf(list), info->key, overwrite) ? PMIX_SUCCESS : PMIx_Info_list_xfer(list, info);
}

size_t PMIx_Info_list_get_size(void* list)
{
    return list ? listOf(list)->infos.size() : 0;
}

pmix_status_t PMIx_Info_list_convert(void* list, pmix_data_array_t* array)
{
    if (!list || !array)
        return PMIX_ERR_BAD_PARAM;
    const auto& infos = listOf(list)->infos;
    PMIx_Data_array_construct(array, infos.size(), PMIX_INFO);
    if (infos.empty())
        return PMIX_ERR_EMPTY;
    if (!array->array)
        return PMIX_ERR_NOMEM;
    auto* out = static_cast<pmix_info_t*>(array->array);
    for (const pmix_info_t& each : infos) {
        const pmix_status_t status = PMIx_Info_xfer(out++, &each);
        if (status != PMIX_SUCCESS) {
            PMIx_Data_array_destruct(array);
            return status;
        }
    }
    PMIx_Info_set_end(out - 1);
    return PMIX_SUCCESS;
}

pmix_info_t* PMIx_Info_list_get_info(void* list, void* prev, void** next)
{
    if (!list || !next)
        return nullptr;
    auto& infos = listOf(list)->infos;
    auto found = infos.begin();
    while (prev && found != infos.end() && &*found != prev)
        ++found;
    *next = nullptr;
    if (found == infos.end())
        return nullptr;
    const auto following = std::next(found);
    *next = following == infos.end() ? nullptr : &*following;
    return &*found;
}

void PMIx_Info_list_release(void* list)
{
    delete listOf(list);
}
