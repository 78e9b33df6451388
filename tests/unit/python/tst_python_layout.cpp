// SPDX-License-Identifier: GPL-3.0-or-later
// Our table of CPython's structures is what its headers say.
#include "python/layout.h"
#include "tests/support/python/interpreters.h"
#include "tests/support/run/test_class.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <map>

namespace tst_python_layout {

using namespace dbgr;

namespace {

/// By the words of layout.c.
std::map<QByteArray, qint64> wordsOf(const python::Layout& layout)
{
    const bool isOld = layout.minor <= 10;
    std::map<QByteArray, std::uint64_t> words{
        {"runtime.interpreters", layout.runtime.interpreters},
        {"interpreter.next", layout.interpreter.next},
        {"interpreter.threads", layout.interpreter.threads},
        {"thread.previous", layout.thread.previous},
        {"thread.next", layout.thread.next},
        {"thread.interpreter", layout.thread.interpreter},
        {"thread.id", layout.thread.id},
        {"thread.record", layout.thread.record},
        {"thread.lastRecord", layout.thread.lastRecord},
        {"thread.chunk", layout.thread.chunk},
        {"thread.top", layout.thread.top},
        {"record.previous", layout.record.previous},
        {"record.frame", layout.record.frame},
        {"frame.code", layout.frame.code},
        {"frame.previous", layout.frame.previous},
        {"frame.instruction", layout.frame.instruction},
        {"code.file", layout.code.file},
        {"code.name", layout.code.name},
        {"code.firstLine", layout.code.firstLine},
        {"code.lines", layout.code.lines},
        {"code.instructions", layout.code.instructions},
        {"text.ascii", layout.text.ascii},
        {"text.other", layout.text.other},
        // The same in all versions, and in the reader.
        {"object.type", 8},
        {"object.count", 16},
        {"text.count", 16},
        {"text.state", 32},
        {"bytes.begin", 32},
    };
    if (isOld || layout.minor == 13)
        words["thread.frame"] = layout.thread.frame;
    if (!isOld) {
        words.insert({{"frame.owner", layout.frame.owner},
                      {"frame.size", layout.frame.size},
                      {"frame.isEntry", layout.frame.isEntry},
                      {"code.firstTraced", layout.code.firstTraced},
                      {"chunk.previous", 0},
                      {"chunk.top", 16},
                      {"chunk.data", 24},
                      {"owner.thread", 0},
                      {"owner.generator", 1},
                      {"owner.loop", 3}});
    }
    return {words.begin(), words.end()};
}

} // namespace

class TestPythonLayout : public QObject
{
    Q_OBJECT

private slots:
    void isWhatHeadersSay_data() { test::addPythonRows(); }
    void isWhatHeadersSay()
    {
        QFETCH(QString, python);
        const unsigned minor = test::pythonSays(python, "sys.version_info[1]").toUInt();
        const QString headers = test::pythonSays(python, "sysconfig.get_path('include')");
        const python::Layout* const layout = python::layoutOf(minor);
        QVERIFY(layout);
        QTemporaryDir folder;
        QProcess compiler;
        compiler.start("gcc", {"-w", "-I" + headers, "-o", folder.filePath("layout"), DBGR_PYTHON_LAYOUT});
        QVERIFY(compiler.waitForFinished());
        QVERIFY2(compiler.exitCode() == 0, compiler.readAllStandardError());
        QProcess said;
        said.start(folder.filePath("layout"), QStringList());
        QVERIFY(said.waitForFinished());
        const std::map<QByteArray, qint64> ours = wordsOf(*layout);
        int count = 0;
        for (const QByteArray& line : said.readAllStandardOutput().split('\n')) {
            const QByteArrayList words = line.split(' ');
            if (words.size() != 2)
                continue;
            ++count;
            QVERIFY2(ours.contains(words[0]), line);
            QVERIFY2(ours.at(words[0]) == words[1].toLongLong(), line);
        }
        QVERIFY(count > 20);
    }

    void othersAreNotKnown()
    {
        for (const unsigned minor : {0U, 8U, 14U, 255U})
            QVERIFY(!python::layoutOf(minor));
    }
};

DBGR_TEST(TestPythonLayout);

} // namespace tst_python_layout

#include "tst_python_layout.moc"
