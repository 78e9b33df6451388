// SPDX-License-Identifier: GPL-3.0-or-later
// Unpacker and Packer: what is decoded can be encoded, and decodes to the same.
// Input: wire format, code of a data type, a pack call.
#include "pmix/codec/pack.h"
#include "pmix/codec/unpack.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/support/pmix/with_type.h"

#include <optional>

using namespace dbgr::pmix;
using namespace dbgr::test;

namespace {

/// The elements decoded and encoded; nothing when they cannot be decoded.
template <DataType D>
std::optional<std::string> transcoded(WireFormat format, std::string_view bytes)
{
    const auto elements = Unpacker(format, bytes).unpackArray<D>();
    if (!elements)
        return std::nullopt;
    Packer packer(format);
    for (const auto& element : *elements)
        packer.pack<D>(element);
    auto again = packer.finish();
    mustHold(again.has_value(), "what was decoded can be encoded");
    return *std::move(again);
}

/// Elements encoded one by one, as transcoded() left them.
template <DataType D>
std::string transcodedOneByOne(WireFormat format, std::string_view bytes)
{
    Unpacker unpacker(format, bytes);
    Packer packer(format);
    while (!unpacker.atEnd()) {
        const auto element = unpacker.unpack<D>();
        mustHold(element.has_value(), "what was encoded can be decoded");
        packer.pack<D>(*element);
    }
    return packer.finish().value();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    const WireFormat format = input.wireFormat();
    const auto type = static_cast<DataType>(input.choice());
    if (!isKnown(type) || type == DataType::Undef)
        return 0;
    withType(type, [&]<DataType D>() {
        const auto once = transcoded<D>(format, input.rest());
        mustHold(!once || transcodedOneByOne<D>(format, *once) == *once, "encoding is stable");
    });
    return 0;
}
