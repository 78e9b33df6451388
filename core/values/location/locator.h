// SPDX-License-Identifier: BSD-3-Clause
// Finds variables: from a description and a place in a process to an address, made up where there is none. And numbers
// of types that only a process knows: bounds, strides, lengths. Way: ValueReader -> Locator -> runMachine().
// Thread: one at a time.
#pragma once

#include "util/result.h"
#include "values/location/location.h"
#include "values/location/place.h"
#include "values/target/stop_memory.h"
#include "values/types/type.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace dbgr::values {

class Locator
{
public:
    static constexpr unsigned kDeepest = 30; ///< descriptions that ask for others

    Locator(StopMemory& memory, const LoadedFiles& files) : m_memory(memory), m_files(files) {}

    /// \errors OptimizedOut, NotRecorded, Unreadable, NotOurs (thread-local)
    [[nodiscard]] util::Result<Address> locate(const Die& variable, const Place& place);
    /// What a bound is, of an object at `object`. \param dimension for bounds of assumed rank: which, from 0 on
    /// \pre bound.exists() \errors as locate()
    [[nodiscard]] util::Result<std::int64_t> number(const Bound& bound, const Place& place,
                                                    std::optional<Address> object = std::nullopt,
                                                    std::optional<std::uint64_t> dimension = std::nullopt);
    /// The length of a text: an expression there is where the length is. \pre bound.exists() \errors as locate()
    [[nodiscard]] util::Result<std::int64_t> length(const Bound& bound, unsigned bytes, const Place& place,
                                                    Address object);
    /// \errors as locate()
    [[nodiscard]] util::Result<Address> frameBase(const Place& place);
    /// The frame of the procedure that `inner` is contained in, which called it, however far away. Null: not found.
    [[nodiscard]] Frame* hostFrame(const Place& inner);
    /// The scope of the code of a frame, and its file. Null: nothing known.
    [[nodiscard]] Place placeOf(Frame& frame) const;

private:
    friend class LocatorHost;

    /// How a contained procedure knows its host's call. gfortran 12 stores no frame base where DW_AT_static_link looks
    /// for it; the pointer that it starts from points into the host's frame.
    struct StaticChain
    {
        std::optional<Address> frameBase;
        std::optional<Address> pointer;
    };
    [[nodiscard]] Frame* findHost(const Place& inner, const Scope& hosting);
    [[nodiscard]] StaticChain chainOf(const Place& inner);
    [[nodiscard]] bool isHost(Frame& frame, const Place& place, const StaticChain& chain);

    /// An attribute's operations at the place. \errors OptimizedOut
    [[nodiscard]] util::Result<std::span<Dwarf_Op>> operations(Dwarf_Attribute& attribute, const Place& place) const;
    [[nodiscard]] util::Result<Location> run(Dwarf_Attribute& attribute, const Place& place,
                                             std::optional<Address> object, std::optional<std::uint64_t> initial);
    [[nodiscard]] util::Result<Address> addressOf(const Location& location, const Place& place, std::uint64_t bytes);
    [[nodiscard]] util::Result<std::uint64_t> scalar(const Location& location, const Place& place, std::uint64_t bytes);
    [[nodiscard]] util::Result<std::int64_t> valueOf(const Die& variable, const Place& place);
    [[nodiscard]] util::Result<std::uint64_t> entryValue(const Place& place, const Dwarf_Op* asked,
                                                         const Die* parameter);

    StopMemory& m_memory;
    const LoadedFiles& m_files;
    unsigned m_depth = 0;
    std::map<std::pair<const Frame*, const Scope*>, Frame*> m_hosts; // stacks may be deep
};

} // namespace dbgr::values
