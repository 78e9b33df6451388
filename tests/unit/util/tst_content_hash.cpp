// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run/test_class.h"
#include "util/content_hash.h"

#include <QtTest>

#include <random>
#include <set>
#include <vector>

namespace tst_content_hash {

using dbgr::util::ContentHash;

namespace {

std::vector<std::byte> noise(std::size_t size, unsigned seed)
{
    std::mt19937_64 random(seed);
    std::vector<std::byte> bytes(size);
    for (std::byte& byte : bytes)
        byte = static_cast<std::byte>(random());
    return bytes;
}

ContentHash::Value hashOf(std::span<const std::byte> bytes)
{
    ContentHash hash;
    hash.add(bytes);
    return hash.value();
}

} // namespace

class TestContentHash : public QObject
{
    Q_OBJECT

private slots:
    void howBytesAreCutDoesNotMatter()
    {
        const auto bytes = noise(1000, 1);
        for (const std::size_t piece : {1, 3, 7, 8, 9, 64, 999}) {
            ContentHash hash;
            for (std::size_t at = 0; at < bytes.size(); at += piece)
                hash.add(std::span(bytes).subspan(at, std::min(piece, bytes.size() - at)));
            QCOMPARE(hash.value() == hashOf(bytes), true);
        }
    }

    void everySingleByteCounts()
    {
        for (const std::size_t size : {1U, 7U, 8U, 9U, 63U, 64U, 65U, 1000U}) {
            auto bytes = noise(size, 2);
            const auto before = hashOf(bytes);
            for (std::byte& byte : bytes) {
                byte ^= std::byte{1};
                QVERIFY(hashOf(bytes) != before);
                byte ^= std::byte{1};
            }
            QVERIFY(hashOf(bytes) == before);
        }
    }

    void zerosAtTheEndCount()
    {
        const std::vector<std::byte> zeros(64);
        std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
        for (std::size_t size = 0; size <= zeros.size(); ++size) {
            const auto value = hashOf(std::span(zeros).first(size));
            QVERIFY(seen.insert({value.high, value.low}).second);
        }
    }

    void orderCounts()
    {
        ContentHash forth;
        forth.add(1);
        forth.add(2);
        ContentHash back;
        back.add(2);
        back.add(1);
        QVERIFY(forth.value() != back.value());
    }

    void manyContentsHaveManyValues()
    {
        std::set<std::uint64_t> high;
        std::set<std::uint64_t> low;
        for (std::uint64_t i = 0; i < 100'000; ++i) {
            ContentHash hash;
            hash.add(i);
            hash.add(i * i);
            high.insert(hash.value().high);
            low.insert(hash.value().low);
        }
        QCOMPARE(high.size(), std::size_t(100'000));
        QCOMPARE(low.size(), std::size_t(100'000));
    }

    void nothingAddedIsNotTheValueOfNoContent() { QVERIFY(ContentHash().value() != ContentHash::Value{}); }
};

DBGR_TEST(TestContentHash);

} // namespace tst_content_hash

#include "tst_content_hash.moc"
