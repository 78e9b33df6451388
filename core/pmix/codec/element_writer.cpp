// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/codec/element_writer.h"

#include "pmix/codec/limits.h"
#include "pmix/codec/varint.h"

namespace dbgr::pmix {

void ElementWriter::fail(Status status, std::string why)
{
    if (!m_error)
        m_error = util::Error{status, std::move(why), {}};
}

void ElementWriter::size(std::uint64_t value)
{
    if (!traits().flexibleIntegers)
        typeTag(DataType::Uint64);
    number(value);
}

void ElementWriter::taggedInt(std::int32_t value)
{
    if (!traits().flexibleIntegers)
        typeTag(DataType::Int32);
    number(value);
}

void ElementWriter::pid(util::Pid pid)
{
    typeTag(DataType::Uint32);
    number(static_cast<std::uint32_t>(pid.value()));
}

void ElementWriter::string(std::string_view text)
{
    if (text.size() >= limits::kMaxStringBytes) {
        fail(Status::ErrPackFailure, "a text of " + std::to_string(text.size()) + " bytes is too long to be sent");
        return;
    }
    number(static_cast<std::int32_t>(text.size() + 1));
    m_bytes.cString(text);
}

void ElementWriter::string(const NullableString& text)
{
    if (text)
        string(std::string_view(*text));
    else
        number(std::int32_t{0});
}

void ElementWriter::sizedBytes(std::string_view raw)
{
    size(raw.size());
    m_bytes.bytes(raw);
}

void ElementWriter::typeTag(DataType type)
{
    if (!hasType(m_format.version, type))
        fail(Status::ErrUnknownDataType, toString(type) + " does not exist in serialisation " +
                                             std::string(traits().name) + ", which the peer speaks");
    number(type);
}

bool ElementWriter::enter()
{
    if (m_depth == limits::kMaxDepth) {
        fail(Status::ErrPackFailure, "values nested deeper than " + std::to_string(limits::kMaxDepth) + " levels");
        return false;
    }
    ++m_depth;
    return true;
}

void ElementWriter::flexUnsigned(std::uint64_t value)
{
    writeVarint(m_bytes, value);
}

void ElementWriter::flexSigned(std::int64_t value)
{
    writeVarint(m_bytes, zigzag(value));
}

} // namespace dbgr::pmix
