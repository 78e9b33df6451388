// SPDX-License-Identifier: BSD-3-Clause
// Eigen's Matrix and Array, of sizes that are part of the type or of the value. Elements come row by row, however they
// lie.
#include "values/containers/families.h"

#include <utility>

namespace dbgr::values {

namespace {

constexpr std::int64_t kInValue = -1; // Eigen::Dynamic
enum MatrixSize : std::size_t
{
    kMatrixRows,
    kMatrixColumns,
    kMatrixOptions,
    kMatrixSizes
};

bool isMatrixPointer(const ContainerLayout& layout)
{
    return layout.parts[0].type->canonical->kind == TypeKind::Pointer;
}

bool planMatrix(ClassPlanner& planner)
{
    ContainerLayout& layout = planner.layout;
    for (std::size_t k = 1; k <= kMatrixSizes; ++k) {
        if (k >= layout.arguments.size() || !layout.arguments[k].number)
            return false;
        layout.sizes.push_back(*layout.arguments[k].number);
    }
    layout.element = planner.argument(0);
    const bool isSized = layout.sizes[kMatrixRows] >= kInValue && layout.sizes[kMatrixColumns] >= kInValue;
    if (!isSized || !layout.element.isKnown())
        return false;
    if (layout.sizes[kMatrixRows] == 0 || layout.sizes[kMatrixColumns] == 0)
        return true;
    if (!planner.need({"m_storage", "m_data", "array"}) && !planner.need({"m_storage", "m_data"}))
        return false;
    return (layout.sizes[kMatrixRows] != kInValue || planner.need({"m_storage", "m_rows"})) &&
           (layout.sizes[kMatrixColumns] != kInValue || planner.need({"m_storage", "m_cols"}));
}

/// \param part of the size's member, if it is in the value; the next one then
util::Result<std::uint64_t> matrixSize(const Source& source, MatrixSize which, std::size_t& part)
{
    const std::int64_t fixed = source.layout.sizes[which];
    if (fixed != kInValue || source.layout.parts.empty())
        return fixed == kInValue ? 0 : static_cast<std::uint64_t>(fixed);
    DBGR_TRY(const std::uint64_t size, source.word(part++));
    return size < kMostContainerBytes ? util::Result<std::uint64_t>(size) : garbage();
}

util::Result<Container> openMatrix(const Source& source)
{
    std::size_t part = 1;
    DBGR_TRY(const std::uint64_t rows, matrixSize(source, kMatrixRows, part));
    DBGR_TRY(const std::uint64_t columns, matrixSize(source, kMatrixColumns, part));
    DBGR_TRY(const std::uint64_t bytes, source.elementBytes());
    if (columns != 0 && rows > kMostContainerBytes / columns)
        return garbage();
    const std::uint64_t count = rows * columns;
    Address first = source.object.address;
    if (!source.layout.parts.empty())
        first = source.addressOf(0);
    if (!source.layout.parts.empty() && isMatrixPointer(source.layout)) {
        DBGR_TRY(const std::uint64_t data, source.word(0));
        first = Address{data};
    } else if (count * bytes > source.layout.self.type->bytes) {
        return garbage();
    }
    DBGR_TRY(Container made, source.array(ContainerKind::Array, first, count));
    made.note = std::to_string(rows) + "x" + std::to_string(columns);
    const bool isByRows = (source.layout.sizes[kMatrixOptions] & 1) != 0;
    const auto step = static_cast<std::int64_t>(bytes);
    const std::int64_t nextRow = isByRows ? times(step, columns) : step;
    const std::int64_t nextColumn = isByRows ? step : times(step, rows);
    made.whole->array->extents = {{0, rows, nextRow}, {0, columns, nextColumn}};
    return made;
}

} // namespace

const Family& matrixFamily()
{
    static const Family family{"Eigen", {"Matrix", "Array"}, planMatrix, openMatrix, nullptr};
    return family;
}

} // namespace dbgr::values
