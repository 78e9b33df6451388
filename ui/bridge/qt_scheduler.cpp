// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/qt_scheduler.h"

#include "util/task_queue.h"

#include <QCoreApplication>
#include <QEvent>
#include <QObject>
#include <QPointer>
#include <QThread>
#include <QTimer>

#include <chrono>

namespace dbgr::ui {

class QtScheduler::Impl final : public QObject
{
public:
    util::TaskQueue tasks;

    void wake() { QCoreApplication::postEvent(this, new QEvent(QEvent::User)); }

protected:
    bool event(QEvent* event) override
    {
        if (event->type() != QEvent::User)
            return QObject::event(event);
        for (util::Task& task : tasks.takeAll())
            task();
        return true;
    }
};

QtScheduler::QtScheduler() : m_impl(std::make_shared<Impl>())
{}

QtScheduler::~QtScheduler() = default;

void QtScheduler::post(util::Task task)
{
    if (m_impl->tasks.push(std::move(task)))
        m_impl->wake();
}

bool QtScheduler::isCurrent() const
{
    return QThread::currentThread() == m_impl->thread();
}

util::TimePoint QtScheduler::now() const
{
    return std::chrono::steady_clock::now();
}

util::Subscription QtScheduler::after(util::Duration delay, util::Task task)
{
    // deleteLater(), since a task may drop its own subscription; a child, since nothing may outlive the scheduler.
    const QPointer<QTimer> timer(new QTimer(m_impl.get()));
    timer->setSingleShot(true);
    timer->setTimerType(Qt::PreciseTimer);
    QObject::connect(timer, &QTimer::timeout, timer, [timer, task = std::move(task)] {
        timer->deleteLater();
        task();
    });
    timer->start(std::chrono::ceil<std::chrono::milliseconds>(delay));
    return util::Subscription([timer] {
        if (!timer)
            return;
        timer->stop();
        timer->deleteLater();
    });
}

} // namespace dbgr::ui
