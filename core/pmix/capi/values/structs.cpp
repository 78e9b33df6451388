// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/capi/values/structs.h"

namespace dbgr::pmix::capi {

namespace {

bool isOwn(const char* source)
{
    return source && std::strcmp(source, kOwnSource) == 0;
}

} // namespace

void Freer::opaque(char*& source, void*& owned)
{
    if (isOwn(source))
        std::free(owned);
    owned = nullptr; // another library's is its to free
    drop(source);
}

void Freer::buffer(pmix_data_buffer_t& owned)
{
    std::free(owned.base_ptr);
    owned = pmix_data_buffer_t{};
}

void Freer::elements(pmix_data_array_t& owned)
{
    if (!walkElements(*this, owned))
        std::free(owned.array);
    owned.array = nullptr;
    owned.size = 0;
}

void Freer::value(pmix_value_t& owned)
{
    walkHeld(*this, owned);
    owned = pmix_value_t{};
}

void Duplicator::text(char*& shared)
{
    if (shared && !(shared = strdup(shared)))
        m_ok = false;
}

void Duplicator::bytes(char*& shared, std::size_t& size)
{
    array(shared, size); // of characters, which own nothing
}

void Duplicator::list(char**& shared)
{
    if (shared && !(shared = PMIx_Argv_copy(shared)))
        m_ok = false;
}

void Duplicator::opaque(char*& source, void*& shared)
{
    auto* content = static_cast<char*>(isOwn(source) ? shared : nullptr);
    text(source);
    text(content);
    shared = content;
}

void Duplicator::buffer(pmix_data_buffer_t& shared)
{
    const pmix_data_buffer_t original = shared;
    shared = pmix_data_buffer_t{};
    if (!original.base_ptr || original.bytes_used == 0)
        return;
    shared.base_ptr = original.base_ptr;
    shared.bytes_used = original.bytes_used;
    bytes(shared.base_ptr, shared.bytes_used);
    if (!shared.base_ptr)
        return;
    shared.bytes_allocated = shared.bytes_used;
    shared.pack_ptr = shared.base_ptr + shared.bytes_used;
    shared.unpack_ptr = shared.base_ptr + (original.unpack_ptr - original.base_ptr);
}

void Duplicator::elements(pmix_data_array_t& shared)
{
    if (walkElements(*this, shared))
        return;
    m_ok = m_ok && shared.size == 0;
    shared.array = nullptr;
    shared.size = 0;
}

void Duplicator::value(pmix_value_t& shared)
{
    walkHeld(*this, shared);
}

} // namespace dbgr::pmix::capi
