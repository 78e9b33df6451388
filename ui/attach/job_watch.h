// SPDX-License-Identifier: GPL-3.0-or-later
// Asks again and again what runs, for as long as somebody looks. Way: job directory -> here -> list, start page.
// Thread: GUI.
#pragma once

#include "session/job_directory.h"

#include <QObject>
#include <QTimer>

#include <chrono>

namespace dbgr::ui {

class JobWatch final : public QObject
{
    Q_OBJECT

public:
    /// \param directory outlives the watch; null: nothing can be listed
    JobWatch(session::JobDirectory* directory, std::chrono::milliseconds interval, QObject* parent = nullptr);

    /// With true it asks at once, and then an interval after each answer.
    void setActive(bool active);
    /// Asks now, unless that is under way.
    void refresh();
    /// An answer has come since it began to ask.
    [[nodiscard]] bool knows() const { return m_knows; }
    [[nodiscard]] bool canList() const { return m_directory != nullptr; }

signals:
    void listed(const dbgr::launchers::JobListing& listing);

private:
    session::JobDirectory* m_directory;
    QTimer m_next;
    util::Subscription m_question;
    bool m_active = false;
    bool m_asking = false;
    bool m_knows = false;
};

} // namespace dbgr::ui
