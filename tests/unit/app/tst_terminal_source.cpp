// SPDX-License-Identifier: GPL-3.0-or-later
// What a person at a terminal types and sees, through a pseudo-terminal in place of standard input and output.
#ifndef Q_MOC_RUN // Qt 6.4's moc cannot read <chrono>
#include "app/dbgr/terminal_source.h"
#include "tests/support/run/test_class.h"
#include "util/unique_fd.h"
#endif

#include <QTemporaryDir>
#include <QtTest>

#include <fcntl.h>
#include <fstream>
#include <pty.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tst_terminal_source {

using namespace dbgr;
using namespace dbgr::app;

namespace {

/// Standard input and output are a pseudo-terminal while it lives; QtTest's own output goes on to where it went.
class Terminal
{
public:
    Terminal()
    {
        int master = -1;
        int slave = -1;
        winsize size{24, 80, 0, 0};
        if (::openpty(&master, &slave, nullptr, nullptr, &size) != 0)
            qFatal("no pseudo-terminal");
        m_master.reset(master);
        m_oldInput.reset(::dup(STDIN_FILENO));
        m_oldOutput.reset(::dup(STDOUT_FILENO));
        ::fcntl(master, F_SETFL, O_NONBLOCK);
        ::dup2(slave, STDIN_FILENO);
        ::dup2(slave, STDOUT_FILENO);
        ::close(slave);
    }
    ~Terminal()
    {
        std::fflush(stdout);
        ::dup2(m_oldInput.get(), STDIN_FILENO);
        ::dup2(m_oldOutput.get(), STDOUT_FILENO);
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    void type(std::string_view keys) const
    {
        QCOMPARE(::write(m_master.get(), keys.data(), keys.size()), ssize_t(keys.size()));
    }
    /// All that the screen was sent by now.
    const std::string& screen()
    {
        char chunk[4096];
        for (ssize_t count = 0; (count = ::read(m_master.get(), chunk, sizeof chunk)) > 0;)
            m_screen.append(chunk, std::size_t(count));
        return m_screen;
    }

private:
    util::UniqueFd m_master;
    util::UniqueFd m_oldInput;
    util::UniqueFd m_oldOutput;
    std::string m_screen;
};

struct Fixture
{
    explicit Fixture(const std::string& history = "") : source(*loop, STDOUT_FILENO, history) {}

    /// The lines that come of typing each of `keys` at a prompt of its own. \param atPrompt runs before the first
    std::vector<std::string> linesOf(const std::vector<std::string>& keys, const std::function<void()>& atPrompt = {})
    {
        std::vector<std::string> lines;
        const std::function<void()> ask = [&] {
            source.next("(dbgr) ", [&](std::optional<ScriptLine> line) {
                lines.push_back(line ? line->text : "END");
                if (lines.size() < keys.size())
                    ask();
                else
                    loop->stop();
            });
            if (lines.empty() && atPrompt)
                atPrompt();
            terminal.type(keys[lines.size()]);
        };
        ask();
        const auto limit = loop->after(std::chrono::seconds(20), [&] { loop->stop(); });
        loop->run();
        return lines;
    }

    Terminal terminal;
    std::unique_ptr<net::EventLoop> loop = net::EventLoop::create().value();
    TerminalSource source;
};

using Lines = std::vector<std::string>;

} // namespace

class TestTerminalSource : public QObject
{
    Q_OBJECT

private slots:
    void givesLinesAndTheEnd();
    void completesCommandsAndRanks();
    void completesFilesWhereACommandTakesOne();
    void linesOfTheJobStandAboveThePrompt();
    void interruptThrowsAwayWhatWasTyped();
    void keepsItsHistoryToItself();
};

void TestTerminalSource::givesLinesAndTheEnd()
{
    Fixture f;
    QCOMPARE(f.linesOf({"ranks\r", "\r", "  p x \r", "\x04"}), (Lines{"ranks", "", "  p x ", "END"}));
    QVERIFY(f.source.interactive());
    QVERIFY(f.terminal.screen().find("(dbgr) ranks") != std::string::npos);
}

void TestTerminalSource::completesCommandsAndRanks()
{
    Fixture f;
    QCOMPARE(f.linesOf({"cont\t&\r", "focus a\t\r", "help stac\t\r", "print na\t\r"}),
             (Lines{"continue &", "focus all ", "help stacks ", "print na"}));
}

void TestTerminalSource::completesFilesWhereACommandTakesOne()
{
    QTemporaryDir dir;
    const std::string path = dir.filePath("source.cpp").toStdString();
    std::ofstream(path) << "int x;\n";
    Fixture f;
    const std::string begin = path.substr(0, path.size() - 6);
    QCOMPARE(f.linesOf({"break " + begin + "\t\r", "print " + begin + "\t\r"}),
             (Lines{"break " + path + " ", "print " + begin}));
}

void TestTerminalSource::linesOfTheJobStandAboveThePrompt()
{
    Fixture f;
    const auto print = [&] {
        f.source.above([] {
            std::printf("[0] hello\n");
            std::fflush(stdout);
        });
    };
    QCOMPARE(f.linesOf({"x\r"}, print), Lines{"x"});
    const std::string& screen = f.terminal.screen();
    const std::size_t prompt = screen.find("(dbgr) ");
    const std::size_t hello = screen.find("[0] hello\r\n");
    QVERIFY2(prompt < hello && hello != std::string::npos, screen.c_str());
    QVERIFY(screen.find("(dbgr) ", hello) != std::string::npos);
}

void TestTerminalSource::interruptThrowsAwayWhatWasTyped()
{
    Fixture f;
    bool cleared = true;
    const std::function<void()> clear = [&] {
        if (f.source.clearLine()) // readline has seen some of it
            f.terminal.type("\x15ranks\r");
        else
            f.loop->post(clear);
    };
    const auto interrupt = [&] {
        cleared = f.source.clearLine();
        f.terminal.type("half a comm");
        f.loop->post(clear);
    };
    QCOMPARE(f.linesOf({""}, interrupt), Lines{"ranks"});
    QVERIFY(!cleared); // there was nothing yet
}

void TestTerminalSource::keepsItsHistoryToItself()
{
    QTemporaryDir dir;
    const std::string path = dir.filePath("history").toStdString();
    {
        Fixture f(path);
        f.linesOf({"break secret\r", "break secret\r", " \r"});
    }
    struct stat status
    {};
    QCOMPARE(::stat(path.c_str(), &status), 0);
    QCOMPARE(status.st_mode & 0777, 0600u);
    std::ifstream file(path);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    QCOMPARE(text.substr(text.size() - 13), std::string("break secret\n"));
    QCOMPARE(text.find("break secret"), text.rfind("break secret"));
}

DBGR_TEST(TestTerminalSource, QCoreApplication);

} // namespace tst_terminal_source

#include "tst_terminal_source.moc"
