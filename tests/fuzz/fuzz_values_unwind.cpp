// SPDX-License-Identifier: GPL-3.0-or-later
// Any registers and any stack, over the tables of the C library and of this program: unwinding ends, with no more
// frames than asked for. Input: registers, of which some are moved into code or onto the stack, and the bytes of the
// stack.
#include "tests/fuzz/fuzz_input.h"
#include "values/unwind/stack_copy.h"
#include "values/unwind/unwind.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

using namespace dbgr;
using namespace dbgr::test;
using namespace dbgr::values;

namespace {

constexpr std::uint64_t kStack = 0x7fff'0000'0000;
constexpr std::size_t kMostFrames = 200;

struct Code
{
    Code()
    {
        std::ifstream maps("/proc/self/maps");
        std::vector<CodeRange> ranges;
        for (std::string line; std::getline(maps, line);) {
            unsigned long begin = 0, end = 0, offset = 0;
            char rights[8] = "";
            char path[4096] = "";
            if (std::sscanf(line.c_str(), "%lx-%lx %7s %lx %*s %*s %4095s", &begin, &end, rights, &offset, path) != 5 ||
                rights[2] != 'x' || path[0] != '/')
                continue;
            auto file = CodeFile::open(path, store);
            const auto bias = file ? file->biasOf({begin}, offset) : std::nullopt;
            if (!bias)
                continue;
            ranges.push_back({{begin}, {end}, *bias, file.get(), path});
            files.push_back(std::move(file));
        }
        bounds = ranges;
        map = CodeMap(std::move(ranges));
    }
    DebugFileStore store;
    std::vector<std::unique_ptr<CodeFile>> files;
    std::vector<CodeRange> bounds;
    CodeMap map;
};

/// Words that are small are places in code, or on the stack.
std::uint64_t moved(const Code& code, std::uint64_t word)
{
    const std::uint64_t where = word >> 56;
    const std::uint64_t offset = word & 0xFF'FFFF;
    if (where < 0x80 && !code.bounds.empty()) {
        const CodeRange& range = code.bounds[where % code.bounds.size()];
        return range.begin.value + offset % (range.end.value - range.begin.value);
    }
    return where < 0xC0 ? kStack + offset % 65'536 : word;
}

std::uint64_t take(FuzzInput& input)
{
    std::uint64_t word = 0;
    for (unsigned i = 0; i < sizeof word; ++i)
        word |= std::uint64_t{input.choice()} << (8 * i);
    return word;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static Code& code = *new Code; // once; the fuzzer ends without destroying
    FuzzInput input(data, size);
    UnwindRegisters registers;
    for (std::optional<std::uint64_t>& number : registers)
        number = moved(code, take(input));
    util::MemoryPiece stack{kStack, {}};
    while (!input.rest().empty()) {
        const std::uint64_t word = moved(code, take(input));
        const auto* const bytes = reinterpret_cast<const std::byte*>(&word);
        stack.bytes.insert(stack.bytes.end(), bytes, bytes + sizeof word);
    }
    StackCopy memory({&stack, 1});
    const UnwoundStack once = unwind(registers, memory, code.map, kMostFrames);
    mustHold(!once.frames.empty() && once.frames.size() <= kMostFrames, "no more frames than asked for");
    const UnwoundStack again = unwind(registers, memory, code.map, kMostFrames);
    mustHold(again.frames.size() == once.frames.size() && again.isCut == once.isCut && again.lost == once.lost,
             "what is kept of a file changes nothing");
    for (std::size_t i = 0; i < once.frames.size(); ++i)
        mustHold(once.frames[i].pc == again.frames[i].pc, "the same frames");
    return 0;
}
