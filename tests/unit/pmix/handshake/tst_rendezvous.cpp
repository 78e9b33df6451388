// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/handshake/rendezvous.h"
#include "pmix/types/status.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <map>

#include <unistd.h>

namespace tst_rendezvous {

using namespace dbgr::pmix;
using dbgr::util::Pid;

class TestRendezvous : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void followsThePrecedenceOfTheStandard();
    void goesOnOnlyBehindSystemFirst();
    void findsBothLayoutsOfPrrte();
    void matchesWholeNamesOnly();
    void aFileOfNoUseIsSaid();
    void takesTheNamespaceFile();
    void oneServerWithTwoFilesIsOne();
    void doesNotFollowLinks();
    void doesNotGoTooDeep();
    void readsAttachmentFilesAndFileUris();
    void findsTheSystemServer();
    void saysWhereItLooked();
    void triesDeadServersLast();
    void takesDirectoriesFromTheEnvironment();

private:
    void put(const QString& name, const QByteArray& nspace, const QByteArray& pid = "1") const
    {
        QVERIFY(QDir().mkpath(QFileInfo(m_dir->filePath(name)).path()));
        QFile file(m_dir->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(nspace + ".0;tcp4://127.0.0.1:4711\n5.0.7\n" + pid + "\n0:0\nnow\n\n");
    }
    dbgr::util::Result<std::vector<ServerContact>> find(RendezvousStep step, const ServerSelection& selection) const
    {
        return findServers(step, selection, m_places);
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    RendezvousPlaces m_places;
};

void TestRendezvous::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    m_places.sessionDir = m_places.systemDir = m_dir->path().toStdString();
    m_places.hostNames = {"node7", "node7.example.org"};
}

void TestRendezvous::followsThePrecedenceOfTheStandard()
{
    using Step = RendezvousStep;
    ServerSelection all;
    all.attachFile = "f";
    all.uri = "u";
    all.pid = Pid(1);
    all.nspace = "n";
    all.systemOnly = all.systemFirst = all.scheduler = true;
    QVERIFY(rendezvousSteps(all) == std::vector{Step::AttachFile});
    all.attachFile.reset();
    QVERIFY(rendezvousSteps(all) == std::vector{Step::Uri});
    all.uri.reset();
    QVERIFY(rendezvousSteps(all) == std::vector{Step::Pid});
    all.pid.reset();
    QVERIFY(rendezvousSteps(all) == std::vector{Step::Nspace});
    all.nspace.reset();
    QVERIFY(rendezvousSteps(all) == std::vector{Step::System});
    all.systemOnly = false;
    QVERIFY(rendezvousSteps(all) == std::vector{Step::Scheduler});
    all.scheduler = false;
    QVERIFY((rendezvousSteps(all) == std::vector{Step::SystemFirst, Step::Search}));
    QVERIFY(rendezvousSteps({}) == std::vector{Step::Search});
}

void TestRendezvous::goesOnOnlyBehindSystemFirst()
{
    QVERIFY(mayWait(RendezvousStep::Pid));
    QVERIFY(mayWait(RendezvousStep::AttachFile));
    QVERIFY(!mayWait(RendezvousStep::Search));
    QVERIFY(!mayWait(RendezvousStep::Uri));
}

void TestRendezvous::findsBothLayoutsOfPrrte()
{
    put("prterun.node7.12.0/pmix.node7.tool.12", "three");
    put("prtrn.13/pmix.node7.tool.13", "four");
    put("prte.14/pmix.node7.example.org.tool.14", "dvm");
    for (const auto& [pid, nspace] : {std::pair(12, "three"), std::pair(13, "four"), std::pair(14, "dvm")}) {
        ServerSelection selection;
        selection.pid = Pid(pid);
        const auto found = find(RendezvousStep::Pid, selection);
        QVERIFY(found);
        QCOMPARE(found->size(), 1u);
        QCOMPARE(found->front().uri.server.nspace, nspace);
    }
}

void TestRendezvous::matchesWholeNamesOnly()
{
    put("a/pmix.node7.tool.123", "other");
    put("a/pmix.node8.tool.12", "elsewhere");
    ServerSelection selection;
    selection.pid = Pid(12);
    QVERIFY(!find(RendezvousStep::Pid, selection));
}

void TestRendezvous::aFileOfNoUseIsSaid()
{
    put("a/pmix.node7.tool.12", "launcher");
    QFile file(m_dir->filePath("a/pmix.node7.tool.12"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("nonsense\n") > 0);
    file.close();
    ServerSelection selection;
    selection.pid = Pid(12);
    const auto found = find(RendezvousStep::Pid, selection);
    QVERIFY(!found);
    QCOMPARE(found.error().code, make_error_code(Status::ErrNotFound));
    QVERIFY(found.error().detail.find("a/pmix.node7.tool.12") != std::string::npos);
}

void TestRendezvous::takesTheNamespaceFile()
{
    put("a/pmix.node7.tool.prterun-node7-12@0", "prterun-node7-12@0");
    ServerSelection selection;
    selection.nspace = "prterun-node7-12@0";
    QVERIFY(find(RendezvousStep::Nspace, selection));
    selection.nspace = "prterun-node7-1";
    QVERIFY(!find(RendezvousStep::Nspace, selection));
}

void TestRendezvous::oneServerWithTwoFilesIsOne()
{
    put("a/pmix.node7.tool.12", "same");
    put("a/pmix.node7.tool.same", "same");
    put("a/pmix.node7.tool", "same");
    const auto found = find(RendezvousStep::Search, {});
    QVERIFY(found);
    QCOMPARE(found->size(), 1u);
}

void TestRendezvous::doesNotFollowLinks()
{
    QTemporaryDir elsewhere;
    const QByteArray target = elsewhere.path().toUtf8();
    QFile file(elsewhere.filePath("pmix.node7.tool.12"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("x.0;tcp4://127.0.0.1:1\n");
    file.close();
    QCOMPARE(::symlink(target.constData(), m_dir->filePath("link").toUtf8().constData()), 0);
    QVERIFY(!find(RendezvousStep::Search, {}));
}

void TestRendezvous::doesNotGoTooDeep()
{
    put("1/2/3/pmix.node7.tool.12", "deep");
    QVERIFY(find(RendezvousStep::Search, {}));
    init();
    put("1/2/3/4/pmix.node7.tool.12", "too deep");
    QVERIFY(!find(RendezvousStep::Search, {}));
}

void TestRendezvous::readsAttachmentFilesAndFileUris()
{
    put("contact", "attached");
    ServerSelection selection;
    selection.attachFile = m_dir->filePath("contact").toStdString();
    QCOMPARE(find(RendezvousStep::AttachFile, selection).value().front().uri.server.nspace, "attached");
    selection.uri = "file:" + *selection.attachFile;
    QCOMPARE(find(RendezvousStep::Uri, selection).value().front().uri.server.nspace, "attached");
    selection.uri = "direct.0;tcp4://127.0.0.1:1";
    QCOMPARE(find(RendezvousStep::Uri, selection).value().front().uri.server.nspace, "direct");
}

void TestRendezvous::findsTheSystemServer()
{
    QVERIFY(!find(RendezvousStep::SystemFirst, {}));
    put("pmix.sys.node7.example.org", "system");
    QCOMPARE(find(RendezvousStep::System, {}).value().front().uri.server.nspace, "system");
    put("pmix.sched.node7", "scheduler");
    QCOMPARE(find(RendezvousStep::Scheduler, {}).value().front().uri.server.nspace, "scheduler");
}

void TestRendezvous::saysWhereItLooked()
{
    ServerSelection selection;
    selection.pid = Pid(99);
    const auto found = find(RendezvousStep::Pid, selection);
    QVERIFY(!found);
    QCOMPARE(found.error().code, make_error_code(Status::ErrNotFound));
    const auto text = QString::fromStdString(found.error().message());
    QVERIFY(text.contains("99"));
    QVERIFY(text.contains(m_dir->path()));
    QVERIFY(!found.error().advice.empty());
}

void TestRendezvous::triesDeadServersLast()
{
    put("a/pmix.node7.tool.1", "dead", "2147483647"); // above any pid
    put("b/pmix.node7.tool.2", "alive", QByteArray::number(::getpid()));
    const auto found = find(RendezvousStep::Search, {});
    QVERIFY(found);
    QCOMPARE(found->size(), 2u);
    QCOMPARE(found->front().uri.server.nspace, "alive");
}

void TestRendezvous::takesDirectoriesFromTheEnvironment()
{
    std::map<std::string, std::string> variables{{"TMPDIR", "/t"}, {"PMIX_HOSTNAME", "a.b.c"}};
    const auto getEnv = [&](const char* name) {
        const auto found = variables.find(name);
        return found == variables.end() ? nullptr : found->second.c_str();
    };
    auto places = RendezvousPlaces::fromEnvironment(getEnv);
    QCOMPARE(places.sessionDir, "/t");
    QCOMPARE(places.systemDir, "/t");
    QVERIFY((places.hostNames == std::vector<std::string>{"a", "a.b.c"}));

    variables["PMIX_SERVER_TMPDIR"] = "/s";
    variables["PMIX_SYSTEM_TMPDIR"] = "/y";
    places = RendezvousPlaces::fromEnvironment(getEnv);
    QCOMPARE(places.sessionDir, "/s");
    QCOMPARE(places.systemDir, "/y");

    variables.clear();
    places = RendezvousPlaces::fromEnvironment(getEnv);
    QCOMPARE(places.sessionDir, "/tmp");
    QVERIFY(!places.hostNames.empty());
}

DBGR_TEST(TestRendezvous);

} // namespace tst_rendezvous

#include "tst_rendezvous.moc"
