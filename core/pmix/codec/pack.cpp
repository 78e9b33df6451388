// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/codec/pack.h"

#include "pmix/codec/pack_composite_p.h"

#include <limits>

namespace dbgr::pmix {

template <DataType D>
void Packer::packArray(std::span<const TypeOf<D>> elements)
{
    if (!hasType(m_writer.format().version, D)) {
        m_writer.typeTag(D); // fails with the reason
        return;
    }
    if (elements.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
        m_writer.fail(Status::ErrPackFailure, "too many elements of " + toString(D));
        return;
    }
    const bool described = m_writer.format().buffer == BufferType::FullyDescribed;
    if (described)
        m_writer.typeTag(DataType::Int32);
    m_writer.number(static_cast<std::int32_t>(elements.size()));
    if (described)
        m_writer.typeTag(D);
    for (const auto& element : elements)
        writeElement<D>(m_writer, element);
}

#define DBGR_PMIX_TYPE(name, code, text, cppType, since, until)                                                        \
    template void Packer::packArray<DataType::name>(std::span<const TypeOf<DataType::name>>);
#include "pmix/types/data_types.inc"
#undef DBGR_PMIX_TYPE

util::Result<std::string> Packer::finish()
{
    if (m_writer.error())
        return util::fail(util::Error(*m_writer.error()).withContext("encoding a message"));
    return m_writer.take();
}

} // namespace dbgr::pmix
