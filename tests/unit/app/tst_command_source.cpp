// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/app_error.h"
#include "app/dbgr/command_source.h"
#include "app/dbgr/pipe_source.h"
#include "app/dbgr/source_files.h"
#include "tests/support/run/test_class.h"
#include "util/unique_fd.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fcntl.h>
#include <fstream>
#include <unistd.h>

namespace tst_command_source {

using namespace dbgr;
using namespace dbgr::app;

namespace {

void writeFile(const std::string& path, const std::string& text)
{
    std::ofstream(path, std::ios::binary) << text;
}

/// All lines of a source, then "END".
std::vector<std::string> readAll(net::EventLoop& loop, CommandSource& source)
{
    std::vector<std::string> lines;
    std::function<void()> ask = [&] {
        source.next("", [&](std::optional<ScriptLine> line) {
            lines.push_back(line ? line->text : "END");
            if (line)
                ask();
            else
                loop.stop();
        });
    };
    ask();
    const auto limit = loop.after(std::chrono::seconds(10), [&] { loop.stop(); });
    loop.run();
    return lines;
}

} // namespace

class TestCommandSource : public QObject
{
    Q_OBJECT

private slots:
    void readsCommandsAndScriptsInOrder();
    void missingScriptIsNamed();
    void lineThatIsNoCommandIsToldWithItsPlace();
    void fileOnStandardInputIsAScript();
    void readsAPipe();
    void readsAFile();
    void readsNoMoreThanItNeeds();
    void endsAtOnceWithoutInput();
    void cutsAnEndlessLine();
    void showsSourceOfThisMachine();
    void showsSourceAsItIsNow();
    void showsSourceThatWasMoved();
};

void TestCommandSource::readsCommandsAndScriptsInOrder()
{
    QTemporaryDir dir;
    const std::string path = dir.filePath("s.dbgr").toStdString();
    writeFile(path, "# first\r\nbreak main\ncontinue");
    const auto lines = readCommands({CommandText{"ranks"}, ScriptFile{path}, CommandText{"quit"}});
    QVERIFY(lines);
    std::vector<std::string> texts;
    for (const ScriptLine& line : *lines)
        texts.push_back(line.text);
    QCOMPARE(texts, (std::vector<std::string>{"ranks", "# first", "break main", "continue", "quit"}));
    QCOMPARE((*lines)[2].origin, path + ":2");
    QVERIFY((*lines)[0].origin.empty());
}

void TestCommandSource::missingScriptIsNamed()
{
    for (const std::string path : {"/nonexistent/script.dbgr", "/"}) {
        const auto lines = readCommands({ScriptFile{path}});
        QVERIFY(!lines);
        QVERIFY(lines.error().code == Errc::UnreadableScript);
        QVERIFY(lines.error().detail.starts_with("reading the script " + path + ": "));
    }
}

void TestCommandSource::lineThatIsNoCommandIsToldWithItsPlace()
{
    QVERIFY(checkCommands({}));
    QVERIFY(checkCommands({{"continue", "s:1"}, {"", "s:2"}, {"# x", "s:3"}, {"print a b", ""}}));
    const auto named = checkCommands({{"continue", "s:1"}, {"contniue", "s:2"}, {"frob", "s:3"}});
    QVERIFY(!named);
    QCOMPARE(named.error().detail, std::string("s:2: there is no command 'contniue'; the nearest is 'continue'"));
    QCOMPARE(
        checkCommands({{"focus x |", ""}}).error().detail,
        std::string("focus x |: column 7: 'x |' is not a set of ranks such as 0-3,7 or all: a rank or the name of a "
                    "group is missing at the end"));
}

void TestCommandSource::fileOnStandardInputIsAScript()
{
    QTemporaryDir dir;
    const std::string path = dir.filePath("in").toStdString();
    writeFile(path, "one\r\ntwo");
    util::UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    const auto lines = readStandardInput(file.get());
    QVERIFY(lines && lines->size() == 2);
    QCOMPARE(lines->at(0).text, std::string("one"));
    QCOMPARE(lines->at(1).text, std::string("two"));
    QCOMPARE(lines->at(1).origin, std::string("standard input:2"));
    QVERIFY(!readStandardInput(-1));
    util::UniqueFd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    QVERIFY(!readStandardInput(null.get()));
}

void TestCommandSource::readsAPipe()
{
    int fds[2];
    QCOMPARE(::pipe(fds), 0);
    util::UniqueFd reader(fds[0]);
    util::UniqueFd writer(fds[1]);
    QCOMPARE(::write(writer.get(), "break a\r\n\nlast", 14), 14);
    writer.reset();
    const auto loop = net::EventLoop::create().value();
    PipeSource source(*loop, reader.get());
    QCOMPARE(readAll(*loop, source), (std::vector<std::string>{"break a", "", "last", "END"}));
}

void TestCommandSource::readsAFile()
{
    QTemporaryDir dir;
    const std::string path = dir.filePath("in").toStdString();
    writeFile(path, "one\ntwo\n");
    util::UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    const auto loop = net::EventLoop::create().value();
    PipeSource source(*loop, file.get());
    QCOMPARE(readAll(*loop, source), (std::vector<std::string>{"one", "two", "END"}));
}

void TestCommandSource::readsNoMoreThanItNeeds()
{
    int fds[2];
    QCOMPARE(::pipe(fds), 0);
    util::UniqueFd reader(fds[0]);
    util::UniqueFd writer(fds[1]);
    const auto loop = net::EventLoop::create().value();
    PipeSource source(*loop, reader.get());
    std::vector<std::string> lines;
    source.next("", [&](std::optional<ScriptLine> line) {
        lines.push_back(line->text);
        QCOMPARE(::write(writer.get(), "two\n", 4), 4);
        source.next("", [&](std::optional<ScriptLine> second) {
            lines.push_back(second->text);
            loop->stop();
        });
    });
    QCOMPARE(::write(writer.get(), "one\n", 4), 4);
    loop->run();
    QCOMPARE(lines, (std::vector<std::string>{"one", "two"}));
}

void TestCommandSource::endsAtOnceWithoutInput()
{
    util::UniqueFd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    const auto loop = net::EventLoop::create().value();
    PipeSource source(*loop, null.get());
    QCOMPARE(readAll(*loop, source), (std::vector<std::string>{"END"}));
}

void TestCommandSource::cutsAnEndlessLine()
{
    util::UniqueFd zero(::open("/dev/zero", O_RDONLY | O_CLOEXEC));
    const auto loop = net::EventLoop::create().value();
    PipeSource source(*loop, zero.get());
    std::size_t size = 0;
    source.next("", [&](std::optional<ScriptLine> line) {
        size = line->text.size();
        loop->stop();
    });
    loop->run();
    QVERIFY(size > (1u << 20) && size < (1u << 21));
}

void TestCommandSource::showsSourceOfThisMachine()
{
    QTemporaryDir dir;
    const std::string path = dir.filePath("a.c").toStdString();
    writeFile(path, "int x;\r\n" + std::string(10000, 'y') + "\n");
    SourceFiles sources;
    QCOMPARE(sources.line(path, 1).value(), std::string("int x;"));
    QCOMPARE(sources.line(path, 2)->size(), SourceFiles::kMaxLineBytes);
    QVERIFY(!sources.line(path, 0));
    QVERIFY(!sources.line(path, 3));
    QVERIFY(sources.lines("/nonexistent/b.c").error().code == Errc::NoSource);
    QVERIFY(!sources.lines("/dev/zero"));
}

void TestCommandSource::showsSourceAsItIsNow()
{
    QTemporaryDir dir;
    const std::string path = dir.filePath("a.c").toStdString();
    writeFile(path, "int old;\n");
    SourceFiles sources;
    QCOMPARE(sources.line(path, 1).value(), std::string("int old;"));
    writeFile(path, "int x;\nint newer;\n\n");
    QCOMPARE(sources.line(path, 2).value(), std::string("int newer;"));
    QCOMPARE((*sources.lines(path))->size(), std::size_t(3));
    writeFile(path, "/* f\xfcr */ // \xe9");
    QCOMPARE(sources.line(path, 1).value(), std::string("/* f\xc3\xbcr */ // \xc3\xa9"));
}

void TestCommandSource::showsSourceThatWasMoved()
{
    QTemporaryDir dir;
    writeFile(dir.filePath("moved.c").toStdString(), "int moved;\n");
    SourceFiles sources;
    QVERIFY(!sources.line("/build/src/moved.c", 1));
    QVERIFY(sources.folders().add({"/build/src/", dir.path().toStdString()}));
    QCOMPARE(sources.line("/build/src/moved.c", 1).value(), std::string("int moved;"));
    QVERIFY(sources.folders().remove("/build/src"));
    QVERIFY(!sources.line("/build/src/moved.c", 1));
}

DBGR_TEST(TestCommandSource, QCoreApplication);

} // namespace tst_command_source

#include "tst_command_source.moc"
