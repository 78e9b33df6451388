// SPDX-License-Identifier: GPL-3.0-or-later
// What fields each message of the protocol has, as data: enough to walk through any captured message. The product's own
// decoders are in core/pmix/ops; this table is their witness.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/command.h"
#include "pmix/types/data_type.h"
#include "util/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::test {

/// A field, or a repeated part, of a message.
struct Field
{
    enum class Shape
    {
        One,
        Counted,         ///< a SIZE and, unless it is 0, that many in one call
        Each,            ///< a SIZE and that many calls
        Optional,        ///< one, or the end of the message
        OptionalCounted, ///< Counted, or the end
        Repeated,        ///< one by one until the end
        Group,           ///< all of `inner`, again and again until the end
    };

    pmix::DataType type = pmix::DataType::Undef;
    Shape shape = Shape::One;
    /// The fields of a Group, or of the packed buffer that such an element holds.
    std::vector<Field> inner = {};
};
using Fields = std::vector<Field>;

/// Behind the command itself. \return null for a command that has no layout of its own
[[nodiscard]] const Fields* requestFields(pmix::Command command);
/// Any reply may also end behind its first field, a status.
[[nodiscard]] const Fields& replyFields(pmix::Command command);
/// An event on tag 0, behind the command.
[[nodiscard]] const Fields& eventFields();
/// Output on tag 2.
[[nodiscard]] const Fields& outputFields();

/// Decodes a message field by field and encodes what it found. \return the new bytes
/// \errors those of Unpacker and Packer, ErrUnpackFailure for bytes behind the last field
[[nodiscard]] util::Result<std::string> transcode(pmix::WireFormat format, const Fields& fields, std::string_view body);

} // namespace dbgr::test
