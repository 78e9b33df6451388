// SPDX-License-Identifier: BSD-3-Clause
// Packing for programs: C structures to and from bytes, in the format of OpenPMIx 4.1 and later.
#include "pmix/capi/values/buffer_bytes.h"
#include "pmix/capi/values/convert_p.h"
#include "pmix/capi/values/guard.h"
#include "pmix/capi/values/structs.h"
#include "pmix/codec/compress.h"
#include "pmix/codec/pack.h"
#include "pmix/codec/unpack.h"

#include <pmix.h>

#include <algorithm>
#include <memory>

namespace capi = dbgr::pmix::capi;
using capi::CType;
using capi::guarded;
using capi::statusOf;
using dbgr::pmix::DataType;
using dbgr::pmix::TypeOf;

namespace {

template <pmix_data_type_t Code>
pmix_status_t pack(pmix_data_buffer_t& buffer, const void* source, std::size_t count)
{
    constexpr auto type = static_cast<DataType>(Code);
    const auto* structures = static_cast<const typename CType<Code>::Type*>(source);
    const auto elements = std::make_unique<TypeOf<type>[]>(count);
    capi::Reader reader;
    for (std::size_t i = 0; i < count; ++i) {
        if (const auto done = reader.read(structures[i], elements[i]); !done)
            return statusOf(done.error());
    }
    dbgr::pmix::Packer packer{dbgr::pmix::WireFormat()};
    packer.packArray<type>(std::span<const TypeOf<type>>(elements.get(), count));
    const auto bytes = packer.finish();
    if (!bytes)
        return statusOf(bytes.error());
    return capi::appendBytes(buffer, *bytes) ? PMIX_SUCCESS : PMIX_ERR_NOMEM;
}

template <pmix_data_type_t Code>
pmix_status_t unpack(pmix_data_buffer_t& buffer, void* dest, std::int32_t& count)
{
    constexpr auto type = static_cast<DataType>(Code);
    const auto room = static_cast<std::size_t>(count);
    count = 0;
    const std::string_view bytes = capi::unreadBytes(buffer);
    if (bytes.empty())
        return PMIX_ERR_UNPACK_READ_PAST_END_OF_BUFFER;
    dbgr::pmix::Unpacker unpacker(dbgr::pmix::WireFormat(), bytes);
    const auto elements = unpacker.unpackArray<type>();
    if (!elements)
        return statusOf(elements.error());
    auto* structures = static_cast<typename CType<Code>::Type*>(dest);
    const std::size_t taken = std::min(room, elements->size());
    for (std::size_t i = 0; i < taken; ++i) {
        const TypeOf<type>& element = (*elements)[i];
        capi::Writer::write(element, structures[i]);
    }
    buffer.unpack_ptr = const_cast<char*>(bytes.data()) + unpacker.position();
    count = static_cast<std::int32_t>(taken);
    return taken < elements->size() ? PMIX_ERR_UNPACK_INADEQUATE_SPACE : PMIX_SUCCESS;
}

/// Bytes for a program, with a NUL behind them that is not counted.
bool handOver(const std::string& from, std::uint8_t** bytes, std::size_t* size)
{
    *bytes = static_cast<std::uint8_t*>(std::calloc(from.size() + 1, 1));
    if (!*bytes)
        return false;
    std::memcpy(*bytes, from.data(), from.size());
    *size = from.size();
    return true;
}

} // namespace

pmix_status_t PMIx_Data_pack(const pmix_proc_t*, pmix_data_buffer_t* buffer, void* src, int32_t num_vals,
                             pmix_data_type_t type)
{
    if (!buffer || num_vals < 0 || (!src && num_vals > 0))
        return PMIX_ERR_BAD_PARAM;
    return guarded([&] {
        return capi::visitType(type, PMIX_ERR_UNKNOWN_DATA_TYPE, [&](auto code) {
            if constexpr (capi::kHasValue<code.value>)
                return pack<code.value>(*buffer, src, static_cast<std::size_t>(num_vals));
            else
                return PMIX_ERR_NOT_SUPPORTED;
        });
    });
}

pmix_status_t PMIx_Data_unpack(const pmix_proc_t*, pmix_data_buffer_t* buffer, void* dest, int32_t* max_num_values,
                               pmix_data_type_t type)
{
    if (!buffer || !dest || !max_num_values || *max_num_values < 0)
        return PMIX_ERR_BAD_PARAM;
    return guarded([&] {
        return capi::visitType(type, PMIX_ERR_UNKNOWN_DATA_TYPE, [&](auto code) {
            if constexpr (capi::kHasValue<code.value>)
                return unpack<code.value>(*buffer, dest, *max_num_values);
            else
                return PMIX_ERR_NOT_SUPPORTED;
        });
    });
}

pmix_status_t PMIx_Data_copy(void** dest, void* src, pmix_data_type_t type)
{
    if (!dest || !src)
        return PMIX_ERR_BAD_PARAM;
    *dest = nullptr;
    return capi::visitType(type, PMIX_ERR_UNKNOWN_DATA_TYPE, [&](auto code) {
        using T = typename CType<code.value>::Type;
        if constexpr (code.value == PMIX_STRING) { // a string is passed as itself
            *dest = strdup(static_cast<const char*>(src));
            return *dest ? PMIX_SUCCESS : PMIX_ERR_NOMEM;
        } else {
            T* copy = capi::makeArray<T>(1);
            if (!copy || !capi::copyTo(*copy, *static_cast<const T*>(src))) {
                capi::freeArray(copy, 1);
                return PMIX_ERR_NOMEM;
            }
            *dest = copy;
            return PMIX_SUCCESS;
        }
    });
}

bool PMIx_Data_compress(const uint8_t* inbytes, size_t size, uint8_t** outbytes, size_t* nbytes)
{
    if (!inbytes || !outbytes || !nbytes)
        return false;
    const pmix_status_t status = guarded([&] {
        const auto block = dbgr::pmix::deflateBlock({reinterpret_cast<const char*>(inbytes), size});
        const bool isWorthIt = block && block->size() < size;
        return isWorthIt && handOver(*block, outbytes, nbytes) ? PMIX_SUCCESS : PMIX_ERROR;
    });
    return status == PMIX_SUCCESS;
}

bool PMIx_Data_decompress(const uint8_t* inbytes, size_t size, uint8_t** outbytes, size_t* nbytes)
{
    if (!inbytes || !outbytes || !nbytes)
        return false;
    const pmix_status_t status = guarded([&] {
        const auto content = dbgr::pmix::inflateBlock({reinterpret_cast<const char*>(inbytes), size});
        return content && handOver(*content, outbytes, nbytes) ? PMIX_SUCCESS : PMIX_ERROR;
    });
    return status == PMIX_SUCCESS;
}
