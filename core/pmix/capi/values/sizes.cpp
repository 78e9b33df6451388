// SPDX-License-Identifier: BSD-3-Clause
// How many bytes a structure takes, with all that it owns.
#include "pmix/capi/values/structs.h"

namespace dbgr::pmix::capi {

namespace {

/// Adds up the bytes of what a structure owns.
class Sizer
{
public:
    [[nodiscard]] size_t bytes() const { return m_bytes; }

    void text(char*& owned) { m_bytes += owned ? std::strlen(owned) + 1 : 0; }
    void bytes(char*& owned, size_t& size) { m_bytes += owned ? size : 0; }
    void list(char**& owned)
    {
        for (char** each = owned; each && *each; ++each)
            text(*each);
    }
    template <class T>
    void array(T*& owned, size_t& size)
    {
        for (size_t i = 0; owned && i < size; ++i) {
            m_bytes += sizeof(T);
            walk(*this, owned[i]);
        }
    }
    void opaque(char*& source, void*&) { text(source); }
    void buffer(pmix_data_buffer_t& owned) { m_bytes += owned.bytes_used; }
    void elements(pmix_data_array_t& owned) { walkElements(*this, owned); }
    void value(pmix_value_t& owned) { walkHeld(*this, owned); }

private:
    size_t m_bytes = 0;
};

template <class T>
pmix_status_t sizeOf(const T* structure, size_t* size)
{
    if (!structure || !size)
        return PMIX_ERR_BAD_PARAM;
    T view = *structure;
    Sizer sizer;
    walk(sizer, view);
    *size = sizeof(T) + sizer.bytes();
    return PMIX_SUCCESS;
}

} // namespace

} // namespace dbgr::pmix::capi

pmix_status_t PMIx_Value_get_size(const pmix_value_t* value, size_t* size)
{
    return dbgr::pmix::capi::sizeOf(value, size);
}

pmix_status_t PMIx_Info_get_size(const pmix_info_t* info, size_t* size)
{
    return dbgr::pmix::capi::sizeOf(info, size);
}
