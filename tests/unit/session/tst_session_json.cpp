// SPDX-License-Identifier: GPL-3.0-or-later
// Session files as text: what is written is read back, and whatever else a file says is refused by its name.
#include "session/file/session_json.h"
#include "session/session_error.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_session_json {

using namespace dbgr;
using namespace dbgr::session;

namespace {

SessionDocument wholeDocument()
{
    SessionDocument document;
    document.launch = SavedLaunch{{"mpiexec", "-n", "4", "./ring", "--title", "two words", ""},
                                  "/data/ring",
                                  {"OMP_NUM_THREADS=2", "EMPTY=", "EQUATION=a=b"},
                                  launchers::HoldPoint::Exec};
    document.breakpoints = {{"ring.cpp:41 if rank == 2", true, false},
                            {"work", false, false},
                            {"sum(std::vector<int> const&)", true, true},
                            {"watch p->x if i > 2", true, false, 7},
                            {"meet", true, false, 0, "0-3,7"},
                            {"notify", true, false, 0, "", "print x; continue"},
                            {"scale", true, false, 0, "", "", {{"ops.cpp", "scale(int)", "ops", 1}, {"", "f", "", 0}}},
                            {"ring.cpp:41",
                             true,
                             false,
                             0,
                             "",
                             "",
                             {},
                             dbgr::debug::LineText{"/src/ring.cpp", 41, "u[i] = \"\xc3\xa4\";", "{", "", "/bin/ring"}}};
    document.floatTraps = {{"0-3,7", "invalid,overflow"}};
    document.signalRules = {{"SIGUSR1", true, false}, {"34", false, true}};
    document.groups = {{"bad", "crashed | 3", ""}, {"slow", "0-1", "where step < 10"}};
    document.focus = "0-1,3";
    document.stopAll = true;
    document.watches = {"token % 2", "/x flags", "\"\xc3\xa4\\\n\t"};
    document.sourceFolders = {{"/build/ring", "/data/ring"}};
    document.bookmarks = {{"/build/ring/ring.cpp", 41, "sum += x; // \xc3\xa4", "here it goes wrong"},
                          {"/build/ring/ring.cpp", 4294967295}};
    document.layout = "AAAA/w==";
    return document;
}

QString refusal(std::string_view text)
{
    const auto document = readSession(text);
    return document ? QString("read") : QString::fromStdString(document.error().detail);
}

} // namespace

class TestSessionJson : public QObject
{
    Q_OBJECT

private slots:
    void whatIsWrittenIsReadBack()
    {
        for (const SessionDocument& document : {wholeDocument(), SessionDocument()}) {
            const auto text = writeSession(document);
            QVERIFY(text);
            const auto again = readSession(*text);
            QVERIFY2(again, again ? "" : again.error().detail.c_str());
            QVERIFY(*again == document);
        }
    }

    void theFormatIsAsTheManualSays()
    {
        SessionDocument document = wholeDocument();
        document.launch->command = {"mpiexec", "./ring"};
        document.launch->environment = {"A=1"};
        document.breakpoints.resize(2);
        document.groups.resize(1);
        document.signalRules.clear();
        document.watches.resize(1);
        document.bookmarks[0].text = "sum += x;";
        QCOMPARE(QString::fromStdString(*writeSession(document)), QString(R"({
  "dbgr-session": 7,
  "launch": {
    "command": [
      "mpiexec",
      "./ring"
    ],
    "folder": "/data/ring",
    "environment": [
      "A=1"
    ],
    "hold": "exec"
  },
  "breakpoints": [
    {
      "at": "ring.cpp:41 if rank == 2"
    },
    {
      "at": "work",
      "enabled": false
    }
  ],
  "float_traps": [
    {
      "ranks": "0-3,7",
      "traps": "invalid,overflow"
    }
  ],
  "groups": [
    {
      "name": "bad",
      "ranks": "crashed | 3"
    }
  ],
  "focus": "0-1,3",
  "stop-all": true,
  "watches": [
    "token % 2"
  ],
  "source-folders": [
    {
      "from": "/build/ring",
      "to": "/data/ring"
    }
  ],
  "bookmarks": [
    {
      "file": "/build/ring/ring.cpp",
      "line": 41,
      "text": "sum += x;",
      "remark": "here it goes wrong"
    },
    {
      "file": "/build/ring/ring.cpp",
      "line": 4294967295
    }
  ],
  "layout": "AAAA/w=="
}
)"));
    }

