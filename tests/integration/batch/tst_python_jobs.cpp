// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs whose ranks are Python: stacks of ranks that run, and of ranks that stand, have the calls that the interpreters
// say themselves, in the place of their loops, and native frames everywhere else.
#include "tests/support/batch/job_environment.h"
#include "tests/support/launchers/user_job.h"
#include "tests/support/python/interpreters.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSet>
#include <QtTest>

#include <memory>
#include <utility>

namespace tst_python_jobs {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 4;
using Stacks = QMap<int, QSet<QString>>; ///< of ranks: the calls of a thread, the innermost first

QString loopName()
{
    return "_PyEval_EvalFrameDefault";
}

QSet<int> ranksOf(const QString& text)
{
    QSet<int> ranks;
    for (const QString& part : text.split(',')) {
        const QStringList ends = part.split('-');
        for (int rank = ends.first().toInt(); rank <= ends.last().toInt(); ++rank)
            ranks.insert(rank);
    }
    return ranks;
}

/// What a tree has of Python, and all of its functions.
class Reading
{
public:
    explicit Reading(const QJsonArray& roots) { add(roots, {}); }

    Stacks python;
    QSet<QString> functions; ///< that are not Python's

private:
    void add(const QJsonArray& nodes, const QStringList& callers)
    {
        for (const QJsonValue value : nodes) {
            const QJsonObject node = value.toObject();
            QStringList calls = callers;
            if (node["language"] == "Python")
                calls.prepend(node["function"].toString() + "|" + node["file"].toString() + "|" +
                              QString::number(node["line"].toInt()));
            else
                functions.insert(node["function"].toString());
            const QJsonArray callees = node["children"].toArray();
            int ending = node["threads"].toInt();
            for (const QJsonValue callee : callees)
                ending -= callee["threads"].toInt();
            if (ending > 0 && !calls.isEmpty()) {
                for (const int rank : ranksOf(node["ranks"].toString()))
                    python[rank].insert(calls.join('\n'));
            }
            add(callees, calls);
        }
    }
};

/// As the ranks have written it.
Stacks saidBy(const QString& path)
{
    Stacks said;
    for (int rank = 0; rank < kRanks; ++rank) {
        QFile file(path + "." + QString::number(rank));
        if (!file.open(QIODevice::ReadOnly))
            return {};
        QStringList calls;
        for (const QString& line : QString::fromUtf8(file.readAll()).split('\n')) {
            if ((line.startsWith("thread ") || line == "end") && !calls.isEmpty())
                said[rank].insert(std::exchange(calls, {}).join('\n'));
            else if (!line.startsWith("thread "))
                calls << line;
        }
    }
    return said;
}

/// The interpreter tells of all threads but the one that does.
void leaveOutTeller(Stacks& stacks)
{
    for (QSet<QString>& threads : stacks)
        threads.removeIf([](const QString& calls) { return calls.contains("\nwatch|"); });
}

bool isInOrder(const QByteArray& line, const QByteArrayList& parts)
{
    qsizetype at = 0;
    for (const QByteArray& part : parts)
        at = at < 0 ? at : line.indexOf(part, at);
    return at >= 0;
}

/// Deep stacks are cut at their outer end: what is left of them becomes the whole.
void completeDeepOnes(Stacks& ours, const Stacks& said)
{
    constexpr qsizetype kDeep = 256, kFew = 20; // calls
    for (int rank = 0; rank < kRanks; ++rank) {
        for (const QString& whole : said[rank]) {
            const auto isRest = [&](const QString& calls) {
                return whole.startsWith(calls + "\n") && calls.count('\n') >= kFew;
            };
            if (whole.count('\n') > kDeep && ours[rank].removeIf(isRest) == 1)
                ours[rank].insert(whole);
        }
    }
}

QByteArray difference(const Stacks& ours, const Stacks& said)
{
    QByteArray text;
    for (int rank = 0; rank < kRanks; ++rank) {
        for (const QString& calls : ours[rank] - said[rank])
            text += "rank " + QByteArray::number(rank) + ", only ours:\n" + calls.toUtf8() + "\n";
        for (const QString& calls : said[rank] - ours[rank])
            text += "rank " + QByteArray::number(rank) + ", only Python's:\n" + calls.toUtf8() + "\n";
    }
    return text;
}

} // namespace

