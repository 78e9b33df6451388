// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of a stop: pages that are read once, numbers of all widths, and bytes that have no address of their own.
#include "tests/support/run/test_class.h"
#include "tests/support/values/made_memory.h"
#include "values/target/stop_memory.h"
#include "values/values_error.h"

#include <QtTest>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tst_values_stop_memory {

using namespace dbgr;
using namespace dbgr::test;
using namespace dbgr::values;

namespace {

constexpr std::uint64_t kPage = StopMemory::kPage;
constexpr std::uint64_t kFirst = 0x100 * kPage;
constexpr std::size_t kCached = 8 * kPage; ///< the largest read that goes by pages

/// Each byte is made of its address; notes what it was asked for.
class Everywhere final : public Memory
{
public:
    [[nodiscard]] static std::byte at(std::uint64_t address) { return std::byte(address * 7 + (address >> 12)); }
    [[nodiscard]] bool read(Address address, std::span<std::byte> out) override
    {
        asked.emplace_back(address.value, out.size());
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = at(address.value + i);
        return true;
    }

    std::vector<std::pair<std::uint64_t, std::size_t>> asked;
};

std::vector<std::byte> expected(std::uint64_t address, std::size_t count)
{
    std::vector<std::byte> bytes(count);
    for (std::size_t i = 0; i < count; ++i)
        bytes[i] = Everywhere::at(address + i);
    return bytes;
}

/// The pages or parts of them in [from, to) become readable.
void fill(MadeMemory& memory, std::uint64_t from, std::uint64_t to)
{
    memory.put(Address{from}, expected(from, to - from));
}

std::vector<std::byte> bytesOf(std::initializer_list<int> numbers)
{
    std::vector<std::byte> bytes;
    for (const int number : numbers)
        bytes.push_back(std::byte(number));
    return bytes;
}

/// The bytes as numbers, or why there are none.
std::string textAt(StopMemory& memory, Address address, std::size_t count)
{
    std::vector<std::byte> bytes(count);
    if (const auto done = memory.read(address, bytes); !done) {
        for (const auto& [code, name] :
             {std::pair(Errc::Unreadable, "! Unreadable"), std::pair(Errc::OptimizedOut, "! OptimizedOut"),
              std::pair(Errc::NotRecorded, "! NotRecorded")})
            if (done.error().code == code)
                return name;
        return "! " + done.error().message();
    }
    std::string text;
    for (const std::byte byte : bytes)
        text += (text.empty() ? "" : " ") + std::to_string(std::to_integer<unsigned>(byte));
    return text;
}

} // namespace

class TestValuesStopMemory : public QObject
{
    Q_OBJECT

private slots:
    void readsEachPageOnce()
    {
        Everywhere process;
        StopMemory memory(process);
        std::vector<std::byte> bytes(8);
        for (std::uint64_t at = kFirst; at < kFirst + kPage; at += 8)
            QVERIFY(memory.read(Address{at}, bytes));
        QCOMPARE(bytes, expected(kFirst + kPage - 8, 8));
        QCOMPARE(process.asked.size(), std::size_t{1});
        QCOMPARE(process.asked[0].first, kFirst);
        QCOMPARE(process.asked[0].second, std::size_t{kPage});
    }

    void readsAcrossPages_data()
    {
        QTest::addColumn<std::uint64_t>("offset");
        QTest::addColumn<std::uint64_t>("count");
        QTest::addColumn<std::uint64_t>("reads");
        QTest::newRow("nothing") << std::uint64_t{5} << std::uint64_t{0} << std::uint64_t{0};
        QTest::newRow("the first byte of a page") << std::uint64_t{0} << std::uint64_t{1} << std::uint64_t{1};
        QTest::newRow("the last byte") << kPage - 1 << std::uint64_t{1} << std::uint64_t{1};
        QTest::newRow("a page") << std::uint64_t{0} << std::uint64_t{kPage} << std::uint64_t{1};
        QTest::newRow("a byte of each of two") << kPage - 1 << std::uint64_t{2} << std::uint64_t{1};
        QTest::newRow("three pages") << kPage - 1 << std::uint64_t{kPage + 2} << std::uint64_t{1};
        QTest::newRow("a page and a byte") << std::uint64_t{0} << std::uint64_t{kPage + 1} << std::uint64_t{1};
        QTest::newRow("as much as is cached") << std::uint64_t{0} << std::uint64_t{kCached} << std::uint64_t{1};
        QTest::newRow("the same, unaligned") << std::uint64_t{1} << std::uint64_t{kCached} << std::uint64_t{1};
        QTest::newRow("more than is cached is read at once")
            << std::uint64_t{1} << std::uint64_t{kCached + 1} << std::uint64_t{1};
    }
    void readsAcrossPages()
    {
        QFETCH(const std::uint64_t, offset);
        QFETCH(const std::uint64_t, count);
        QFETCH(const std::uint64_t, reads);
        Everywhere process;
        StopMemory memory(process);
        std::vector<std::byte> bytes(count);
        QVERIFY(memory.read(Address{kFirst + offset}, bytes));
        QCOMPARE(bytes, expected(kFirst + offset, count));
        QCOMPARE(std::uint64_t{process.asked.size()}, reads);
        QVERIFY(memory.read(Address{kFirst + offset}, bytes));
        QCOMPARE(bytes, expected(kFirst + offset, count));
        QCOMPARE(std::uint64_t{process.asked.size()}, count > kCached ? 2 * reads : reads); // else it is known now
    }

