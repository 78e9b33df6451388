// SPDX-License-Identifier: BSD-3-Clause
// Filling and comparing the small structures: keys, namespaces, processes, and those with a _load of their own.
#include "pmix/capi/values/structs.h"

#include <cstdio>

namespace capi = dbgr::pmix::capi;

namespace {

/// All of `field`, with `text` at its beginning, cut so that a NUL remains.
template <size_t Size>
void fill(char (&field)[Size], const char* text)
{
    std::memset(field, 0, Size);
    if (text)
        std::memcpy(field, text, strnlen(text, Size - 1));
}

char* copyOf(const char* text)
{
    return text ? strdup(text) : nullptr;
}

} // namespace

void PMIx_Load_key(pmix_key_t key, const char* text)
{
    fill(*reinterpret_cast<pmix_key_t*>(key), text);
}

bool PMIx_Check_key(const char* key, const char* text)
{
    return key && text && std::strncmp(key, text, PMIX_MAX_KEYLEN) == 0;
}

bool PMIx_Check_reserved_key(const char* key)
{
    return key && std::strncmp(key, "pmix", 4) == 0;
}

void PMIx_Load_nspace(pmix_nspace_t nspace, const char* text)
{
    fill(*reinterpret_cast<pmix_nspace_t*>(nspace), text);
}

bool PMIx_Nspace_invalid(const char* nspace)
{
    return !nspace || *nspace == '\0';
}

bool PMIx_Check_nspace(const char* a, const char* b)
{
    return PMIx_Nspace_invalid(a) || PMIx_Nspace_invalid(b) || std::strncmp(a, b, PMIX_MAX_NSLEN) == 0;
}

void PMIx_Load_procid(pmix_proc_t* proc, const char* nspace, pmix_rank_t rank)
{
    fill(proc->nspace, nspace);
    proc->rank = rank;
}

void PMIx_Proc_load(pmix_proc_t* p, const char* nspace, pmix_rank_t rank)
{
    PMIx_Load_procid(p, nspace, rank);
}

void PMIx_Xfer_procid(pmix_proc_t* dest, const pmix_proc_t* src)
{
    *dest = *src;
}

bool PMIx_Check_rank(pmix_rank_t a, pmix_rank_t b)
{
    return a == b || a == PMIX_RANK_WILDCARD || b == PMIX_RANK_WILDCARD;
}

bool PMIx_Check_procid(const pmix_proc_t* a, const pmix_proc_t* b)
{
    return PMIx_Check_nspace(a->nspace, b->nspace) && PMIx_Check_rank(a->rank, b->rank);
}

bool PMIx_Check_nspace_strict(const char* a, const char* b)
{
    return !PMIx_Nspace_invalid(a) && !PMIx_Nspace_invalid(b) && std::strncmp(a, b, PMIX_MAX_NSLEN) == 0;
}

bool PMIx_Check_procid_strict(const pmix_proc_t* a, const pmix_proc_t* b)
{
    return PMIx_Check_nspace_strict(a->nspace, b->nspace) && a->rank == b->rank;
}

bool PMIx_Rank_valid(pmix_rank_t rank)
{
    return rank <= PMIX_RANK_VALID;
}

bool PMIx_Procid_invalid(const pmix_proc_t* proc)
{
    return PMIx_Nspace_invalid(proc->nspace) || proc->rank == PMIX_RANK_INVALID;
}

void PMIx_Multicluster_nspace_construct(pmix_nspace_t target, const char* cluster, const char* nspace)
{
    char joined[2 * sizeof(pmix_nspace_t) + 2];
    const int bytes = std::snprintf(joined, sizeof joined, "%s:%s", cluster, nspace);
    PMIx_Load_nspace(target, bytes <= PMIX_MAX_NSLEN ? joined : nullptr);
}

void PMIx_Multicluster_nspace_parse(const char* target, pmix_nspace_t cluster, pmix_nspace_t nspace)
{
    pmix_nspace_t whole;
    fill(whole, target);
    char* colon = std::strchr(whole, ':');
    PMIx_Load_nspace(nspace, colon ? colon + 1 : nullptr);
    if (colon)
        *colon = '\0';
    PMIx_Load_nspace(cluster, whole);
}

void PMIx_Envar_load(pmix_envar_t* p, const char* name, const char* value, char separator)
{
    p->envar = copyOf(name);
    p->value = copyOf(value);
    p->separator = separator;
}

void PMIx_Byte_object_load(pmix_byte_object_t* p, char* bytes, size_t size)
{
    p->bytes = bytes;
    p->size = size;
}

void PMIx_Regattr_load(pmix_regattr_t* p, const char* name, const char* key, pmix_data_type_t type,
                       const char* description)
{
    p->name = copyOf(name);
    fill(p->string, key);
    p->type = type;
    if (description)
        (void)PMIx_Argv_append_nosize(&p->description, description);
}

void PMIx_Regattr_xfer(pmix_regattr_t* dest, const pmix_regattr_t* src)
{
    if (!capi::copyTo(*dest, *src))
        capi::construct(*dest);
}

void PMIx_Data_array_init(pmix_data_array_t* p, pmix_data_type_t type)
{
    *p = pmix_data_array_t{type, 0, nullptr};
}

void PMIx_Data_array_construct(pmix_data_array_t* p, size_t n, pmix_data_type_t type)
{
    PMIx_Data_array_init(p, type);
    p->array = capi::visitType(type, static_cast<void*>(nullptr), [n](auto code) -> void* {
        return capi::makeArray<typename capi::CType<code.value>::Type>(n);
    });
    p->size = p->array ? n : 0;
}

void PMIx_Data_array_destruct(pmix_data_array_t* p)
{
    if (p)
        capi::freeContent(*p);
}

pmix_data_array_t* PMIx_Data_array_create(size_t n, pmix_data_type_t type)
{
    auto* array = capi::makeArray<pmix_data_array_t>(1);
    if (array)
        PMIx_Data_array_construct(array, n, type);
    return array;
}

void PMIx_Data_array_free(pmix_data_array_t* p)
{
    capi::freeArray(p, 1);
}
