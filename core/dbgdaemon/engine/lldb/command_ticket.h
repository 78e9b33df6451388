// SPDX-License-Identifier: BSD-3-Clause
// The one thing about a command that two threads look at: whether it is given up. Thread: net cancels, engine runs.
#pragma once

#include <atomic>

namespace dbgr::daemon {

/// Sees to it that an interrupt meant for this command never reaches the next one.
class CommandTicket
{
public:
    /// \thread engine. The command's turn has come. \return false if it was given up before
    [[nodiscard]] bool begin() { return move(State::Waiting, State::Running); }
    /// \thread engine. Given up while it runs.
    [[nodiscard]] bool cancelled() const { return m_state != State::Running; }
    /// \thread engine. \return whether the engine was interrupted for it, which has to be taken back now
    [[nodiscard]] bool end()
    {
        if (move(State::Running, State::Done))
            return false;
        m_state.wait(State::Interrupting);
        return m_state == State::Interrupted;
    }

    /// \thread net. Gives the command up. \param interrupt is called if it runs just now
    template <class F>
    void cancel(F interrupt)
    {
        if (move(State::Waiting, State::Cancelled) || !move(State::Running, State::Interrupting))
            return;
        interrupt();
        m_state = State::Interrupted;
        m_state.notify_one();
    }

private:
    enum class State
    {
        Waiting,
        Running,
        Interrupting,
        Interrupted,
        Cancelled, ///< before it began
        Done
    };
    bool move(State from, State to) { return m_state.compare_exchange_strong(from, to); }

    std::atomic<State> m_state = State::Waiting;
};

} // namespace dbgr::daemon
