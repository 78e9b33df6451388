// SPDX-License-Identifier: BSD-3-Clause
// The life of the C structures: what they own, and with that how they are freed, copied and made. Thread: any.
//
// walk() names what a structure owns; a walker frees it (Freer) or gives a plain copy its own (Duplicator).
#pragma once

#include "pmix/capi/values/c_types.h"

#include <pmix_common.h>

#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace dbgr::pmix::capi {

/// What `source` of our own cpusets and topologies says. Their other member is then a text: a list of processors, XML.
inline constexpr char kOwnSource[] = "dbgrpmix";

// --- What each structure owns ---

template <class W, class T>
requires std::is_arithmetic_v<T>
void walk(W&, T&)
{}
template <class W>
void walk(W&, void*&)
{}
template <class W>
void walk(W&, timeval&)
{}
template <class W>
void walk(W&, pmix_proc_t&)
{}
template <class W>
void walk(W&, NspaceText&)
{}
template <class W>
void walk(W& w, char*& text)
{
    w.text(text);
}
template <class W>
void walk(W& w, pmix_byte_object_t& o)
{
    w.bytes(o.bytes, o.size);
}
template <class W>
void walk(W& w, pmix_envar_t& o)
{
    w.text(o.envar);
    w.text(o.value);
}
template <class W>
void walk(W& w, pmix_coord_t& o)
{
    w.array(o.coord, o.dims);
}
template <class W>
void walk(W& w, pmix_geometry_t& o)
{
    w.text(o.uuid);
    w.text(o.osname);
    w.array(o.coordinates, o.ncoords);
}
template <class W>
void walk(W& w, pmix_cpuset_t& o)
{
    w.opaque(o.source, o.bitmap);
}
template <class W>
void walk(W& w, pmix_topology_t& o)
{
    w.opaque(o.source, o.topology);
}
template <class W>
void walk(W& w, pmix_device_distance_t& o)
{
    w.text(o.uuid);
    w.text(o.osname);
}
template <class W>
void walk(W& w, pmix_device_t& o)
{
    w.text(o.uuid);
    w.text(o.osname);
}
template <class W>
void walk(W&, pmix_resource_unit_t&)
{}
template <class W>
void walk(W& w, pmix_node_pid_t& o)
{
    w.text(o.hostname);
}
template <class W>
void walk(W& w, pmix_endpoint_t& o)
{
    w.text(o.uuid);
    w.text(o.osname);
    walk(w, o.endpt);
}
template <class W>
void walk(W& w, pmix_data_buffer_t& o)
{
    w.buffer(o);
}
template <class W>
void walk(W& w, pmix_proc_info_t& o)
{
    w.text(o.hostname);
    w.text(o.executable_name);
}
template <class W>
void walk(W& w, pmix_proc_stats_t& o)
{
    w.text(o.node);
    w.text(o.cmd);
}
template <class W>
void walk(W& w, pmix_disk_stats_t& o)
{
    w.text(o.disk);
}
template <class W>
void walk(W& w, pmix_net_stats_t& o)
{
    w.text(o.net_interface);
}
template <class W>
void walk(W& w, pmix_node_stats_t& o)
{
    w.text(o.node);
    w.array(o.diskstats, o.ndiskstats);
    w.array(o.netstats, o.nnetstats);
}
template <class W>
void walk(W& w, pmix_value_t& o)
{
    w.value(o);
}
template <class W>
void walk(W& w, pmix_data_array_t& o)
{
    w.elements(o);
}
template <class W>
void walk(W& w, pmix_info_t& o)
{
    if ((o.flags & PMIX_INFO_PERSISTENT) == 0) // else the value is somebody else's
        w.value(o.value);
}
template <class W>
void walk(W& w, pmix_pdata_t& o)
{
    w.value(o.value);
}
template <class W>
void walk(W& w, pmix_app_t& o)
{
    w.text(o.cmd);
    w.list(o.argv);
    w.list(o.env);
    w.text(o.cwd);
    w.array(o.info, o.ninfo);
}
template <class W>
void walk(W& w, pmix_query_t& o)
{
    w.list(o.keys);
    w.array(o.qualifiers, o.nqual);
}
template <class W>
void walk(W& w, pmix_regattr_t& o)
{
    w.text(o.name);
    w.list(o.description);
}

