// SPDX-License-Identifier: GPL-3.0-or-later
// Whole messages by the schema of their command: what is decoded can be encoded, and decodes to the same.
// Input: wire format, kind of message, command, body (of a request or an event with its command in front).
#include "pmix/codec/unpack.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/support/pmix/message_schema.h"

using namespace dbgr::pmix;
using namespace dbgr::test;

namespace {

const Fields* layout(unsigned kind, Command command)
{
    switch (kind) {
    case 0:
        return requestFields(command);
    case 1:
        return &replyFields(command);
    case 2:
        return &eventFields();
    default:
        return &outputFields();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    const WireFormat format = input.wireFormat();
    const unsigned kind = input.choice() % 4U;
    const auto command = static_cast<Command>(input.choice());
    std::string_view body = input.rest();
    if (kind == 0 || kind == 2) {
        Unpacker unpacker(format, body);
        if (!unpacker.unpack<DataType::Command>())
            return 0;
        body.remove_prefix(unpacker.position());
    }
    const Fields* fields = layout(kind, command);
    if (!fields)
        return 0;
    const auto once = transcode(format, *fields, body);
    if (once) {
        const auto twice = transcode(format, *fields, *once);
        mustHold(twice && *twice == *once, "encoding is stable");
    }
    return 0;
}
