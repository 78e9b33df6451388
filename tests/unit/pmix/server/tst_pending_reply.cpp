// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/ops/reply.h"
#include "pmix/server/pending_reply.h"
#include "pmix/types/all_types.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_pending_reply {

using namespace dbgr::pmix;
using namespace dbgr;

class TestPendingReply : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_sent.clear(); }
    void answersOnce();
    void whatIsForgottenIsAnsweredAllTheSame();
    void someCommandsHaveNoReply();
    void errorsKeepTheirStatus_data();
    void errorsKeepTheirStatus();
    void whatCannotBeEncodedIsTold();

private:
    Reply reply()
    {
        return std::make_shared<PendingReply>(
            WireFormat{}, [this](std::optional<std::string> body) { m_sent.push_back(std::move(body)); });
    }
    std::error_code code() const
    {
        const auto result = decodeStatusReply({}, m_sent.at(0).value());
        return result ? std::error_code() : result.error().code;
    }

    std::vector<std::optional<std::string>> m_sent;
};

void TestPendingReply::answersOnce()
{
    auto pending = reply();
    const Answer<void> answer = statusAnswer(pending);
    answer(util::ok());
    answer(util::fail(Status::ErrTimeout, "again"));
    pending->body(std::string("and again"));
    QCOMPARE(m_sent.size(), std::size_t(1));
    QVERIFY(!code());
}

void TestPendingReply::whatIsForgottenIsAnsweredAllTheSame()
{
    {
        const Answer<int> answer = bodyAnswer<int>(reply(), [](int) { return util::Result<std::string>(""); });
        QVERIFY(m_sent.empty());
    }
    QCOMPARE(code(), make_error_code(Status::Error));
}

void TestPendingReply::someCommandsHaveNoReply()
{
    reply()->none();
    QCOMPARE(m_sent.size(), std::size_t(1));
    QVERIFY(!m_sent.front());
}

void TestPendingReply::errorsKeepTheirStatus_data()
{
    QTest::addColumn<int>("from");
    QTest::addColumn<bool>("isErrno");
    QTest::addColumn<int>("to");
    QTest::newRow("a status") << int(Status::ErrNotFound) << false << int(Status::ErrNotFound);
    QTest::newRow("EPERM") << EPERM << true << int(Status::ErrNoPermissions);
    QTest::newRow("ENOENT") << ENOENT << true << int(Status::ErrNotFound);
    QTest::newRow("another of the system") << EIO << true << int(Status::Error);
}

void TestPendingReply::errorsKeepTheirStatus()
{
    QFETCH(int, from);
    QFETCH(bool, isErrno);
    QFETCH(int, to);
    const auto error = isErrno ? util::systemError(from, "trying")
                               : util::Error{make_error_code(static_cast<Status>(from)), "trying", {}};
    statusAnswer(reply())(util::fail(error));
    QCOMPARE(code(), make_error_code(static_cast<Status>(to)));
}

void TestPendingReply::whatCannotBeEncodedIsTold()
{
    reply()->body(util::fail(Status::ErrBadParam, "too long"));
    QCOMPARE(code(), make_error_code(Status::ErrPackFailure));
}

DBGR_TEST(TestPendingReply);

} // namespace tst_pending_reply

#include "tst_pending_reply.moc"
