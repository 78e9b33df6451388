// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attach/job_watch.h"

namespace dbgr::ui {

JobWatch::JobWatch(session::JobDirectory* directory, std::chrono::milliseconds interval, QObject* parent)
    : QObject(parent), m_directory(directory)
{
    m_next.setSingleShot(true);
    m_next.setInterval(interval);
    connect(&m_next, &QTimer::timeout, this, &JobWatch::refresh);
}

void JobWatch::setActive(bool active)
{
    if (m_active == active)
        return;
    m_active = active;
    if (active)
        return refresh();
    m_next.stop();
    m_question.cancel();
    m_asking = false;
}

void JobWatch::refresh()
{
    if (!m_directory || !m_active || m_asking)
        return;
    m_asking = true;
    m_next.stop();
    m_question = m_directory->list([this](const launchers::JobListing& listing) {
        m_asking = false;
        m_knows = true;
        m_next.start();
        emit listed(listing);
    });
}

} // namespace dbgr::ui

#include "moc_job_watch.cpp"
