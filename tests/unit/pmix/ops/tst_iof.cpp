// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/ops/iof.h"
#include "pmix/types/all_types.h"
#include "pmix/types/status.h"
#include "tests/support/pmix/pmix_vectors.h"
#include "tests/support/run/test_class.h"
#include "util/string_util.h"

#include <QTest>

namespace tst_iof {

using namespace dbgr::pmix;
using namespace dbgr::test;
using dbgr::util::toHex;

class TestIof : public QObject
{
    Q_OBJECT

private slots:
    void pullIsWrittenAsCaptured();
    void pullOfAllJobsHasAnEmptyNamespace();
    void pullReplyHasTheServersId();
    void deliveriesAreRead();
    void deliveryMayEndWithoutPayload();
    void pushOfNothingClosesTheStream();
    void endOfInputIsSuccess();
};

void TestIof::pullIsWrittenAsCaptured()
{
    const auto session = loadPmixSession("iof-pull");
    const std::string_view captured = session.connections.front().entries.front().body();
    const Proc job{"prterun-vm-4094@1", kRankWildcard};
    const auto body = encodeIofPull({}, std::span(&job, 1), IofChannel::Stdout | IofChannel::Stderr, 1);
    QCOMPARE(toHex(body.value()), toHex(captured));
}

void TestIof::pullOfAllJobsHasAnEmptyNamespace()
{
    const Proc all{"", kRankWildcard};
    QCOMPARE(toHex(encodeIofPull({}, std::span(&all, 1), IofChannel::Stdout, 1).value()), std::string("0216"
                                                                                                      "0201"
                                                                                                      "020200feffffff0f"
                                                                                                      "0200"
                                                                                                      "0202"
                                                                                                      "0201"));
}

void TestIof::pullReplyHasTheServersId()
{
    QCOMPARE(decodeIofPullReply({}, std::string_view("\x02\x00\x02\x07", 4)).value(), std::uint64_t(7));
    QVERIFY(!decodeIofPullReply({}, std::string_view("\x02\x00", 2)));
    QCOMPARE(decodeIofPullReply({}, std::string_view("\x02\x5b", 2)).error().code,
             make_error_code(Status::ErrNotFound));
}

void TestIof::deliveriesAreRead()
{
    const auto session = loadPmixSession("iof-pull");
    int deliveries = 0;
    for (const VectorEntry& entry : session.connections.front().entries) {
        if (entry.header().tag != kIofTag)
            continue;
        const auto delivery = decodeIofDelivery(session.connections.front().format, entry.body());
        QVERIFY(delivery);
        QCOMPARE(delivery->source.nspace, "prterun-vm-4094@1");
        QVERIFY(delivery->channel == IofChannels(IofChannel::Stdout) ||
                delivery->channel == IofChannels(IofChannel::Stderr));
        QCOMPARE(delivery->localId, std::uint64_t(1));
        QVERIFY(!delivery->bytes.empty());
        ++deliveries;
    }
    QVERIFY(deliveries > 2);
}

void TestIof::deliveryMayEndWithoutPayload()
{
    const std::string_view noPayload("\x02\x02\x00\x00\x02\x02\x02\x01\x02\x00", 10);
    const auto delivery = decodeIofDelivery({}, noPayload);
    QVERIFY(delivery);
    QVERIFY(delivery->bytes.empty());
    for (std::size_t size = 0; size < noPayload.size(); ++size)
        QVERIFY(!decodeIofDelivery({}, noPayload.substr(0, size)));
}

void TestIof::pushOfNothingClosesTheStream()
{
    const Proc rank{"j", ProcRank(1)};
    const std::string data = encodeIofPush({}, std::span(&rank, 1), "hi").value();
    QCOMPARE(toHex(data), std::string("0217"
                                      "0201"
                                      "02046a0001"
                                      "0200"
                                      "02026869"));
    const std::string end = encodeIofPush({}, std::span(&rank, 1), "").value();
    QVERIFY(end.ends_with(std::string("\x02\x00", 2))); // a byte object of size 0
    QVERIFY(end.find("pmix.iof.cmp") != std::string::npos);
}

void TestIof::endOfInputIsSuccess()
{
    QVERIFY(decodeIofPushReply({}, std::string_view("\x02\xd9\x02", 3))); // -173
    QVERIFY(decodeIofPushReply({}, std::string_view("\x02\x00", 2)));
    QVERIFY(decodeIofPushReply({}, std::string_view("\x02\xa9\x06", 3))); // -405: taken, though the reader is behind
    QVERIFY(!decodeIofPushReply({}, std::string_view("\x02\x5b", 2)));
}

DBGR_TEST(TestIof);

} // namespace tst_iof

#include "tst_iof.moc"
