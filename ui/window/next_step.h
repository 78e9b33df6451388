// SPDX-License-Identifier: GPL-3.0-or-later
// The rules by which the window says what is the matter and what to do next: which notices there are, and when they are
// no longer true. It also brings a crash to the front. Way: session_bridge -> here -> notices -> notice_bar.
// Thread: GUI.
#pragma once

#include "session/session_event.h"
#include "ui/window/ui_context.h"

#include <QObject>
#include <QSet>
#include <QString>
#include <QTimer>

#include <chrono>
#include <optional>
#include <vector>

namespace dbgr::ui {

struct Notice;

class NextStep final : public QObject
{
    Q_OBJECT

public:
    /// \param slow a launch that takes longer shows how far it is
    explicit NextStep(const UiContext& context, std::chrono::milliseconds slow, QObject* parent = nullptr);
    explicit NextStep(const UiContext& context, QObject* parent = nullptr)
        : NextStep(context, std::chrono::seconds(1), parent)
    {}

private:
    // What the session as a whole does
    void followState();
    void followRanks();
    void forgetJob();
    void showProgress();
    void showStanding();
    void showDetached();
    /// After which breakpoints to go on, if there are any.
    [[nodiscard]] QString whereToGo() const;

    // What happens in it
    void take(const std::vector<session::SessionEvent>& events);
    void on(const session::LaunchProgress& event);
    void on(const session::JobAttached& event);
    void on(const debug::AttachFailed& event);
    void on(const debug::StopGroup& event);
    void on(const debug::RanksResumed& event);
    void on(const session::CommandFailed& event);
    void on(const session::InputDone& event);
    void on(const debug::RanksLost& event);
    void on(const session::NodeSilence& event);
    void on(const session::NodeLost& event);
    void on(const session::AttachedAgain& event);
    void on(const session::BackendWarning& event);
    void on(const session::LineFollowed& event);
    void on(const debug::SignalsSeen& event);
    void on(const session::BackendFailed& event);
    void on(const session::Ended& event);
    template <class Other>
    void on(const Other&)
    {}

    /// The focus stays where it is if it has one of the crashed ranks, which then leads; else it goes to them.
    void bringToFront(const util::RankSet& crashed);
    [[nodiscard]] Notice withAttachAgain(Notice notice) const;
    void show(Notice notice);
    void clear(const QString& key);
    /// "Continue (F5)", with the key that the user gave it.
    [[nodiscard]] QString withKey(const char* action) const;

    UiContext m_context;
    QTimer m_slow;
    std::optional<session::LaunchProgress> m_progress;
    bool m_isSlow = false;
    QSet<QString> m_keys; ///< of the notices that are ours
};

} // namespace dbgr::ui
