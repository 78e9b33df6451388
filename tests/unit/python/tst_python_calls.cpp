// SPDX-License-Identifier: GPL-3.0-or-later
// What real interpreters are at, read from outside, is what they say themselves: calls of each kind.
#include "python/stack_reader.h"
#include "tests/support/python/interpreters.h"
#include "tests/support/python/python_image.h"
#include "tests/support/run/test_class.h"
#include "util/process_memory.h"

#include <QDir>
#include <QFile>
#include <QtTest>

namespace tst_python_calls {

using namespace dbgr;

namespace {

constexpr std::size_t kAll = 4096;

python::Read memoryOf(util::Pid pid)
{
    auto memory = std::make_shared<util::ProcMemory>(pid);
    return [memory](std::uint64_t address, std::span<std::byte> out) {
        return memory->read(util::RemoteAddress(address), out);
    };
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

} // namespace

class TestPythonCalls : public QObject
{
    Q_OBJECT

private slots:
    void areWhatTheInterpreterSays_data() { test::addPythonRows(); }
    void areWhatTheInterpreterSays()
    {
        QFETCH(QString, python);
        const auto calls = test::PythonCalls::start(python, DBGR_PYTHON_CALLS);
        QVERIFY(calls);
        const util::Pid pid(static_cast<util::Pid::Rep>(calls->pid()));
        python::InterpreterSearch search(pid);
        QVERIFY(search.find());
        QCOMPARE(QString::number(search.find()->minor), test::pythonSays(python, "sys.version_info[1]"));
        const util::PythonStacks stacks = python::StackReader(*search.find(), memoryOf(pid)).read(kAll);
        const QByteArray ours = QByteArray::fromStdString(test::textOf(stacks));
        QCOMPARE(withoutTeller(ours), calls->said());
    }

    void areCutWhereNoMoreWereAskedFor_data() { test::addPythonRows(); }
    void areCutWhereNoMoreWereAskedFor()
    {
        QFETCH(QString, python);
        const auto calls = test::PythonCalls::start(python, DBGR_PYTHON_CALLS, {"deep_recursion", "recursion"});
        QVERIFY(calls);
        const util::Pid pid(static_cast<util::Pid::Rep>(calls->pid()));
        python::InterpreterSearch search(pid);
        QVERIFY(search.find());
        for (const std::size_t most : {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{100}}) {
            const util::PythonStacks stacks = python::StackReader(*search.find(), memoryOf(pid)).read(most);
            for (const util::PythonThread& thread : stacks.threads) {
                std::size_t count = 0;
                bool isCut = false;
                for (const util::PythonRun& run : thread.runs) {
                    count += run.calls.size();
                    isCut = isCut || run.isCut;
                }
                QVERIFY2(thread.trouble.empty(), thread.trouble.c_str());
                QVERIFY(isCut ? count == most : count <= most);
            }
        }
    }

    void thoseOfCapturedProcessesAre_data()
    {
        QTest::addColumn<QString>("path");
        for (const QString& name : QDir(DBGR_PYTHON_IMAGES).entryList(QDir::Files))
            QTest::newRow(qPrintable(name)) << DBGR_PYTHON_IMAGES "/" + name;
    }
    void thoseOfCapturedProcessesAre()
    {
        QFETCH(QString, path);
        const QByteArray bytes = contentOf(path);
        const test::PythonImage image = test::PythonImage::decode({bytes.constData(), std::size_t(bytes.size())});
        const QString name = QString::number(image.interpreter.minor);
        const QByteArray said = contentOf(QString(DBGR_PYTHON_SAID) + "/3." + name + ".txt");
        QVERIFY(!said.isEmpty());
        QCOMPARE(withoutTeller(QByteArray::fromStdString(test::textOf(image.stacks(kAll)))), said);
    }

    /// Makes those files anew, with DBGR_PYTHONS: DBGR_CAPTURE=1 .../unit_python tst_python_calls capture
    void capture()
    {
        if (!qEnvironmentVariableIsSet("DBGR_CAPTURE"))
            return;
        for (const QString& python : test::pythons()) {
            const auto calls = test::PythonCalls::start(
                python, DBGR_PYTHON_CALLS, {"methods", "generators", "c_calls_back", "without_file", "strange_names"});
            QVERIFY(calls);
            const util::Pid pid(static_cast<util::Pid::Rep>(calls->pid()));
            python::InterpreterSearch search(pid);
            QVERIFY(search.find());
            const std::string image = test::PythonImage::capture(*search.find(), memoryOf(pid), kAll).encode();
            const QString name = "/3." + QString::number(search.find()->minor);
            write(DBGR_PYTHON_IMAGES + name, QByteArray::fromStdString(image));
            write(DBGR_PYTHON_SAID + name + ".txt", calls->said());
        }
    }

private:
    /// The interpreter told of all threads but the one that did.
    static QByteArray withoutTeller(const QByteArray& text)
    {
        QByteArrayList threads;
        for (const QByteArray& line : text.split('\n')) {
            if (line.startsWith("thread ") || threads.isEmpty())
                threads << QByteArray();
            threads.back() += line.isEmpty() ? QByteArray() : line + "\n";
        }
        threads.removeIf([](const QByteArray& thread) { return thread.contains("\nwatch|"); });
        return threads.join();
    }
};

DBGR_TEST(TestPythonCalls);

} // namespace tst_python_calls

#include "tst_python_calls.moc"
