// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/remote/links/launcher_input.h"
#include "tests/support/net/run_until.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <string>

#include <fcntl.h>
#include <unistd.h>

namespace tst_launcher_input {

using namespace dbgr;
using session::LauncherInput;
using test::runUntil;

namespace {

/// What waits in the pipe now; `ended` when its other end is closed.
std::string takeAll(int fd, bool& ended)
{
    std::string all;
    char buffer[4096];
    ssize_t count;
    while ((count = ::read(fd, buffer, sizeof buffer)) > 0)
        all.append(buffer, static_cast<std::size_t>(count));
    ended = count == 0;
    return all;
}

} // namespace

class TestLauncherInput : public QObject
{
    Q_OBJECT

    std::unique_ptr<net::EventLoop> m_loop;
    util::UniqueFd m_readEnd;
    std::unique_ptr<LauncherInput> m_input;

private slots:
    void init()
    {
        m_loop = *net::EventLoop::create();
        int ends[2];
        QVERIFY(::pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0);
        m_readEnd = util::UniqueFd(ends[0]);
        m_input = std::make_unique<LauncherInput>(*m_loop, util::UniqueFd(ends[1]));
    }
    void cleanup()
    {
        m_input.reset();
        m_loop.reset();
    }

    /// Around what a pipe holds, where a single byte may be all that waits.
    void theEndComesBehindWhateverWaits_data()
    {
        QTest::addColumn<int>("bytes");
        for (const int bytes : {0, 1, (1 << 16) - 1, 1 << 16, (1 << 16) + 1, (1 << 16) + 2, 3 << 20})
            QTest::addRow("%d bytes", bytes) << bytes;
    }
    void theEndComesBehindWhateverWaits()
    {
        QFETCH(int, bytes);
        const std::string text(static_cast<std::size_t>(bytes), 'x');
        bool accepted = false;
        m_input->send(text, true, [&](util::Result<void> result) { accepted = result.has_value(); });
        QVERIFY(!accepted); // never inside the call
        std::string arrived;
        bool ended = false;
        QVERIFY(runUntil(*m_loop, [&] {
            if (!ended)
                arrived += takeAll(m_readEnd.get(), ended);
            return ended && accepted;
        }));
        QVERIFY(arrived == text);
    }

    void inputIsAcceptedWhenThePipeHasTakenAllOfIt()
    {
        bool accepted = false;
        m_input->send(std::string((1 << 16) + 1, 'x'), false, [&](const auto&) { accepted = true; });
        test::runReady(*m_loop);
        QVERIFY(!accepted);
        bool ended = false;
        QVERIFY(runUntil(*m_loop, [&] {
            takeAll(m_readEnd.get(), ended);
            return accepted;
        }));
        QVERIFY(!ended);
    }

    void aReaderThatIsGoneIsAnError()
    {
        m_readEnd.reset();
        std::optional<util::Result<void>> answer;
        m_input->send("text", false, [&](util::Result<void> result) { answer = std::move(result); });
        QVERIFY(runUntil(*m_loop, [&] { return answer.has_value(); }));
        QVERIFY(!*answer);
    }
};

DBGR_TEST(TestLauncherInput, QCoreApplication);

} // namespace tst_launcher_input

#include "tst_launcher_input.moc"
