// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of ranks on their way to dbgd-engine: gathered from whoever holds the ranks, handed over, and taken there by
// the requests that they belong to.
#include "dbgdaemon/engine/process/samples.h"
#include "net/datagram.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <map>
#include <sys/mman.h>
#include <unistd.h>

namespace tst_engine_samples {

using namespace dbgr;
using namespace dbgr::daemon;
using util::Rank;
using util::RankSet;

namespace {

util::UniqueFd fileWith(char letter)
{
    util::UniqueFd file(::memfd_create("sample", MFD_CLOEXEC));
    return ::write(file.get(), &letter, 1) == 1 ? std::move(file) : util::UniqueFd();
}

/// "0a 2b": ranks, and what is in their files.
QString textOf(const std::vector<RankSample>& samples)
{
    QStringList parts;
    for (const RankSample& sample : samples) {
        char letter = '?';
        static_cast<void>(::pread(sample.file.get(), &letter, 1, 0));
        parts += QString::number(sample.rank.value()) + letter;
    }
    return parts.join(' ');
}

} // namespace

class TestEngineSamples : public QObject
{
    Q_OBJECT

    util::UniqueFd m_ours;
    std::optional<SampleDesk> m_desk;

    void give(std::uint32_t rank, char letter)
    {
        const RankSample sample{Rank(rank), fileWith(letter)};
        QVERIFY(handOver(m_ours.get(), sample).has_value());
    }

private slots:
    void init()
    {
        auto pair = net::controlSocketPair();
        QVERIFY(pair.has_value());
        m_ours = std::move(pair->first);
        m_desk.emplace(std::move(pair->second));
    }

    void theyComeToTheRequestThatTheyWereSentFor()
    {
        give(0, 'a');
        give(2, 'b');
        QVERIFY(m_desk->receive().has_value());
        give(2, 'c'); // of the next request
        QVERIFY(m_desk->receive().has_value());
        QCOMPARE(textOf(m_desk->take(RankSet::firstN(3))), QString("0a 2b"));
        QCOMPARE(textOf(m_desk->take(RankSet::firstN(3))), QString("2c"));
        QCOMPARE(textOf(m_desk->take(RankSet::firstN(3))), QString());
    }

    void aBusySocketIsForLater()
    {
        std::size_t given = 0;
        while (given < 100000) {
            const auto sent = handOver(m_ours.get(), RankSample{Rank(7), fileWith('x')});
            if (!sent) {
                QVERIFY(net::isForLater(sent.error()));
                break;
            }
            ++given;
        }
        QVERIFY(given > 0 && given < 100000);
        QVERIFY(m_desk->receive().has_value());
        QVERIFY(handOver(m_ours.get(), RankSample{Rank(7), fileWith('y')}).has_value());
        for (std::size_t i = 0; i < given; ++i)
            QCOMPARE(textOf(m_desk->take(RankSet(Rank(7)))), QString("7x"));
    }

    void whatIsNoSampleIsRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("hasFile");
        QTest::newRow("short") << QByteArray("abc") << true;
        QTest::newRow("no file") << QByteArray("abcd") << false;
    }
    void whatIsNoSampleIsRefused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, hasFile);
        const util::UniqueFd file = fileWith('a');
        QVERIFY(net::sendDatagram(m_ours.get(), bytes.toStdString(), std::span(&file, hasFile ? 1 : 0)).has_value());
        const auto received = m_desk->receive();
        QVERIFY(!received && received.error().code == std::errc::bad_message);
    }

    void theEndOfTheOtherSideIsSaid()
    {
        m_ours.reset();
        const auto received = m_desk->receive();
        QVERIFY(!received && received.error().code == std::errc::connection_reset);
    }
};

DBGR_TEST(TestEngineSamples);

} // namespace tst_engine_samples

#include "tst_engine_samples.moc"
