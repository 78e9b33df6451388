// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses in another process: what must not be taken for one does not compile, and they reckon as the processor does.
#include "tests/support/run/test_class.h"
#include "util/remote_address.h"

#include <QTest>

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <unordered_set>

namespace tst_remote_address {

using dbgr::util::RemoteAddress;

namespace {

template <class A, class B>
concept Adds = requires(A a, B b)
{
    a + b;
};
template <class A, class B>
concept Subtracts = requires(A a, B b)
{
    a - b;
};
template <class A, class B>
concept Compares = requires(A a, B b)
{
    a == b;
};

// Neither a number nor a pointer becomes one by itself, nor the other way round.
static_assert(!std::convertible_to<std::uint64_t, RemoteAddress> && !std::convertible_to<RemoteAddress, std::uint64_t>);
static_assert(!std::constructible_from<RemoteAddress, const void*> && !std::constructible_from<void*, RemoteAddress>);
static_assert(!std::constructible_from<RemoteAddress, double> && !std::constructible_from<bool, RemoteAddress>);
// A length is added to it, and is between two; other sums mean nothing.
static_assert(Adds<RemoteAddress, std::uint64_t> && !Adds<std::uint64_t, RemoteAddress>);
static_assert(!Adds<RemoteAddress, RemoteAddress>);
static_assert(std::same_as<decltype(RemoteAddress() - RemoteAddress()), std::uint64_t>);
static_assert(!Subtracts<std::uint64_t, RemoteAddress>);
static_assert(!Compares<RemoteAddress, std::uint64_t>);
// It costs what the number costs.
static_assert(std::is_trivially_copyable_v<RemoteAddress> && sizeof(RemoteAddress) == sizeof(std::uint64_t));

} // namespace

class TestRemoteAddress : public QObject
{
    Q_OBJECT

private slots:
    void reckonsAsTheProcessorDoes()
    {
        constexpr RemoteAddress last(~std::uint64_t{0});
        QVERIFY((last + 1).isNull() && RemoteAddress() - 1 == last);
        QCOMPARE(RemoteAddress(0x1010) - RemoteAddress(0x1000), std::uint64_t{0x10});
        QCOMPARE(RemoteAddress(0x1fff).alignedDown(0x1000).value(), std::uint64_t{0x1000});
        QCOMPARE(RemoteAddress(0x1fff).behindMultipleOf(0x1000), std::uint64_t{0xfff});
        RemoteAddress moved(8);
        moved += 8;
        QVERIFY(moved == RemoteAddress(16) && moved > RemoteAddress(8));
        QVERIFY((std::unordered_set{moved, RemoteAddress(16), RemoteAddress(17)}.size() == 2));
    }
};

DBGR_TEST(TestRemoteAddress);

} // namespace tst_remote_address

#include "tst_remote_address.moc"
