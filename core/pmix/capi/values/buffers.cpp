// SPDX-License-Identifier: BSD-3-Clause
// Buffers of packed data: their memory, and bytes into and out of them.
#include "pmix/capi/values/buffer_bytes.h"

#include "pmix/capi/values/structs.h"

#include <pmix.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace capi = dbgr::pmix::capi;

namespace dbgr::pmix::capi {

std::string_view unreadBytes(const pmix_data_buffer_t& buffer)
{
    if (!buffer.base_ptr)
        return {};
    const char* from = buffer.unpack_ptr ? buffer.unpack_ptr : buffer.base_ptr;
    return {from, buffer.bytes_used - static_cast<std::size_t>(from - buffer.base_ptr)};
}

bool appendBytes(pmix_data_buffer_t& buffer, std::string_view bytes)
{
    const std::size_t needed = buffer.bytes_used + bytes.size();
    if (needed > buffer.bytes_allocated || !buffer.base_ptr) {
        const std::size_t unread = buffer.base_ptr && buffer.unpack_ptr ? buffer.unpack_ptr - buffer.base_ptr : 0;
        const std::size_t room = std::max<std::size_t>({needed, 2 * buffer.bytes_allocated, 128});
        auto* larger = static_cast<char*>(std::realloc(buffer.base_ptr, room));
        if (!larger)
            return false;
        buffer.base_ptr = larger;
        buffer.unpack_ptr = larger + unread;
        buffer.bytes_allocated = room;
    }
    std::memcpy(buffer.base_ptr + buffer.bytes_used, bytes.data(), bytes.size());
    buffer.bytes_used = needed;
    buffer.pack_ptr = buffer.base_ptr + needed;
    return true;
}

} // namespace dbgr::pmix::capi

void PMIx_Data_buffer_construct(pmix_data_buffer_t* p)
{
    if (p)
        capi::construct(*p);
}

void PMIx_Data_buffer_destruct(pmix_data_buffer_t* p)
{
    if (p)
        capi::freeContent(*p);
}

pmix_data_buffer_t* PMIx_Data_buffer_create(void)
{
    return capi::makeArray<pmix_data_buffer_t>(1);
}

void PMIx_Data_buffer_release(pmix_data_buffer_t* p)
{
    capi::freeArray(p, 1);
}

void PMIx_Data_buffer_load(pmix_data_buffer_t* p, char* bytes, size_t size)
{
    pmix_byte_object_t payload = {bytes, size};
    (void)PMIx_Data_load(p, &payload);
}

void PMIx_Data_buffer_unload(pmix_data_buffer_t* p, char** bytes, size_t* size)
{
    pmix_byte_object_t payload = PMIX_BYTE_OBJECT_STATIC_INIT;
    (void)PMIx_Data_unload(p, &payload);
    *bytes = payload.bytes;
    *size = payload.size;
}

pmix_status_t PMIx_Data_load(pmix_data_buffer_t* buffer, pmix_byte_object_t* payload)
{
    if (!buffer)
        return PMIX_ERR_BAD_PARAM;
    PMIx_Data_buffer_destruct(buffer);
    if (!payload || !payload->bytes || payload->size == 0)
        return PMIX_SUCCESS;
    buffer->base_ptr = buffer->unpack_ptr = payload->bytes;
    buffer->pack_ptr = payload->bytes + payload->size;
    buffer->bytes_allocated = buffer->bytes_used = payload->size;
    *payload = pmix_byte_object_t{nullptr, 0};
    return PMIX_SUCCESS;
}

pmix_status_t PMIx_Data_unload(pmix_data_buffer_t* buffer, pmix_byte_object_t* payload)
{
    if (!buffer || !payload)
        return PMIX_ERR_BAD_PARAM;
    *payload = pmix_byte_object_t{nullptr, 0};
    const std::string_view unread = capi::unreadBytes(*buffer);
    if (unread.data() == buffer->base_ptr && !unread.empty()) { // all of it: no need to copy
        *payload = pmix_byte_object_t{buffer->base_ptr, unread.size()};
        *buffer = pmix_data_buffer_t{};
        return PMIX_SUCCESS;
    }
    if (!unread.empty()) {
        payload->bytes = static_cast<char*>(std::malloc(unread.size()));
        if (!payload->bytes)
            return PMIX_ERR_NOMEM;
        std::memcpy(payload->bytes, unread.data(), unread.size());
        payload->size = unread.size();
    }
    PMIx_Data_buffer_destruct(buffer);
    return PMIX_SUCCESS;
}

pmix_status_t PMIx_Data_embed(pmix_data_buffer_t* buffer, const pmix_byte_object_t* payload)
{
    if (!buffer)
        return PMIX_ERR_BAD_PARAM;
    PMIx_Data_buffer_destruct(buffer);
    if (!payload || !payload->bytes)
        return PMIX_SUCCESS;
    return capi::appendBytes(*buffer, {payload->bytes, payload->size}) ? PMIX_SUCCESS : PMIX_ERR_NOMEM;
}

pmix_status_t PMIx_Data_copy_payload(pmix_data_buffer_t* dest, pmix_data_buffer_t* src)
{
    if (!dest || !src)
        return PMIX_ERR_BAD_PARAM;
    const std::string bytes(capi::unreadBytes(*src)); // they may be the same buffer
    return capi::appendBytes(*dest, bytes) ? PMIX_SUCCESS : PMIX_ERR_NOMEM;
}