    void readsWhatIsMissingBetweenKnownPages()
    {
        Everywhere process;
        StopMemory memory(process);
        std::vector<std::byte> bytes(7 * kPage);
        for (const std::uint64_t known : {2, 5})
            QVERIFY(memory.read(Address{kFirst + known * kPage}, std::span(bytes).first(1)));
        process.asked.clear();
        QVERIFY(memory.read(Address{kFirst + 8}, std::span(bytes).first(7 * kPage - 16)));
        const std::vector<std::pair<std::uint64_t, std::size_t>> runs{
            {kFirst, 2 * kPage}, {kFirst + 3 * kPage, 2 * kPage}, {kFirst + 6 * kPage, kPage}};
        QCOMPARE(process.asked, runs);
        bytes.resize(7 * kPage - 16);
        QCOMPARE(bytes, expected(kFirst + 8, bytes.size()));
    }

    void isNoMoreThanFullWithARun()
    {
        Everywhere process;
        StopMemory memory(process);
        std::vector<std::byte> bytes(kCached);
        for (std::uint64_t i = 0; i + 1 < StopMemory::kMaxPages; ++i)
            QVERIFY(memory.read(Address{kFirst + i * kPage}, std::span(bytes).first(1)));
        const std::uint64_t last = kFirst + (StopMemory::kMaxPages - 2) * kPage;
        QVERIFY(memory.read(Address{last}, bytes)); // the first of its pages is known, and forgotten with the others
        QCOMPARE(bytes, expected(last, bytes.size()));
        process.asked.clear();
        QVERIFY(memory.read(Address{last + kPage}, std::span(bytes).first(kCached - kPage)));
        QCOMPARE(process.asked.size(), std::size_t{0});
        QVERIFY(memory.read(Address{kFirst}, std::span(bytes).first(1)));
        QCOMPARE(process.asked.size(), std::size_t{1});
    }

    void doesNotKeepWhatIsLarge()
    {
        Everywhere process;
        StopMemory memory(process);
        std::vector<std::byte> bytes(kCached + 1);
        QVERIFY(memory.read(Address{kFirst}, bytes));
        QVERIFY(memory.read(Address{kFirst}, bytes));
        QVERIFY(memory.read(Address{kFirst}, std::span(bytes).first(1)));
        QCOMPARE(process.asked.size(), std::size_t{3});
    }

    void beginsAnewWhenItIsFull()
    {
        Everywhere process;
        StopMemory memory(process);
        std::vector<std::byte> byte(1);
        for (std::uint64_t i = 0; i < StopMemory::kMaxPages; ++i)
            QVERIFY(memory.read(Address{kFirst + i * kPage}, byte));
        QVERIFY(memory.read(Address{kFirst}, byte)); // still there
        QCOMPARE(process.asked.size(), StopMemory::kMaxPages);
        QVERIFY(memory.read(Address{kFirst + StopMemory::kMaxPages * kPage}, byte));
        QVERIFY(memory.read(Address{kFirst}, byte));
        QCOMPARE(byte, expected(kFirst, 1));
        QCOMPARE(process.asked.size(), StopMemory::kMaxPages + 2);
    }

