// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks as data of a drag: what is read again, and what of others is not.
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"
#include "ui/ranks/rank_drag.h"

#include <QMimeData>

namespace tst_rank_drag {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

/// What our own data are, up to the ranks.
QByteArray mark()
{
    const QByteArray bytes = makeRanksData({test::ranks("3"), {}})->data(kRanksMimeType);
    return bytes.left(bytes.indexOf('\n') + 1);
}

} // namespace

class TestRankDrag : public QObject
{
    Q_OBJECT

private slots:
    void isReadAgain_data()
    {
        QTest::addColumn<QString>("ranks");
        QTest::addColumn<QString>("group");
        QTest::newRow("ranks") << "0-3,7"
                               << "";
        QTest::newRow("a group") << "0-3"
                                 << "front";
        QTest::newRow("a place") << "0-3"
                                 << "program:\"my ring\"";
        QTest::newRow("a group without ranks") << ""
                                               << "bad";
    }
    void isReadAgain()
    {
        QFETCH(QString, ranks);
        QFETCH(QString, group);
        DraggedRanks what;
        what.group = group.toStdString();
        if (!ranks.isEmpty())
            what.ranks = test::ranks(ranks.toStdString());
        const auto data = makeRanksData(what);
        QCOMPARE(data->formats(), QStringList(QLatin1String(kRanksMimeType)));
        const auto read = readRanksData(data.get());
        QVERIFY(read && *read == what);
    }

    void ofOthersNothingIsRead_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QByteArray>("bytes");
        const QString ours = QLatin1String(kRanksMimeType);
        QTest::newRow("text") << QString("text/plain") << QByteArray("0-3");
        QTest::newRow("another type") << QString("application/x-dbgr") << mark() + "0-3\n";
        QTest::newRow("nothing") << ours << QByteArray();
        QTest::newRow("without a mark") << ours << QByteArray("0-3\n");
        QTest::newRow("another process") << ours << QByteArray("{01234567-89ab-cdef-0123-456789abcdef}\n0-3\n");
        QTest::newRow("the mark alone") << ours << mark();
        QTest::newRow("without an end") << ours << mark() + "0-3";
        QTest::newRow("neither ranks nor group") << ours << mark() + "\n";
        QTest::newRow("no ranks") << ours << mark() + "three\n";
        QTest::newRow("words") << ours << mark() + "all\n";
        QTest::newRow("backwards") << ours << mark() + "7-3\n";
        QTest::newRow("too large") << ours << mark() + "4294967296\n";
        QTest::newRow("too long") << ours << mark() + "1\n" + QByteArray(2 << 20, 'x');
    }
    void ofOthersNothingIsRead()
    {
        QFETCH(QString, type);
        QFETCH(QByteArray, bytes);
        QMimeData data;
        data.setData(type, bytes);
        QVERIFY(!readRanksData(&data));
        QVERIFY(!readRanksData(nullptr));
    }
};

DBGR_TEST(TestRankDrag, QApplication);

} // namespace tst_rank_drag

#include "tst_rank_drag.moc"
