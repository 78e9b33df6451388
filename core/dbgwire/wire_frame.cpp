// SPDX-License-Identifier: BSD-3-Clause
#include "dbgwire/wire_frame.h"

#include "dbgwire/wire_error.h"
#include "util/byte_reader.h"
#include "util/byte_writer.h"
#include "util/thread_check.h"

namespace dbgr::dbgwire {

std::string frameMessage(std::string_view message)
{
    DBGR_ASSERT(message.size() <= kMaxMessageBytes);
    util::ByteWriter writer;
    writer.little(static_cast<std::uint32_t>(message.size()));
    writer.u8(0);
    writer.bytes(message);
    return writer.take();
}

util::Result<std::optional<std::string_view>> FrameReader::next()
{
    const std::string_view rest = std::string_view(m_buffer).substr(m_consumed);
    util::ByteReader reader(rest);
    const auto size = reader.little<std::uint32_t>();
    const auto flags = reader.u8();
    if (reader.ok() && size > kMaxMessageBytes)
        return util::fail(Errc::TooLarge, "a message of " + std::to_string(size) + " bytes");
    if (reader.ok() && flags != 0)
        return util::fail(Errc::Malformed, "a message with unknown flags " + std::to_string(flags));
    const std::string_view message = reader.bytes(size);
    if (!reader.ok()) { // more has to come
        m_buffer.erase(0, m_consumed);
        m_consumed = 0;
        return std::nullopt;
    }
    m_consumed += kFrameHeaderBytes + size;
    return message;
}

} // namespace dbgr::dbgwire