    void readsWhatThereIs_data()
    {
        QTest::addColumn<std::uint64_t>("offset");
        QTest::addColumn<std::uint64_t>("count");
        QTest::addColumn<QString>("why");
        // There are: the last half of page 0, page 1, the first half of page 2; then page 4.
        const std::uint64_t half = kPage / 2;
        const QString good;
        QTest::newRow("half a page at the beginning") << half << half << good;
        QTest::newRow("a part of it") << half + 8 << std::uint64_t{8} << good;
        QTest::newRow("all") << half << 2 * std::uint64_t{kPage} << good;
        QTest::newRow("half a page at the end") << 2 * kPage << half << good;
        QTest::newRow("a byte before") << half - 1 << std::uint64_t{2} << "the memory at 0x1007ff cannot be read";
        QTest::newRow("a byte too many") << 2 * kPage << half + 1 << "the memory at 0x102000 cannot be read";
        QTest::newRow("after a page that is whole")
            << kPage << kPage + half + 1 << "the memory at 0x102000 cannot be read";
        QTest::newRow("a page that is missing")
            << 3 * kPage << std::uint64_t{1} << "the memory at 0x103000 cannot be read";
        QTest::newRow("with one behind it")
            << 3 * kPage + 8 << std::uint64_t{kPage} << "the memory at 0x103008 cannot be read";
        QTest::newRow("more than is cached")
            << half << std::uint64_t{kCached + 1} << "the memory at 0x100800 cannot be read";
        QTest::newRow("nothing, nowhere") << 3 * kPage << std::uint64_t{0} << good;
    }
    void readsWhatThereIs()
    {
        QFETCH(const std::uint64_t, offset);
        QFETCH(const std::uint64_t, count);
        QFETCH(const QString, why);
        MadeMemory process;
        fill(process, kFirst + kPage / 2, kFirst + 2 * kPage + kPage / 2);
        fill(process, kFirst + 4 * kPage, kFirst + 5 * kPage);
        StopMemory memory(process);
        std::vector<std::byte> bytes(count);
        for (int time = 0; time < 2; ++time) { // the second time of the cache
            const auto done = memory.read(Address{kFirst + offset}, bytes);
            QCOMPARE(done ? QString() : QString::fromStdString(done.error().message()), why);
            if (done)
                QCOMPARE(bytes, expected(kFirst + offset, count));
            else
                QCOMPARE(done.error().code, make_error_code(Errc::Unreadable));
        }
    }

    /// Pages are used again, by other ranks, too.
    void showsNothingOfStopsBefore()
    {
        constexpr std::uint64_t kMany = 5000;
        Everywhere everywhere;
        for (int stop = 0; stop < 2; ++stop) {
            StopMemory before(everywhere);
            std::byte one{};
            for (std::uint64_t k = 0; k < kMany; ++k) {
                QVERIFY(before.read(Address{kFirst + k * kPage}, std::span(&one, 1)));
                QCOMPARE(one, Everywhere::at(kFirst + k * kPage));
            }
        }
        MadeMemory part;
        fill(part, kFirst + 8, kFirst + 16);
        StopMemory memory(part);
        QCOMPARE(textAt(memory, Address{kFirst}, 1), std::string("! Unreadable"));
        QCOMPARE(textAt(memory, Address{kFirst + 16}, 1), std::string("! Unreadable"));
        QCOMPARE(textAt(memory, Address{kFirst + kPage}, 1), std::string("! Unreadable"));
        std::vector<std::byte> there(8);
        QVERIFY(memory.read(Address{kFirst + 8}, there));
        QCOMPARE(there, expected(kFirst + 8, 8));
    }

    void forgetsThatAPageWasUnreadable()
    {
        MadeMemory process;
        StopMemory memory(process);
        std::vector<std::byte> byte(1);
        QVERIFY(!memory.read(Address{kFirst}, byte));
        fill(process, kFirst, kFirst + kPage);
        QVERIFY(memory.read(Address{kFirst}, byte));
    }