class TestPythonJobs : public QObject
{
    Q_OBJECT

private slots:
    void ranksThatRunAreWhereTheySay_data() { addPythonRows(); }
    void ranksThatRunAreWhereTheySay()
    {
        start();
        const QByteArray said = ask({"--stacks", launcher(), "--json"});
        compare(QJsonDocument::fromJson(said).object()["stacks"].toArray(), said);
    }

    void ranksThatStandAreWhereTheySay_data() { addPythonRows(); }
    void ranksThatStandAreWhereTheySay()
    {
        start();
        const QByteArray said = ask({"--batch", "--json", "--attach", launcher(), "-c", "threads", "-c", "stacks all",
                                     "-c", "detach", "-c", "quit"});
        QJsonArray stacks;
        for (const QByteArray& line : said.split('\n')) {
            const QJsonObject object = QJsonDocument::fromJson(line).object();
            if (object["reply"] == "stacks")
                stacks = object["stacks"].toArray();
        }
        compare(stacks, said);
    }

    void ranksOfMpi4pyAreWhereTheyWait()
    {
        m_job = std::make_unique<UserJob>();
        m_job->environment().remove("OMPI_MCA_btl"); // Debian's is Open MPI 4, whose components have other names
        m_job->start({builtProgram("dbgrun"), "-n", "3", pythons().first(), DBGR_PYTHON_MPI});
        QByteArray said;
        const auto areWaiting = [&] {
            said = ask({"--stacks", launcher(), "--folded"});
            return said.contains("PMPI_Barrier") && said.contains("PMPI_Mprobe");
        };
        QTRY_VERIFY2_WITH_TIMEOUT(areWaiting(), said + m_job->transcript(), 60000);
        for (const QByteArray& line : said.split('\n')) {
            if (line.contains("PMPI_Barrier"))
                QVERIFY2(isInOrder(line, {"<module> at mpi_python.py:17", "Solver.relax at mpi_python.py:11",
                                          "Solver.exchange at mpi_python.py:14", "PMPI_Barrier"}),
                         line);
            if (line.contains("PMPI_Mprobe"))
                QVERIFY2(
                    isInOrder(line, {"<module> at mpi_python.py:17", "Solver.relax at mpi_python.py:9", "PMPI_Mprobe"}),
                    line);
        }
    }

private:
    void start()
    {
        QFETCH(QString, python);
        m_job = std::make_unique<UserJob>();
        m_job->environment().insert("DBGR_SAID", m_job->folder() + "/said");
        m_job->start({builtProgram("dbgrun"), "-n", QString::number(kRanks), python, DBGR_PYTHON_CALLS, "by-rank"});
        QTRY_VERIFY2_WITH_TIMEOUT(!saidBy(m_job->folder() + "/said").isEmpty(), m_job->transcript(), 60000);
    }

    QString launcher() const { return QString::number(m_job->launcherPid()); }

    QByteArray ask(const QStringList& arguments)
    {
        QProcess dbgr;
        dbgr.setProcessEnvironment(m_job->environment());
        dbgr.start(builtProgram("dbgr"), arguments);
        dbgr.waitForFinished(120000);
        return dbgr.readAllStandardOutput() + dbgr.readAllStandardError();
    }

    void compare(const QJsonArray& stacks, const QByteArray& transcript)
    {
        Reading read(stacks);
        Stacks said = saidBy(m_job->folder() + "/said");
        leaveOutTeller(read.python);
        leaveOutTeller(said);
        completeDeepOnes(read.python, said);
        QVERIFY2(read.python == said, difference(read.python, said) + transcript.left(20000));
        for (const QString& function : read.functions)
            QVERIFY2(!function.startsWith(loopName()) && !function.contains("of Python"), qPrintable(function));
        QVERIFY2(read.functions.contains("qsort") || read.functions.contains("qsort_r"), transcript.left(20000));
    }

    std::unique_ptr<UserJob> m_job;
};

DBGR_TEST(TestPythonJobs, QCoreApplication);

} // namespace tst_python_jobs

#include "tst_python_jobs.moc"
