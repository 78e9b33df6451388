// SPDX-License-Identifier: BSD-3-Clause
// Which parts a value has: those of what is shown in its place, which may be what it points to. Way: partsOf -> here ->
// Containers, ValueReader. Thread: as ValueReader; made for one question.
#pragma once

#include "util/result.h"
#include "values/containers/containers.h"
#include "values/value/value.h"
#include "values/value/value_reader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dbgr::values {

struct Opened
{
    enum class Parts
    {
        None,
        Elements, ///< of an array
        Members,
        Items, ///< of a container
        Target ///< the one thing that it points to or holds
    };
    Parts parts = Parts::None;
    Value whole;                    ///< whose parts they are: as shown; of Target the target itself
    std::string path;               ///< of `whole`
    std::string name;               ///< Target: "[0]"; "" as a pointer's is called
    std::optional<Value> declared;  ///< Members: of which class it is declared, where that is another one
    std::optional<Container> items; ///< Items
};

/// \param path of the value; "" none \errors those of ValueReader and Containers
[[nodiscard]] util::Result<Opened> opened(ValueReader& reader, const Value& value, std::string_view path);

} // namespace dbgr::values
