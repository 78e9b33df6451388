// SPDX-License-Identifier: GPL-3.0-or-later
// Matrices of Eigen's: shown row by row with their size, and compared with all that they hold.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"

namespace tst_lldb_eigen {

using namespace dbgr;
using test::lineOf;
using test::LldbRig;
using util::Rank;
using util::RankSet;

class TstLldbEigen : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        for (const char* where : {"none", "last", "shape"})
            m_rig.start("eigen", {where});
        QVERIFY(m_rig.attach());
        static_cast<void>(m_rig.runTo(debug::SourceLine{"eigen.cpp", lineOf("eigen.cpp", "std::fflush")}));
    }

    void isShownRowByRow_data()
    {
        QTest::addColumn<QString>("shown");
        QTest::newRow("fixed") << "2x3 {1, 2, 3, 4, 5, 6}";
        QTest::newRow("byRows") << "2x3 {1, 2, 3, 4, 5, 6}";
        QTest::newRow("dynamic") << "2x3 {1, 2, 3, 4, 5, 6}";
        QTest::newRow("tall") << "3x2 {1, 2, 3, 4, 5, 6}";
        QTest::newRow("wide") << "2x3 {1, 3, 5, 2, 4, 6}";
        QTest::newRow("bounded") << "2x3 {1, 2, 3, 4, 5, 6}";
        QTest::newRow("vector") << "3x1 {0.5, 1.5, 2.5}";
        QTest::newRow("row") << "1x4 {1, 2, 3, 4}";
        QTest::newRow("array") << "2x2 {0.25, 0.25, 0.25, 0.25}";
        QTest::newRow("empty") << "0x0";
        QTest::newRow("reference") << "2x3 {1, 2, 3, 4, 5, 6}";
    }
    void isShownRowByRow()
    {
        QFETCH(QString, shown);
        QCOMPARE(valuesOf(QTest::currentDataTag(), RankSet(Rank(0))).at(0).value, shown.toStdString());
    }

    void differsByItsLastElementAndByItsShape()
    {
        for (const char* name : {"dynamic", "fixed", "vector"})
            QCOMPARE(valuesOf(name, m_rig.all()).at(0).ranks.toString(), std::string("0-2"));
        const auto large = valuesOf("large", m_rig.all());
        QCOMPARE(large.size(), std::size_t(3));
        QVERIFY(large.at(2).value.starts_with("50x200 {0, 0, "));
        QVERIFY(!large.at(0).content.partial);
        const auto lengthy = valuesOf("lengthy", m_rig.all());
        QCOMPARE(lengthy.size(), std::size_t(2));
        QCOMPARE(lengthy.at(0).ranks.toString(), std::string("0,2"));
    }

private:
    std::vector<debug::ValueGroup> valuesOf(const std::string& name, const RankSet& ranks)
    {
        debug::Evaluate question;
        question.expression = name;
        question.frame = 0;
        return m_rig.client().get<debug::ValuesReply>(ranks, question).values;
    }
    LldbRig m_rig;
};

DBGR_TEST(TstLldbEigen, QCoreApplication);

} // namespace tst_lldb_eigen

#include "tst_lldb_eigen.moc"
