// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/python/python_image.h"

#include "python/code_lines.h"
#include "python/stack_reader.h"
#include "util/byte_reader.h"
#include "util/byte_writer.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <memory>
#include <set>
#include <span>

namespace dbgr::test {

namespace {

constexpr std::size_t kPage = python::PagedMemory::kPage;
constexpr std::size_t kWord = 8;
using Page = std::array<std::byte, kPage>;
using Pages = std::map<std::uint64_t, Page>; // by number

python::Read memoryOf(std::shared_ptr<const Pages> pages)
{
    return [pages](std::uint64_t address, std::span<std::byte> out) {
        const auto page = pages->find(address / kPage);
        if (page == pages->end() || address % kPage + out.size() > kPage)
            return false;
        std::memcpy(out.data(), page->second.data() + address % kPage, out.size());
        return true;
    };
}

/// The words that are not 0, next to each other as one piece; of a page without any, the first.
std::map<std::uint64_t, std::vector<std::byte>> piecesOf(const Pages& pages)
{
    std::map<std::uint64_t, std::vector<std::byte>> pieces;
    std::vector<std::byte>* last = nullptr;
    for (const auto& [number, page] : pages) {
        for (std::size_t at = 0; at < kPage; at += kWord) {
            const auto word = std::span(page).subspan(at, kWord);
            if (std::ranges::all_of(word, [](std::byte byte) { return byte == std::byte{0}; })) {
                last = nullptr;
                continue;
            }
            if (!last || at == 0)
                last = &pieces[number * kPage + at];
            last->insert(last->end(), word.begin(), word.end());
        }
        if (const auto next = pieces.lower_bound(number * kPage); next == pieces.end() || next->first / kPage != number)
            pieces[number * kPage].resize(kWord);
    }
    return pieces;
}

} // namespace

PythonImage PythonImage::decode(std::string_view bytes)
{
    util::ByteReader reader(bytes);
    PythonImage image;
    python::Interpreter& of = image.interpreter;
    of.minor = reader.u8();
    for (std::uint64_t* const address : {&of.runtime, &of.codeType, &of.frameType, &of.textType, &of.bytesType})
        *address = reader.little<std::uint64_t>();
    while (reader.ok() && !reader.atEnd()) {
        const auto address = reader.little<std::uint64_t>();
        const std::string_view piece = reader.bytes(reader.little<std::uint16_t>());
        const auto raw = std::as_bytes(std::span(piece.data(), piece.size()));
        image.pieces[address].assign(raw.begin(), raw.end());
    }
    return image;
}

std::string PythonImage::encode() const
{
    util::ByteWriter writer;
    writer.u8(static_cast<std::uint8_t>(interpreter.minor));
    for (const std::uint64_t address : {interpreter.runtime, interpreter.codeType, interpreter.frameType,
                                        interpreter.textType, interpreter.bytesType})
        writer.little(address);
    for (const auto& [address, piece] : pieces) {
        writer.little(address);
        writer.little(static_cast<std::uint16_t>(piece.size()));
        writer.bytes(std::string_view(reinterpret_cast<const char*>(piece.data()), piece.size()));
    }
    return writer.take();
}

python::Read PythonImage::memory() const
{
    auto pages = std::make_shared<Pages>();
    for (const auto& [address, piece] : pieces) {
        for (std::size_t i = 0; i < piece.size(); ++i)
            (*pages)[(address + i) / kPage][(address + i) % kPage] = piece[i];
    }
    return memoryOf(std::move(pages));
}

util::PythonStacks PythonImage::stacks(std::size_t mostCalls) const
{
    return python::StackReader(interpreter, memory()).read(mostCalls);
}

/// What makes no difference when it is 0 is not needed.
PythonImage PythonImage::capture(const python::Interpreter& interpreter, python::Read memory, std::size_t mostCalls)
{
    auto pages = std::make_shared<Pages>();
    const auto recorded = [&](std::uint64_t address, std::span<std::byte> out) {
        if (!memory(address, out))
            return false;
        std::memcpy((*pages)[address / kPage].data(), out.data(), kPage);
        return true;
    };
    const util::PythonStacks whole = python::StackReader(interpreter, recorded).read(mostCalls);
    const auto isSame = [&] { return python::StackReader(interpreter, memoryOf(pages)).read(mostCalls) == whole; };
    for (auto& [number, page] : *pages) {
        for (std::size_t step = kPage / 4; step >= kWord; step /= 4) {
            for (std::size_t at = 0; at < kPage; at += step) {
                Page before = page;
                std::memset(page.data() + at, 0, step);
                if (before != page && !isSame())
                    page = before;
            }
        }
    }
    PythonImage image;
    image.interpreter = interpreter;
    image.pieces = piecesOf(*pages);
    return image;
}

std::string textOf(const util::PythonStacks& stacks)
{
    std::set<std::string> threads;
    for (const util::PythonThread& thread : stacks.threads) {
        char id[32];
        std::snprintf(id, sizeof id, "thread %llx\n", static_cast<unsigned long long>(thread.id));
        std::string text = id + (thread.trouble.empty() ? "" : thread.trouble + "\n");
        for (const util::PythonRun& run : thread.runs) {
            for (const util::PythonCall& call : run.calls) {
                const util::PythonCode& code = stacks.codes.at(call.code);
                text += code.name + "|" + code.file + "|" +
                        std::to_string(python::lineOf(code, call.instruction, stacks.minor)) + "\n";
            }
        }
        if (text != id)
            threads.insert(std::move(text));
    }
    std::string text = stacks.trouble.empty() ? "" : stacks.trouble + "\n";
    for (const std::string& thread : threads)
        text += thread;
    return text;
}

} // namespace dbgr::test
