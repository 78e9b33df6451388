// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/codec/compress.h"

#include "pmix/types/status.h"
#include "util/byte_reader.h"

#include <limits>
#include <zlib.h>

namespace dbgr::pmix {

namespace {

/// zlib cannot do better than about 1:1032, so a larger claim is a lie and is refused before memory is taken for it.
constexpr std::size_t kMaxRatio = 1100;

} // namespace

util::Result<std::string> inflateBlock(std::string_view block, std::size_t maxBytes)
{
    util::ByteReader reader(block);
    const auto announced = reader.little<std::uint32_t>();
    const std::string_view stream = reader.rest();
    if (!reader.ok() || announced / kMaxRatio > stream.size())
        return util::fail(Status::ErrUnpackFailure, "inflating a compressed value: the block is too short");
    if (announced > maxBytes)
        return util::fail(Status::ErrOutOfResource, "inflating a compressed value: it would grow to " +
                                                        std::to_string(announced) + " bytes, more than the limit of " +
                                                        std::to_string(maxBytes));
    std::string text(announced, '\0');
    uLongf length = announced;
    // zlib wants somewhere to write to even for nothing.
    Bytef nothing = 0;
    Bytef* target = text.empty() ? &nothing : reinterpret_cast<Bytef*>(text.data());
    const int result = uncompress(target, &length, reinterpret_cast<const Bytef*>(stream.data()), stream.size());
    if (result != Z_OK || length != announced)
        return util::fail(Status::ErrUnpackFailure, "inflating a compressed value: the stream is damaged");
    return text;
}

util::Result<std::string> deflateBlock(std::string_view content)
{
    constexpr std::size_t kHeaderBytes = 4;
    if (content.size() > std::numeric_limits<std::uint32_t>::max())
        return util::fail(Status::ErrOutOfResource, "compressing a value: it is longer than 4 GiB");
    uLongf length = compressBound(content.size());
    std::string block(kHeaderBytes + length, '\0');
    for (std::size_t i = 0; i < kHeaderBytes; ++i)
        block[i] = static_cast<char>(content.size() >> (8 * i));
    const int result = compress2(reinterpret_cast<Bytef*>(block.data() + kHeaderBytes), &length,
                                 reinterpret_cast<const Bytef*>(content.data()), content.size(), Z_BEST_COMPRESSION);
    if (result != Z_OK)
        return util::fail(Status::ErrOutOfResource, "compressing a value: zlib has no memory");
    block.resize(kHeaderBytes + length);
    return block;
}

} // namespace dbgr::pmix
