// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of the console's input line: whom it goes to, whether it can be sent and why not, what became of it.
// Way: console_input -> here -> session. Thread: GUI.
#pragma once

#include "session/stdin_router.h"
#include "ui/console/console_model.h"
#include "util/rank_set.h"

#include <QObject>
#include <QString>

namespace dbgr::ui {

class SessionBridge;

class StdinModel final : public QObject
{
    Q_OBJECT

public:
    explicit StdinModel(SessionBridge& bridge, QObject* parent = nullptr);

    /// The pane that is shown: that of ranks is also the target; others leave it to the user's last choice.
    void setPane(const ConsoleSource& pane);
    /// The user's choice, for this pane and for those without ranks of their own.
    void chooseTarget(const util::RankSet& ranks);
    [[nodiscard]] const util::RankSet& target() const { return m_target; }
    /// Those of the target that can read: not ended, their input not closed.
    [[nodiscard]] util::RankSet readers() const;
    /// Why nothing can be sent; "" it can.
    [[nodiscard]] QString problem() const;

    /// Sends the text and a line end. \return whether it was taken; if not, state() says why
    bool sendLine(const QString& text);
    /// The first call only asks: question() says what will happen. The second sends the end of input.
    void endInput();
    /// What endInput() would do now for good; "" it was not called, or was taken back.
    [[nodiscard]] const QString& question() const { return m_question; }
    void takeBackQuestion();

    enum class Tone
    {
        Quiet,
        Bad,
    };
    struct State
    {
        QString text;
        Tone tone = Tone::Quiet;
        friend bool operator==(const State&, const State&) = default;
    };
    /// What became of the last input, or who of the target does not get it.
    [[nodiscard]] State state() const;

signals:
    void changed();

private:
    [[nodiscard]] bool send(std::string text, bool eof);
    [[nodiscard]] QString outOfReach() const;
    void setTarget(const util::RankSet& ranks);
    void onJob();

    SessionBridge& m_bridge;
    util::RankSet m_target{util::Rank(0)};
    util::RankSet m_choice{util::Rank(0)}; ///< of the user, for panes without ranks of their own
    session::InputId m_last{};             ///< the last input that was sent
    QString m_refusal;                     ///< why the last one was not even taken
    QString m_question;
};

} // namespace dbgr::ui