    void readsNothingAtTheEndsOfMemory()
    {
        MadeMemory process;
        fill(process, 0, kPage);
        StopMemory memory(process);
        QCOMPARE(textAt(memory, Address{0}, 1), std::to_string(std::to_integer<unsigned>(Everywhere::at(0))));
        for (const std::uint64_t at : {UINT64_MAX, UINT64_MAX - 7, std::uint64_t{0xEFFF'FFFF'FFFF'FFF8}})
            QCOMPARE(textAt(memory, Address{at}, 16), std::string("! Unreadable"));
        QCOMPARE(textAt(memory, Address{UINT64_MAX - 7}, kCached + 1), std::string("! Unreadable"));
    }

    void readsNumbersOfEachWidth_data()
    {
        QTest::addColumn<std::uint64_t>("bytes");
        QTest::addColumn<std::uint64_t>("asUnsigned");
        QTest::addColumn<std::int64_t>("asSigned");
        // memory has 81 82 ... 88
        for (unsigned bytes = 1; bytes <= 8; ++bytes) {
            const std::uint64_t all = 0x8887'8685'8483'8281;
            const std::uint64_t cut = all & (UINT64_MAX >> (64 - 8 * bytes));
            const auto negative = static_cast<std::int64_t>(bytes == 8 ? cut : cut | (UINT64_MAX << (8 * bytes)));
            QTest::addRow("%u", bytes) << std::uint64_t{bytes} << cut << negative;
        }
        QTest::newRow("none") << std::uint64_t{0} << std::uint64_t{0} << std::int64_t{0};
        QTest::newRow("more than eight are eight") << std::uint64_t{9} << std::uint64_t{0x8887'8685'8483'8281}
                                                   << static_cast<std::int64_t>(0x8887'8685'8483'8281);
        QTest::newRow("absurdly many are eight") << std::uint64_t{UINT64_MAX} << std::uint64_t{0x8887'8685'8483'8281}
                                                 << static_cast<std::int64_t>(0x8887'8685'8483'8281);
    }
    void readsNumbersOfEachWidth()
    {
        QFETCH(const std::uint64_t, bytes);
        QFETCH(const std::uint64_t, asUnsigned);
        QFETCH(const std::int64_t, asSigned);
        MadeMemory process;
        process.put(Address{kFirst - 3}, bytesOf({0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 1, 1}));
        StopMemory memory(process);
        const Address at{kFirst - 3}; // across two pages
        QCOMPARE(std::uint64_t{*memory.getUnsigned(at, bytes)}, asUnsigned);
        QCOMPARE(std::int64_t{*memory.getSigned(at, bytes)}, asSigned);
    }

    void positiveNumbersStayPositive()
    {
        MadeMemory process;
        process.put(Address{kFirst}, bytesOf({0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f}));
        StopMemory memory(process);
        for (unsigned bytes = 1; bytes <= 8; ++bytes)
            QCOMPARE(static_cast<std::uint64_t>(*memory.getSigned(Address{kFirst}, bytes)),
                     0x7f7f'7f7f'7f7f'7f7fU >> (64 - 8 * bytes));
    }

    void readsObjects()
    {
        MadeMemory process;
        process.putObject(Address{kFirst}, 2.5);
        StopMemory memory(process);
        QCOMPARE(*memory.get<double>(Address{kFirst}), 2.5);
        QVERIFY(!memory.get<double>(Address{kFirst + 1}));
        QVERIFY(memory.getUnsigned(Address{kFirst + 4}, 4));
        QVERIFY(!memory.getUnsigned(Address{kFirst + 4}, 5));
        QVERIFY(!memory.getSigned(Address{kFirst + 8}, 1));
    }

    void givesAddressesToBytesWithoutOne()
    {
        MadeMemory process;
        StopMemory memory(process);
        const Address first = *memory.makeUp(bytesOf({1, 2, 3}));
        const Address second = *memory.makeUp(bytesOf({4, 5}));
        QVERIFY(first != second);
        QVERIFY(StopMemory::isMadeUp(first) && StopMemory::isMadeUp(second));
        QVERIFY(!StopMemory::isMadeUp(Address{0}));
        QVERIFY(!StopMemory::isMadeUp(Address{0x7fff'ffff'ffff}));
        QCOMPARE(textAt(memory, first, 3), std::string("1 2 3"));
        QCOMPARE(textAt(memory, second, 2), std::string("4 5"));
        QCOMPARE(textAt(memory, first.plus(1), 2), std::string("2 3"));
        QCOMPARE(*memory.getSigned(second.plus(1), 1), std::int64_t{5});
        QCOMPARE(process.reads(), std::size_t{0});
    }

    void endsWhereTheBytesEnd()
    {
        MadeMemory process;
        StopMemory memory(process);
        const Address first = *memory.makeUp(bytesOf({1, 2, 3}));
        const Address second = *memory.makeUp(bytesOf({4}));
        const std::string beyond = "! NotRecorded";
        QCOMPARE(textAt(memory, first, 4), beyond);
        QCOMPARE(textAt(memory, first.plus(3), 0), std::string());
        QCOMPARE(textAt(memory, first.plus(3), 1), beyond);
        QCOMPARE(textAt(memory, first.plus(4), 0), beyond);
        QCOMPARE(textAt(memory, second.plus(-1), 1), beyond);
        QCOMPARE(textAt(memory, second.plus(-1), 2), beyond);
        QCOMPARE(textAt(memory, first.plus(-1), 1), std::string("! Unreadable"));
        const std::int64_t gap = std::int64_t{1} << 28;
        QCOMPARE(textAt(memory, first.plus(gap), 1), std::string("4"));
        QCOMPARE(textAt(memory, first.plus(2 * gap), 1), std::string("! Unreadable"));
    }

    void nothingIsMadeUpAtFirst()
    {
        MadeMemory process;
        StopMemory memory(process);
        QCOMPARE(textAt(memory, Address{0xF000'0000'0000'0000}, 1), std::string("! Unreadable"));
    }

    void knowsWhatIsKnown_data()
    {
        QTest::addColumn<QString>("known");
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("count");
        QTest::addColumn<QString>("read");
        const QString gone = "! OptimizedOut";
        QTest::newRow("no mask: all") << "" << 0 << 4 << "1 2 3 4";
        QTest::newRow("all are known") << "1111" << 0 << 4 << "1 2 3 4";
        QTest::newRow("none is") << "0000" << 1 << 1 << gone;
        QTest::newRow("one is not: not all") << "1101" << 0 << 4 << gone;
        QTest::newRow("but those before it") << "1101" << 0 << 2 << "1 2";
        QTest::newRow("and those behind it") << "1101" << 3 << 1 << "4";
        QTest::newRow("nothing is known of nothing") << "0000" << 2 << 0 << "";
        QTest::newRow("a short mask: not the rest") << "11" << 0 << 2 << "1 2";
        QTest::newRow("a short mask: the rest") << "11" << 1 << 2 << gone;
        QTest::newRow("a long mask is cut") << "111100" << 0 << 4 << "1 2 3 4";
        QTest::newRow("and makes no bytes") << "111111" << 0 << 5 << "! NotRecorded";
        QTest::newRow("beyond the end is beyond the end") << "0000" << 0 << 5 << "! NotRecorded";
    }
    void knowsWhatIsKnown()
    {
        QFETCH(const QString, known);
        QFETCH(const int, first);
        QFETCH(const int, count);
        QFETCH(const QString, read);
        std::vector<bool> mask;
        for (const QChar one : known)
            mask.push_back(one == '1');
        MadeMemory process;
        StopMemory memory(process);
        const Address at = *memory.makeUp(bytesOf({1, 2, 3, 4}), mask);
        const std::string text = textAt(memory, at.plus(first), static_cast<std::size_t>(count));
        QCOMPARE(QString::fromStdString(text), read);
    }

    void bytesWithoutAddressesAreLimited()
    {
        MadeMemory process;
        StopMemory memory(process);
        const auto isTooLarge = [&](std::size_t bytes) {
            const auto made = memory.makeUp(std::vector<std::byte>(bytes));
            return !made && made.error().code == Errc::TooLarge;
        };
        QVERIFY(isTooLarge(StopMemory::kMaxMadeUp + 1));
        QVERIFY(isTooLarge((std::size_t{1} << 28) - 1));
        QVERIFY(isTooLarge(std::size_t{1} << 28));
        const auto first = memory.makeUp(bytesOf({7})); // what was refused takes no room
        QVERIFY(first);
        QVERIFY(isTooLarge(StopMemory::kMaxMadeUp));
        const auto most = memory.makeUp(std::vector<std::byte>(StopMemory::kMaxMadeUp - 1, std::byte{9}));
        QVERIFY(most);
        QCOMPARE(textAt(memory, most->plus(StopMemory::kMaxMadeUp - 2), 1), std::string("9"));
        QCOMPARE(textAt(memory, most->plus(StopMemory::kMaxMadeUp - 2), 2), std::string("! NotRecorded"));
        QVERIFY(isTooLarge(1));
        QVERIFY(memory.makeUp({}));
        QCOMPARE(textAt(memory, *first, 1), std::string("7"));
    }

    void nothingHasAnAddressToo()
    {
        MadeMemory process;
        StopMemory memory(process);
        const auto at = memory.makeUp({});
        QVERIFY(at);
        QCOMPARE(textAt(memory, *at, 0), std::string());
        QCOMPARE(textAt(memory, *at, 1), std::string("! NotRecorded"));
    }
};

DBGR_TEST(TestValuesStopMemory);

} // namespace tst_values_stop_memory

#include "tst_values_stop_memory.moc"
