// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/codec/unpack.h"

#include "pmix/codec/unpack_composite_p.h"

namespace dbgr::pmix {

/// The count and, in a described buffer, the types in front of the elements.
std::size_t Unpacker::beginCall(DataType type)
{
    m_callStart = m_reader.position();
    const bool described = m_reader.format().buffer == BufferType::FullyDescribed;
    const auto expectTag = [this](DataType expected) {
        const DataType found = m_reader.typeTag();
        if (m_reader.ok() && found != expected)
            m_reader.fail(Status::ErrTypeMismatch, "found " + toString(found) + " instead of " + toString(expected));
    };
    if (!hasType(m_reader.format().version, type))
        m_reader.fail(Status::ErrUnknownDataType, "this type does not exist in the peer's serialisation");
    if (described)
        expectTag(DataType::Int32);
    const std::size_t count = m_reader.count(std::int64_t{m_reader.number<std::int32_t>()});
    if (described)
        expectTag(type);
    return m_reader.ok() ? count : 0;
}

tl::unexpected<util::Error> Unpacker::failedOn(DataType type) const
{
    return util::fail(util::Error(*m_reader.error())
                          .withContext("decoding " + toString(type) + " at byte " + std::to_string(m_callStart)));
}

template <DataType D>
util::Result<TypeOf<D>> Unpacker::unpack()
{
    const std::size_t count = beginCall(D);
    if (m_reader.ok() && count != 1)
        m_reader.fail(Status::ErrUnpackFailure, "one element was expected, not " + std::to_string(count));
    TypeOf<D> element = readElement<D>(m_reader);
    if (!m_reader.ok())
        return failedOn(D);
    return element;
}

template <DataType D>
util::Result<std::vector<TypeOf<D>>> Unpacker::unpackArray()
{
    std::vector<TypeOf<D>> elements;
    const std::size_t count = beginCall(D);
    for (std::size_t i = 0; i < count && m_reader.ok(); ++i)
        elements.push_back(readElement<D>(m_reader));
    if (!m_reader.ok())
        return failedOn(D);
    return elements;
}

template <DataType D>
util::Result<std::vector<TypeOf<D>>> Unpacker::unpackCounted()
{
    DBGR_TRY(const std::uint64_t announced, unpack<DataType::Size>());
    if (announced == 0)
        return std::vector<TypeOf<D>>();
    DBGR_TRY(auto elements, unpackArray<D>());
    if (elements.size() == announced)
        return elements;
    m_reader.fail(Status::ErrUnpackFailure, std::to_string(announced) + " elements were announced, " +
                                                std::to_string(elements.size()) + " arrived");
    return failedOn(D);
}

#define DBGR_PMIX_TYPE(name, code, text, cppType, since, until)                                                        \
    template util::Result<TypeOf<DataType::name>> Unpacker::unpack<DataType::name>();                                  \
    template util::Result<std::vector<TypeOf<DataType::name>>> Unpacker::unpackArray<DataType::name>();                \
    template util::Result<std::vector<TypeOf<DataType::name>>> Unpacker::unpackCounted<DataType::name>();
#include "pmix/types/data_types.inc"
#undef DBGR_PMIX_TYPE

} // namespace dbgr::pmix
