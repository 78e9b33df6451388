// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "corefile/build_id.h"
#include "corefile/core_file.h"
#include "tests/support/corefile/core_builder.h"
#include "tests/support/run/test_class.h"

#include <QTemporaryDir>

#include <sys/stat.h>

namespace tst_core_file {

using namespace dbgr;
using corefile::CoreFile;
using corefile::readCoreFile;
using corefile::TextSource;
using test::CoreText;
using test::makeCore;

namespace {

CoreFile read(const CoreText& text)
{
    return readCoreFile(TextSource(makeCore(text))).value_or(CoreFile{});
}

QString problemOf(const std::string& bytes)
{
    const auto core = readCoreFile(TextSource(bytes));
    return core ? QString() : QString::fromStdString(core.error().message());
}

} // namespace

class TestCoreFile : public QObject
{
    Q_OBJECT

private slots:
    void theProcessIsTold();
    void theSignalIsInTheThreadsStatusToo();
    void theFirstThreadStandsInForTheProcess();
    void theEnvironmentIsTheOneOfTheStart();
    void moreSegmentsThanTheHeaderCanCount();
    void aDeletedProgramHasItsPathStill();
    void theBuildIdIsTheProgramsOwn();
    void whatIsNoCoreFileIsRefusedWithWords_data();
    void whatIsNoCoreFileIsRefusedWithWords();
    void aCutOffFileTellsWhatIsThereOrIsRefused();
    void memoryThatIsMissingIsCounted();
    void oneChangedByteNeverHurts();
    void whatIsNoFileIsRefused();
};

void TestCoreFile::theProcessIsTold()
{
    const CoreFile core = read({});
    QCOMPARE(core.pid.value(), 4711);
    QCOMPARE(core.signal, 11);
    QCOMPARE(core.command, std::string("./app -v"));
    QCOMPARE(core.executable, std::string("/bin/app"));
    QCOMPARE(core.environment, std::vector<std::string>{"PATH=/bin"});
    QCOMPARE(core.missingBytes, 0U);
}

void TestCoreFile::theSignalIsInTheThreadsStatusToo()
{
    CoreText text;
    text.signalInfo = false;
    text.signal = 6;
    QCOMPARE(read(text).signal, 6);
}

void TestCoreFile::theFirstThreadStandsInForTheProcess()
{
    CoreText text;
    text.processInfo = false;
    QCOMPARE(read(text).pid.value(), 4711);
    QCOMPARE(read(text).command, std::string());
}

void TestCoreFile::theEnvironmentIsTheOneOfTheStart()
{
    CoreText text;
    text.environment = {"PMI_RANK=3", "EMPTY=", "no variable", "PMI_SIZE=4", "HOME=/root"};
    const std::vector<std::string> expected{"PMI_RANK=3", "EMPTY=", "PMI_SIZE=4", "HOME=/root"};
    QCOMPARE(read(text).environment, expected);
    text.environment.clear();
    QVERIFY(read(text).environment.empty());
}

void TestCoreFile::moreSegmentsThanTheHeaderCanCount()
{
    CoreText text;
    text.manySegments = true;
    QCOMPARE(read(text).pid.value(), 4711);
    QCOMPARE(read(text).environment.size(), std::size_t(1));
}

void TestCoreFile::aDeletedProgramHasItsPathStill()
{
    CoreText text;
    text.program = "/bin/app (deleted)";
    QCOMPARE(read(text).executable, std::string("/bin/app"));
}

void TestCoreFile::theBuildIdIsTheProgramsOwn()
{
    CoreText text;
    text.buildId = "\x01\xff\x20";
    QCOMPARE(read(text).buildId, std::string("01ff20"));
    QCOMPARE(corefile::buildIdOf(TextSource(test::makeProgram(text.buildId))), std::string("01ff20"));
    QCOMPARE(corefile::buildIdOf(TextSource("#!/bin/sh")), std::string());
}

void TestCoreFile::whatIsNoCoreFileIsRefusedWithWords_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const std::string& bytes, const char* words) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << words;
    };
    CoreText text;
    text.bits = 1;
    row("32-bit", makeCore(text), "it is of a 32-bit process; dbgr debugs 64-bit ones only");
    text = {};
    text.machine = 8;
    row("another machine", makeCore(text), "machine, and this one is");
    row("program", test::makeProgram("id"), "it is a program or a library, not a core file");
    row("script", "#!/bin/sh\n", "it is a script, not a core file");
    row("text", "core dumped\n", "it is no ELF file, thus neither a core file nor a program");
    row("nothing", "", "the file is empty");
    row("compressed", "\x28\xb5\x2f\xfd...", "it is compressed (zstd)");
    row("minidump", "MDMP....", "it is a minidump");
}

void TestCoreFile::whatIsNoCoreFileIsRefusedWithWords()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QString, words);
    const QString problem = problemOf(bytes.toStdString());
    QVERIFY2(problem.contains(words), qPrintable(problem));
}

void TestCoreFile::aCutOffFileTellsWhatIsThereOrIsRefused()
{
    const std::string whole = makeCore({});
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto core = readCoreFile(TextSource(whole.substr(0, size)));
        if (core)
            QVERIFY(core->missingBytes > 0 && core->pid.value() == 4711);
        else
            QVERIFY(!core.error().detail.empty());
    }
    QVERIFY(problemOf(whole.substr(0, 63)).contains("cut off"));
    QVERIFY(problemOf(whole.substr(0, 100)).contains("cut off within the table of its segments"));
    QVERIFY(problemOf(whole.substr(0, 300)).contains("cut off or broken within its notes"));
}

void TestCoreFile::memoryThatIsMissingIsCounted()
{
    const std::string whole = makeCore({});
    const auto core = readCoreFile(TextSource(whole.substr(0, whole.size() - 20)));
    QVERIFY(core);
    QCOMPARE(core->missingBytes, 20U);
    QCOMPARE(core->executable, std::string("/bin/app"));
}

void TestCoreFile::oneChangedByteNeverHurts()
{
    const std::string whole = makeCore({});
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const char byte : {'\x00', '\xff', '\x7f'}) {
            std::string bytes = whole;
            bytes[at] = byte;
            const auto core = readCoreFile(TextSource(bytes));
            QVERIFY(core || !core.error().detail.empty());
        }
    }
}

void TestCoreFile::whatIsNoFileIsRefused()
{
    const QTemporaryDir folder;
    const std::string fifo = folder.filePath("fifo").toStdString();
    QCOMPARE(::mkfifo(fifo.c_str(), 0600), 0);
    QVERIFY(readCoreFile(fifo).error().message().find("no regular file") != std::string::npos);
    QVERIFY(readCoreFile(folder.path().toStdString()).error().message().find("a folder") != std::string::npos);
    QVERIFY(readCoreFile(folder.filePath("none").toStdString()).error().message().find("none") != std::string::npos);
}

DBGR_TEST(TestCoreFile, QCoreApplication);

} // namespace tst_core_file

#include "tst_core_file.moc"
