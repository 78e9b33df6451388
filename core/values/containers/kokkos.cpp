// SPDX-License-Identifier: BSD-3-Clause
// Kokkos::View, as versions 2 to 4 of Kokkos keep it: a pointer, sizes that are part of the type (View<double*[3]>) or
// of the value, and what lies between neighbours. Elements come row by row, however they lie.
#include "values/containers/families.h"

#include <algorithm>
#include <array>
#include <utility>

namespace dbgr::values {

namespace {

constexpr std::size_t kMostRanks = 8; // Kokkos has no more
constexpr std::int64_t kInView = -1;  // a size that is part of the value
constexpr std::array<std::string_view, kMostRanks> kExtents{"N0", "N1", "N2", "N3", "N4", "N5", "N6", "N7"};
constexpr std::array<std::string_view, kMostRanks> kStrides{"S0", "S1", "S2", "S3", "S4", "S5", "S6", "S7"};

/// Where neighbours in the last, the first, or any dimension are.
enum class ViewOrder : std::int64_t
{
    Right,       ///< as in C
    PaddedRight, ///< but for the first dimension, of which the view knows
    Left,        ///< as in Fortran
    PaddedLeft,  ///< but for the second one
    Strided      ///< the view knows all
};

/// As View<T**[3]> names them: sizes in the value come first.
bool readExtents(const Type& data, std::vector<std::int64_t>& extents)
{
    const Type* type = data.canonical;
    std::vector<std::int64_t> fixed;
    for (; type->kind == TypeKind::Array; type = type->target->canonical) {
        for (const Dimension& dimension : type->dimensions)
            fixed.push_back(static_cast<std::int64_t>(elementsOf(dimension)));
        if (fixed.size() > kMostRanks)
            return false;
    }
    for (; type->kind == TypeKind::Pointer && extents.size() <= kMostRanks; type = type->target->canonical)
        extents.push_back(kInView);
    extents.insert(extents.end(), fixed.begin(), fixed.end());
    return extents.size() <= kMostRanks;
}

/// Which one the view's offset is made for; its members come after the sizes. \return nothing: one that we do not know
std::optional<ViewOrder> planOrder(ClassPlanner& planner, std::size_t rank)
{
    const auto offset = partAt(planner.reader, planner.layout.self, {"m_map", "m_impl_offset"});
    const auto arguments = offset ? templateArguments(planner.reader, *offset) : std::vector<TemplateArgument>{};
    if (arguments.size() < 2 || !arguments[1].type.isKnown())
        return std::nullopt;
    const std::string name = classNameOf(*arguments[1].type.type);
    if (name == "LayoutStride") {
        const auto needStride = [&](std::string_view s) {
            return planner.need({"m_map", "m_impl_offset", "m_stride", s});
        };
        return std::all_of(kStrides.begin(), kStrides.begin() + static_cast<std::ptrdiff_t>(rank), needStride)
                   ? std::optional(ViewOrder::Strided)
                   : std::nullopt;
    }
    const bool isPadded = planner.need({"m_map", "m_impl_offset", "m_stride"});
    if (name == "LayoutRight")
        return isPadded ? ViewOrder::PaddedRight : ViewOrder::Right;
    if (name == "LayoutLeft")
        return isPadded ? ViewOrder::PaddedLeft : ViewOrder::Left;
    return std::nullopt; // tiles
}

/// Parts: the pointer, sizes, strides. Sizes: the order, then one for each dimension.
bool planKokkosView(ClassPlanner& planner)
{
    ContainerLayout& layout = planner.layout;
    const ClassPart data = planner.argument(0);
    std::vector<std::int64_t> extents;
    if (!data.isKnown() || !readExtents(*data.type, extents) || !planner.need({"m_map", "m_impl_handle"}))
        return false;
    layout.element = planner.pointee(0);
    for (std::size_t k = 0; k < extents.size(); ++k) {
        if (extents[k] == kInView && !planner.need({"m_map", "m_impl_offset", "m_dim", kExtents[k]}))
            return false;
    }
    const auto order = planOrder(planner, extents.size());
    if (!order || !layout.element.isKnown())
        return false;
    layout.sizes.push_back(static_cast<std::int64_t>(*order));
    layout.sizes.insert(layout.sizes.end(), extents.begin(), extents.end());
    return true;
}

/// Elements from one to the next, for each dimension. \param part the first one of the strides
util::Result<std::vector<std::uint64_t>> readStrides(const Source& source, const std::vector<std::uint64_t>& extents,
                                                     std::size_t part)
{
    const auto order = static_cast<ViewOrder>(source.layout.sizes[0]);
    const std::size_t rank = extents.size();
    std::vector<std::uint64_t> strides(rank, 1);
    const bool isRight = order == ViewOrder::Right || order == ViewOrder::PaddedRight;
    for (std::size_t k = 0; k < rank; ++k) {
        const std::size_t at = isRight ? rank - 1 - k : k;
        const std::size_t before = isRight ? at + 1 : at - 1;
        const bool isTold = order == ViewOrder::Strided || (order == ViewOrder::PaddedRight && at == 0) ||
                            (order == ViewOrder::PaddedLeft && at == 1);
        if (isTold) {
            DBGR_TRY(strides[at], source.word(part++));
        } else if (k != 0) {
            if (extents[before] != 0 && strides[before] > kMostContainerBytes / extents[before])
                return garbage();
            strides[at] = strides[before] * extents[before];
        }
        if (strides[at] > kMostContainerBytes)
            return garbage();
    }
    return strides;
}

std::string sizesText(const std::vector<std::uint64_t>& extents)
{
    std::string text;
    for (const std::uint64_t extent : extents)
        text += (text.empty() ? "" : "x") + std::to_string(extent);
    return text;
}

util::Result<Container> openKokkosView(const Source& source)
{
    std::size_t part = 1;
    std::uint64_t count = 1;
    std::vector<std::uint64_t> extents;
    for (std::size_t k = 1; k < source.layout.sizes.size(); ++k) {
        std::uint64_t extent = static_cast<std::uint64_t>(source.layout.sizes[k]);
        if (source.layout.sizes[k] == kInView) {
            DBGR_TRY(extent, source.word(part++));
        }
        if (extent != 0 && count > kMostContainerBytes / extent)
            return garbage();
        count *= extent;
        extents.push_back(extent);
    }
    DBGR_TRY(const auto strides, readStrides(source, extents, part));
    DBGR_TRY(const std::uint64_t data, source.word(0));
    DBGR_TRY(const std::uint64_t bytes, source.elementBytes());
    if (data == 0)
        count = 0; // made, and nothing allocated for it
    DBGR_TRY(Container made, source.array(ContainerKind::Array, Address{data}, count));
    made.note = count == 0 && data == 0 ? "(not allocated)" : sizesText(extents);
    if (extents.empty() || count == 0)
        return made;
    made.whole->array->extents.clear();
    for (std::size_t k = 0; k < extents.size(); ++k) {
        if (strides[k] > kMostContainerBytes / bytes)
            return garbage();
        made.whole->array->extents.push_back({0, extents[k], static_cast<std::int64_t>(strides[k] * bytes)});
    }
    return made;
}

} // namespace

const Family& kokkosFamily()
{
    static const Family family{"Kokkos", {"View"}, planKokkosView, openKokkosView, nullptr};
    return family;
}

} // namespace dbgr::values
