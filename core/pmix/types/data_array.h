// SPDX-License-Identifier: BSD-3-Clause
// pmix_data_array_t: any number of elements of one type. Thread: any; a plain value.
#pragma once

#include "pmix/types/info.h"

#include <optional>
#include <span>
#include <vector>

namespace dbgr::pmix {

/// Arrays of infos, by far the most frequent, are kept as such; all others as values of type `element`.
struct DataArray
{
    DataType element = DataType::Undef;
    /// The elements if `element` is Info.
    std::vector<Info> infos;
    /// The elements otherwise, each of type `element`.
    std::vector<Value> values;

    [[nodiscard]] static DataArray ofInfos(std::vector<Info> infos);
    /// `DataArray::of<DataType::Proc>(procs)`
    template <DataType D>
    [[nodiscard]] static DataArray of(std::span<const TypeOf<D>> elements);

    [[nodiscard]] std::size_t size() const { return element == DataType::Info ? infos.size() : values.size(); }

    /// Copies of the elements; nothing when they are of another type.
    template <DataType D>
    [[nodiscard]] std::optional<std::vector<TypeOf<D>>> elementsAs() const;

    friend bool operator==(const DataArray&, const DataArray&) = default;
};

template <DataType D>
DataArray DataArray::of(std::span<const TypeOf<D>> elements)
{
    DataArray array;
    array.element = D;
    if constexpr (D == DataType::Info) {
        array.infos.assign(elements.begin(), elements.end());
    } else {
        for (const auto& each : elements)
            array.values.push_back(Value::of<D>(each));
    }
    return array;
}

template <DataType D>
std::optional<std::vector<TypeOf<D>>> DataArray::elementsAs() const
{
    if (element != D)
        return std::nullopt;
    if constexpr (D == DataType::Info) {
        return infos;
    } else {
        std::vector<TypeOf<D>> elements;
        elements.reserve(values.size());
        for (const Value& each : values)
            elements.push_back(each.get<D>());
        return elements;
    }
}

} // namespace dbgr::pmix
