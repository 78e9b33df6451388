// SPDX-License-Identifier: BSD-3-Clause
// What the elements of a container are called: "[3]", "[\"ann\"]", "first"; and the expressions that find them again.
// Way: partsOf -> here. Thread: as ValueReader; made for one container.
#pragma once

#include "values/containers/containers.h"
#include "values/value/value_reader.h"

#include <cstdint>
#include <string>
#include <utility>

namespace dbgr::values {

struct ItemName
{
    std::string name;
    std::string path; ///< "" there is none: of sets, of keys that no literal is
};

class ItemNames
{
public:
    /// \param container outlives this \param path of it; "" none
    ItemNames(ValueReader& reader, const Container& container, std::string path)
        : m_reader(reader), m_container(container), m_path(std::move(path))
    {}

    /// \param k which one of the container's it is
    [[nodiscard]] ItemName of(const Item& item, std::uint64_t k);

private:
    [[nodiscard]] ItemName ofKey(const Value& key);

    ValueReader& m_reader;
    const Container& m_container;
    std::string m_path;
};

} // namespace dbgr::values
