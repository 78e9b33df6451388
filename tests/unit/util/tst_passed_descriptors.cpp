// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run/test_class.h"
#include "util/passed_descriptors.h"

#include <QtTest>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>

namespace tst_passed_descriptors {

using namespace dbgr;

class TestPassedDescriptors : public QObject
{
    Q_OBJECT

    util::UniqueFd m_ours;
    util::UniqueFd m_theirs;

    void connectBy(int type)
    {
        int ends[2];
        QCOMPARE(::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends), 0);
        m_ours.reset(ends[0]);
        m_theirs.reset(ends[1]);
    }
    [[nodiscard]] static std::vector<util::UniqueFd> opened(std::size_t count)
    {
        std::vector<util::UniqueFd> descriptors;
        for (std::size_t i = 0; i < count; ++i)
            descriptors.emplace_back(::open("/dev/null", O_RDWR));
        return descriptors;
    }
    [[nodiscard]] static bool isDevNull(int fd)
    {
        struct stat status, null;
        return ::fstat(fd, &status) == 0 && ::stat("/dev/null", &null) == 0 && status.st_rdev == null.st_rdev;
    }

private slots:
    void arriveWithTheBytes_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<int>("count");
        for (const int count : {0, 1, 3}) {
            QTest::addRow("%d, in a stream", count) << int(SOCK_STREAM) << count;
            QTest::addRow("%d, in a message", count) << int(SOCK_SEQPACKET) << count;
        }
    }
    void arriveWithTheBytes()
    {
        QFETCH(int, type);
        QFETCH(int, count);
        connectBy(type);
        QVERIFY(util::sendWithDescriptors(m_ours.get(), "hello", opened(static_cast<std::size_t>(count))));
        const auto received = util::receiveWithDescriptors(m_theirs.get(), 100);
        QVERIFY(received && *received);
        QCOMPARE((*received)->bytes, std::string("hello"));
        QCOMPARE((*received)->descriptors.size(), static_cast<std::size_t>(count));
        for (const util::UniqueFd& fd : (*received)->descriptors) {
            QVERIFY(isDevNull(fd.get()));
            QVERIFY((::fcntl(fd.get(), F_GETFD) & FD_CLOEXEC) != 0);
        }
    }

    void moreThanFitAreNotSent()
    {
        connectBy(SOCK_STREAM);
        QVERIFY(!util::sendWithDescriptors(m_ours.get(), "x", opened(util::kMaxPassedDescriptors + 1)));
        QVERIFY(!*util::receiveWithDescriptors(m_theirs.get(), 100));
    }

    void nothingYetIsNoEnd()
    {
        connectBy(SOCK_STREAM);
        const auto nothing = util::receiveWithDescriptors(m_theirs.get(), 100);
        QVERIFY(nothing && !*nothing);
        m_ours.reset();
        const auto end = util::receiveWithDescriptors(m_theirs.get(), 100);
        QVERIFY(!end && end.error().code == std::errc::connection_reset);
        QVERIFY(!util::sendWithDescriptors(m_theirs.get(), "x", {}));
    }

    void whoDoesNotReadIsNotWaitedFor()
    {
        connectBy(SOCK_STREAM);
        const std::string much(1 << 20, 'x');
        util::Result<void> sent;
        for (int i = 0; i < 100 && sent; ++i)
            sent = util::sendWithDescriptors(m_ours.get(), much, {});
        QVERIFY(!sent && sent.error().code == std::errc::resource_unavailable_try_again);
    }
};

DBGR_TEST(TestPassedDescriptors);

} // namespace tst_passed_descriptors

#include "tst_passed_descriptors.moc"