/// What a value holds, wherever the union keeps it.
template <class W>
void walkHeld(W& w, pmix_value_t& value)
{
    visitType(value.type, false, [&](auto code) {
        using C = CType<code.value>;
        if constexpr (C::held == Held::Inline) {
            walk(w, C::in(value));
        } else if constexpr (C::held == Held::Pointed) {
            auto* one = C::in(value);
            std::size_t size = 1;
            w.array(one, size);
            C::set(value, one);
        }
        return true;
    });
}

/// The elements of an array; false when their type is not known.
template <class W>
bool walkElements(W& w, pmix_data_array_t& array)
{
    return visitType(array.type, false, [&](auto code) {
        auto* elements = static_cast<typename CType<code.value>::Type*>(array.array);
        w.array(elements, array.size);
        array.array = elements;
        return true;
    });
}

// --- Walkers ---

/// Frees what the structures own, and clears their pointers.
class Freer
{
public:
    void text(char*& owned) { drop(owned); }
    void bytes(char*& owned, std::size_t& size)
    {
        drop(owned);
        size = 0;
    }
    void list(char**& owned)
    {
        PMIx_Argv_free(owned);
        owned = nullptr;
    }
    template <class T>
    void array(T*& owned, std::size_t& size)
    {
        for (std::size_t i = 0; owned && i < size; ++i)
            walk(*this, owned[i]);
        drop(owned);
        size = 0;
    }
    void opaque(char*& source, void*& owned);
    void buffer(pmix_data_buffer_t& owned);
    void elements(pmix_data_array_t& owned);
    void value(pmix_value_t& owned);

private:
    template <class T>
    static void drop(T*& owned)
    {
        std::free(owned);
        owned = nullptr;
    }
};

/// Replaces what a plain copy of a structure shares with its original. Without memory, or for what cannot be copied,
/// a pointer becomes NULL and ok() false.
class Duplicator
{
public:
    [[nodiscard]] bool ok() const { return m_ok; }

    void text(char*& shared);
    void bytes(char*& shared, std::size_t& size);
    void list(char**& shared);
    template <class T>
    void array(T*& shared, std::size_t& size)
    {
        const T* original = shared;
        shared = original && size > 0 ? static_cast<T*>(std::calloc(size, sizeof(T))) : nullptr;
        if (original && size > 0 && !shared)
            m_ok = false;
        if (!shared)
            size = 0;
        for (std::size_t i = 0; i < size; ++i) {
            shared[i] = original[i];
            walk(*this, shared[i]);
        }
    }
    void opaque(char*& source, void*& shared);
    void buffer(pmix_data_buffer_t& shared);
    void elements(pmix_data_array_t& shared);
    void value(pmix_value_t& shared);

private:
    bool m_ok = true;
};

// --- What follows from that ---

template <class T>
void freeContent(T& structure)
{
    Freer freer;
    walk(freer, structure);
}

/// Overwrites `dest`, which holds nothing. False, and nothing in it to free, without memory.
template <class T>
[[nodiscard]] bool copyTo(T& dest, const T& source)
{
    dest = source;
    Duplicator duplicator;
    walk(duplicator, dest);
    if (!duplicator.ok())
        freeContent(dest);
    return duplicator.ok();
}

/// All zero, but for what the Standard wants otherwise.
template <class T>
void construct(T& structure)
{
    std::memset(static_cast<void*>(&structure), 0, sizeof(T));
    if constexpr (std::is_same_v<T, pmix_proc_t>)
        structure.rank = PMIX_RANK_UNDEF;
    if constexpr (std::is_same_v<T, pmix_device_distance_t>)
        structure.mindist = structure.maxdist = UINT16_MAX;
    if constexpr (std::is_same_v<T, pmix_node_pid_t>)
        structure.nodeid = UINT32_MAX;
}

template <class T>
[[nodiscard]] T* makeArray(std::size_t size)
{
    auto* array = size > 0 ? static_cast<T*>(std::calloc(size, sizeof(T))) : nullptr;
    for (std::size_t i = 0; array && i < size; ++i)
        construct(array[i]);
    if constexpr (std::is_same_v<T, pmix_info_t>) {
        if (array)
            array[size - 1].flags = PMIX_INFO_ARRAY_END;
    }
    return array;
}

template <class T>
void freeArray(T* array, std::size_t size)
{
    Freer().array(array, size);
}

} // namespace dbgr::pmix::capi
