// SPDX-License-Identifier: BSD-3-Clause
// Containers whose elements lie apart: lists, trees, hash tables, blocks.
#include "dbgdaemon/engine/lldb/content_digest.h"

#include <algorithm>
#include <array>

namespace dbgr::daemon {

namespace {

constexpr std::uint64_t kWord = 8;

} // namespace

void ContentDigest::add(const plan::Chain& chain, const ContentPlan&, Bytes bytes)
{
    constexpr std::uint64_t kNode = 1; // before each, where nobody says how many there are
    constexpr std::uint64_t kEnd = 0;
    const std::uint64_t size = chain.size ? wordIn(bytes, *chain.size) : UINT64_MAX;
    if (chain.size)
        m_hash.add(size);
    std::vector<std::byte> node(chain.value + chain.element->size);
    std::uint64_t address = wordIn(bytes, chain.head);
    for (std::uint64_t i = 0; i < size; ++i) { // garbage may go round in circles
        if (!chain.size)
            m_hash.add(address == 0 ? kEnd : kNode);
        if (!chain.size && address == 0)
            return;
        if (!visit() || m_left.bytes < node.size())
            return cut();
        if (!read(address, node))
            return addUnreadable();
        addBytes(*chain.element, Bytes(node).subspan(chain.value));
        address = wordIn(node, 0);
    }
}

/// In order: of each node first what is left of it, then itself, then what is right of it.
void ContentDigest::add(const plan::Tree& tree, const ContentPlan&, Bytes bytes)
{
    constexpr std::uint64_t kRoot = kWord; // the header's parent
    constexpr std::uint64_t kLeft = 2 * kWord;
    constexpr std::uint64_t kRight = 3 * kWord;
    constexpr std::size_t kDeepest = 128; // a balanced tree of 2^64 nodes
    const std::uint64_t size = wordIn(bytes, tree.size);
    m_hash.add(size);
    std::vector<std::vector<std::byte>> path;
    std::uint64_t next = wordIn(bytes, tree.header + kRoot);
    for (std::uint64_t i = 0; i < size && !m_partial;) {
        if (next != 0) {
            std::vector<std::byte> node(tree.value + tree.element->size);
            if (path.size() == kDeepest || !visit() || m_left.bytes < node.size())
                return cut();
            if (!read(next, node))
                return addUnreadable();
            next = wordIn(node, kLeft);
            path.push_back(std::move(node));
            continue;
        }
        if (path.empty()) // fewer nodes than it says
            return addUnreadable();
        const std::vector<std::byte> node = std::move(path.back());
        path.pop_back();
        addBytes(*tree.element, Bytes(node).subspan(tree.value));
        next = wordIn(node, kRight);
        ++i;
    }
}

void ContentDigest::add(const plan::Deque& deque, const ContentPlan&, Bytes bytes)
{
    // An iterator: the element, its block's first and end, the block's place in the map of blocks.
    const std::uint64_t last = wordIn(bytes, deque.finish);
    std::uint64_t current = wordIn(bytes, deque.start);
    std::uint64_t block = wordIn(bytes, deque.start + kWord);
    std::uint64_t blockEnd = wordIn(bytes, deque.start + 2 * kWord);
    std::uint64_t place = wordIn(bytes, deque.start + 3 * kWord);
    const std::uint64_t lastPlace = wordIn(bytes, deque.finish + 3 * kWord);
    const std::uint64_t blockSize = blockEnd - block;
    const std::uint64_t element = deque.element->size;
    if (element == 0 || blockSize % element != 0 || lastPlace < place)
        return addUnreadable();
    const std::uint64_t lastBlock = wordIn(bytes, deque.finish + kWord);
    const std::uint64_t before = place == lastPlace ? 0 : (blockEnd - current) + (last - lastBlock);
    const std::uint64_t between = place == lastPlace ? 0 : (lastPlace - place) / kWord - 1;
    m_hash.add(place == lastPlace ? (last - current) / element : (before + between * blockSize) / element);
    while (!m_partial) {
        const std::uint64_t end = place == lastPlace ? last : blockEnd;
        addElements(*deque.element, current, end < current ? 0 : (end - current) / element);
        if (place == lastPlace)
            return;
        place += kWord;
        std::array<std::byte, kWord> word{};
        if (!visit() || m_partial)
            return;
        if (!read(place, word))
            return addUnreadable();
        current = wordIn(word, 0);
        blockEnd = current + blockSize;
    }
}

} // namespace dbgr::daemon