    void aScriptIsNoSession()
    {
        QVERIFY(looksLikeSession(" \n\t{"));
        for (const char* const text : {"", "  ", "break work\ncontinue\n", "# {", "[{}]"})
            QVERIFY2(!looksLikeSession(text), text);
    }

    void aNewerVersionIsRefusedWithAWayOut()
    {
        const auto document = readSession(R"({"dbgr-session": 8, "tracepoints": []})");
        QVERIFY(document.error().code == Errc::NewerSessionFile);
        QVERIFY(document.error().detail.find("version 8") != std::string::npos);
        QVERIFY(!document.error().advice.empty());
    }

    void whatIsNotAsItHasToBeIsNamed_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, const char* fields, const char* why) {
            QTest::newRow(name) << "{\"dbgr-session\": 1" + QByteArray(fields) + "}" << why;
        };
        QTest::newRow("not JSON") << QByteArray("{\n\"dbgr-session\": 1,\n}") << "line 3 is no JSON";
        QTest::newRow("half") << QByteArray("{\"dbgr-session\": 1") << "line 1 is no JSON";
        QTest::newRow("more behind it") << QByteArray("{\"dbgr-session\": 1} {}") << "line 1 is no JSON";
        QTest::newRow("no UTF-8") << QByteArray("{\"dbgr-session\": 1, \"focus\": \"\xff\"}") << "line 1 is no JSON";
        QTest::newRow("no version") << QByteArray("{}") << "dbgr-session: it is missing";
        QTest::newRow("version 0") << QByteArray("{\"dbgr-session\": 0}") << "no number from 1";
        QTest::newRow("version below") << QByteArray("{\"dbgr-session\": -1}") << "no number from 1";
        QTest::newRow("version as text") << QByteArray("{\"dbgr-session\": \"1\"}") << "no number from 1";
        row("twice", ", \"focus\": \"0\", \"focus\": \"1\"", "a field is there twice: \"focus\"");
        row("unknown", ", \"watchs\": []", "there is no field \"watchs\"; the nearest is \"watches\"");
        row("unknown below", ", \"breakpoints\": [{\"at\": \"f\", \"enable\": true}]",
            "breakpoints[0]: there is no field \"enable\"; the nearest is \"enabled\"");
        row("launch as text", ", \"launch\": \"mpiexec\"", "launch: it is no object");
        row("no command", ", \"launch\": {\"command\": [], \"folder\": \"/\"}", "launch.command: there is no command");
        row("words", ", \"launch\": {\"command\": [\"a\", 1], \"folder\": \"/\"}", "launch.command[1]: it is no text");
        row("NUL", ", \"launch\": {\"command\": [\"a\\u0000b\"], \"folder\": \"/\"}", "has a NUL in it");
        row("folder", ", \"launch\": {\"command\": [\"a\"], \"folder\": \"ring\"}",
            "launch.folder: it is no whole path");
        row("no folder", ", \"launch\": {\"command\": [\"a\"]}", "launch.folder: it is missing");
        row("variable", ", \"launch\": {\"command\": [\"a\"], \"folder\": \"/\", \"environment\": [\"=1\"]}",
            "launch.environment: an entry is not NAME=value");
        row("hold", ", \"launch\": {\"command\": [\"a\"], \"folder\": \"/\", \"hold\": \"main\"}",
            "none of init, exec");
        row("no place", ", \"breakpoints\": [{\"at\": \"\"}]", "breakpoints[0].at: it is missing, or empty");
        row("times", ", \"breakpoints\": [{\"at\": \"f\", \"ignore\": -1}]", "it is no number from 0 to 4294967295");
        row("many times", ", \"breakpoints\": [{\"at\": \"f\", \"ignore\": 4294967296}]",
            "it is no number from 0 to 4294967295");
        row("parts of times", ", \"breakpoints\": [{\"at\": \"f\", \"ignore\": 1.5}]",
            "it is no number from 0 to 4294967295");
        row("traps", ", \"float_traps\": [{\"ranks\": \"0\"}]", "traps: it is missing");
        row("signal", ", \"signals\": [{\"signal\": \"SIGHUP\", \"stop\": \"no\"}]", "neither true nor false");
        row("flag", ", \"breakpoints\": [{\"at\": \"f\", \"enabled\": 1}]", "neither true nor false");
        row("off", ", \"breakpoints\": [{\"at\": \"f\", \"off\": [{\"line\": 3}]}]",
            "breakpoints[0].off[0]: there is no field \"line\"");
        row("line 0", ", \"breakpoints\": [{\"at\": \"f\", \"source\": {\"file\": \"a\", \"text\": \"b\"}}]",
            "breakpoints[0].source.line: lines count from 1");
        row("line without text", ", \"breakpoints\": [{\"at\": \"f\", \"source\": {\"file\": \"a\", \"line\": 1}}]",
            "breakpoints[0].source.text: it is missing, or empty");
        row("list", ", \"groups\": {}", "groups: it is no list");
        row("too many groups", ", \"groups\": [%]", "groups: it has more than 256 entries");
        row("group", ", \"groups\": [{\"name\": \"a\"}]", "groups[0].ranks: it is missing");
        row("bookmark", ", \"bookmarks\": [{\"file\": \"\", \"line\": 1}]",
            "bookmarks[0].file: it is missing, or empty");
        row("bookmark's line", ", \"bookmarks\": [{\"file\": \"a.c\"}]", "bookmarks[0].line: it is missing, or 0");
        row("bookmark below", ", \"bookmarks\": [{\"file\": \"a.c\", \"line\": -1}]",
            "bookmarks[0].line: it is no number");
        row("remark", ", \"bookmarks\": [{\"file\": \"a.c\", \"line\": 1, \"remark\": 3}]",
            "bookmarks[0].remark: it is no text");
        row("layout", ", \"layout\": \"#\"", "layout: it is longer than 32768 bytes");
        row("deep", ", \"watches\": [[[[[[[[[]]]]]]]]]", "more than 8 deep");
    }

    void whatIsNotAsItHasToBeIsNamed()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, why);
        text.replace("%", QByteArray("{\"name\": \"g\", \"ranks\": \"0\"},").repeated(256) + "{}");
        text.replace("#", QByteArray(SessionLimits::kLayoutBytes + 1, 'A'));
        const QString said = refusal(text.toStdString());
        QVERIFY2(said.contains(why), qPrintable(said));
    }

    void hostileFilesCostLittle()
    {
        const std::string begin = R"({"dbgr-session": 1, "focus": )";
        QVERIFY(refusal(begin + std::string(4000000, '[')).contains("line 1 is no JSON"));
        std::string nested = std::string(1900000, '[') + std::string(1900000, ']');
        QVERIFY(refusal(begin + nested + "}").contains("8 deep"));
        std::string keys = "{\"dbgr-session\": 1";
        for (int i = 0; i < 200000; ++i)
            keys += ", \"" + std::to_string(i) + "\": 0";
        QVERIFY(refusal(keys + "}").contains("there is no field"));
        QVERIFY(refusal(std::string(SessionLimits::kFileBytes + 1, '{')).contains("larger than 4 MiB"));
        QVERIFY(refusal(begin + '"' + std::string(SessionLimits::kTextBytes + 1, 'a') + "\"}").contains("longer than"));
    }

    void whatCouldNotBeReadIsNotWritten()
    {
        SessionDocument document = wholeDocument();
        document.launch->command[3] = "./r\xe9sum\xe9";
        const auto bytes = writeSession(document);
        QVERIFY(bytes.error().code == Errc::BadSessionFile);
        QVERIFY2(bytes.error().detail.find("launch") != std::string::npos, bytes.error().detail.c_str());
        document = wholeDocument();
        document.watches.assign(SessionLimits::kWatches + 1, "x");
        QVERIFY(!writeSession(document));
    }
};

DBGR_TEST(TestSessionJson, QCoreApplication);

} // namespace tst_session_json

#include "tst_session_json.moc"
