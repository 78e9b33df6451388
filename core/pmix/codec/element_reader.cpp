// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/codec/element_reader.h"

#include "pmix/codec/limits.h"
#include "pmix/codec/varint.h"

namespace dbgr::pmix {

void ElementReader::fail(Status status, std::string why)
{
    if (m_error)
        return;
    m_error = util::Error{status, std::move(why), {}};
    m_bytes.markFailed();
}

void ElementReader::failAtEnd()
{
    fail(Status::ErrUnpackReadPastEnd, "the message ends too early");
}

std::uint64_t ElementReader::flexUnsigned(std::uint64_t maximum)
{
    const std::uint64_t value = checked(readVarint(m_bytes));
    if (value <= maximum)
        return value;
    fail(Status::ErrUnpackFailure, "the number " + std::to_string(value) + " is too large for its type");
    return 0;
}

std::int64_t ElementReader::flexSigned(std::int64_t minimum, std::int64_t maximum)
{
    const std::int64_t value = unzigzag(checked(readVarint(m_bytes)));
    if (value >= minimum && value <= maximum)
        return value;
    fail(Status::ErrUnpackFailure, "the number " + std::to_string(value) + " is too large for its type");
    return 0;
}

/// An integer behind its own type, which depends on the sender's machine.
std::int64_t ElementReader::taggedInteger()
{
    const DataType type = typeTag();
    switch (type) {
    case DataType::Int32:
        return number<std::int32_t>();
    case DataType::Uint32:
        return number<std::uint32_t>();
    case DataType::Int64:
    case DataType::Uint64:
        return number<std::int64_t>();
    default:
        fail(Status::ErrTypeMismatch, "an integer was expected, not " + toString(type));
        return 0;
    }
}

std::uint64_t ElementReader::size()
{
    if (traits().flexibleIntegers)
        return number<std::uint64_t>();
    return static_cast<std::uint64_t>(taggedInteger());
}

std::int32_t ElementReader::taggedInt()
{
    if (traits().flexibleIntegers)
        return number<std::int32_t>();
    const std::int64_t value = taggedInteger();
    // The unsigned reading of a negative one is the same 32 bits.
    if (value < std::numeric_limits<std::int32_t>::min() || value > std::numeric_limits<std::uint32_t>::max())
        fail(Status::ErrUnpackFailure, "the number " + std::to_string(value) + " is too large for its type");
    return static_cast<std::int32_t>(value);
}

util::Pid ElementReader::pid()
{
    const DataType type = typeTag();
    if (type != DataType::Uint32 && type != DataType::Int32)
        fail(Status::ErrTypeMismatch, "a process id was expected, not " + toString(type));
    if (type == DataType::Int32)
        return number<util::Pid>();
    return util::Pid(static_cast<std::int32_t>(number<std::uint32_t>()));
}

NullableString ElementReader::nullableString()
{
    const auto length = number<std::int32_t>();
    if (length == 0)
        return std::nullopt;
    if (length < 0 || static_cast<std::size_t>(length) > limits::kMaxStringBytes) {
        fail(Status::ErrUnpackFailure, "a text has the length " + std::to_string(length));
        return std::nullopt;
    }
    std::string_view text = bytes(static_cast<std::size_t>(length));
    if (!ok())
        return std::nullopt;
    // C code at the other end sees the text up to its first NUL, and so do we.
    return std::string(text.substr(0, text.find('\0')));
}

std::string_view ElementReader::sizedBytes()
{
    const std::uint64_t length = size();
    if (length > remaining()) {
        failAtEnd();
        return {};
    }
    return bytes(static_cast<std::size_t>(length));
}

std::string_view ElementReader::bytes(std::size_t count)
{
    return checked(m_bytes.bytes(count));
}

std::string_view ElementReader::cString()
{
    return checked(m_bytes.cString());
}

std::string_view ElementReader::peekRest() const
{
    util::ByteReader ahead = m_bytes;
    return ahead.rest();
}

DataType ElementReader::typeTag()
{
    const auto type = number<DataType>();
    if (ok() && !hasType(m_format.version, type))
        fail(Status::ErrUnknownDataType,
             toString(type) + " does not exist in serialisation " + std::string(traits().name));
    return ok() ? type : DataType::Undef;
}

std::size_t ElementReader::count(std::int64_t announced)
{
    if (announced < 0) {
        fail(Status::ErrUnpackFailure, "an array has " + std::to_string(announced) + " elements");
        return 0;
    }
    return count(static_cast<std::uint64_t>(announced));
}

std::size_t ElementReader::count(std::uint64_t announced)
{
    if (announced > remaining()) {
        failAtEnd();
        return 0;
    }
    if (announced > limits::kMaxElements - m_elements) {
        fail(Status::ErrOutOfResource,
             "the message has more than " + std::to_string(limits::kMaxElements) + " elements");
        return 0;
    }
    m_elements += static_cast<std::size_t>(announced);
    return static_cast<std::size_t>(announced);
}

bool ElementReader::enter()
{
    if (m_depth == limits::kMaxDepth) {
        fail(Status::ErrOutOfResource, "values nested deeper than " + std::to_string(limits::kMaxDepth) + " levels");
        return false;
    }
    ++m_depth;
    return true;
}

} // namespace dbgr::pmix
