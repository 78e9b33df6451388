// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console/stdin_model.h"

#include "session/describe.h"
#include "session/output_store.h"
#include "ui/bridge/job_channels.h"
#include "ui/bridge/session_bridge.h"

#include <utility>

namespace dbgr::ui {

using util::RankSet;

namespace {

QString words(const RankSet& ranks)
{
    const QString text = QString::fromStdString(session::shortRanks(ranks));
    return ranks.size() == 1 ? StdinModel::tr("rank %1").arg(text) : StdinModel::tr("ranks %1").arg(text);
}

} // namespace

StdinModel::StdinModel(SessionBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge)
{
    connect(&bridge, &SessionBridge::jobChanged, this, &StdinModel::onJob);
    connect(&bridge, &SessionBridge::ranksChanged, this, &StdinModel::changed);
    connect(&bridge, &SessionBridge::stateChanged, this, &StdinModel::changed);
    connect(&bridge, &SessionBridge::inputChanged, this, &StdinModel::changed);
}

void StdinModel::onJob()
{
    m_refusal.clear();
    m_question.clear();
    emit changed();
}

void StdinModel::setPane(const ConsoleSource& pane)
{
    setTarget(pane.kind == ConsoleSource::Kind::Ranks && !pane.ranks.empty() ? pane.ranks : m_choice);
}

void StdinModel::chooseTarget(const RankSet& ranks)
{
    m_choice = ranks;
    setTarget(ranks);
}

void StdinModel::setTarget(const RankSet& ranks)
{
    if (m_target == ranks)
        return;
    m_target = ranks;
    m_refusal.clear();
    m_question.clear();
    emit changed();
}

RankSet StdinModel::readers() const
{
    const session::Session& session = m_bridge.session();
    const session::ProcessTable& processes = session.processes();
    return (m_target & processes.all()) - processes.inState(session::RankState::Ended) -
           processes.inState(session::RankState::Lost) - session.inputClosed();
}

QString StdinModel::problem() const
{
    if (m_bridge.session().processes().all().empty())
        return tr("no job that could read");
    if (const QString why = whyNoInput(m_bridge); !why.isEmpty())
        return why;
    if (!readers().empty())
        return {};
    return outOfReach();
}

/// Who of the target gets nothing, and why: the first reason that holds.
QString StdinModel::outOfReach() const
{
    const session::Session& session = m_bridge.session();
    const session::ProcessTable& processes = session.processes();
    if (const RankSet unknown = m_target - processes.all(); !unknown.empty())
        return tr("the job has no %1").arg(words(unknown));
    const RankSet ended = m_target & processes.inState(session::RankState::Ended);
    if (!ended.empty())
        return ended.size() == 1 ? tr("%1 has ended").arg(words(ended)) : tr("%1 have ended").arg(words(ended));
    if (const RankSet lost = m_target & processes.inState(session::RankState::Lost); !lost.empty())
        return tr("%1: no longer in reach").arg(words(lost));
    if (const RankSet closed = m_target & session.inputClosed(); !closed.empty())
        return tr("the input of %1 is closed").arg(words(closed));
    return {};
}

bool StdinModel::sendLine(const QString& text)
{
    return send(text.toStdString() + '\n', false);
}

void StdinModel::endInput()
{
    if (!std::exchange(m_question, QString()).isEmpty()) {
        (void)send({}, true);
        return;
    }
    if (problem().isEmpty())
        m_question = tr("Ends the input of %1 for good").arg(words(readers()));
    emit changed();
}

void StdinModel::takeBackQuestion()
{
    if (m_question.isEmpty())
        return;
    m_question.clear();
    emit changed();
}

bool StdinModel::send(std::string text, bool eof)
{
    const auto sent = m_bridge.session().sendInput(readers(), std::move(text), eof);
    m_question.clear();
    m_refusal = sent ? QString() : QString::fromStdString(sent.error().message()).simplified();
    m_last = sent ? *sent : session::InputId{};
    emit changed();
    return sent.has_value();
}

StdinModel::State StdinModel::state() const
{
    if (!m_refusal.isEmpty())
        return {m_refusal, Tone::Bad};
    const session::SentInput* const sent = m_bridge.session().output().sentInput(m_last);
    if (sent && sent->state == session::InputState::Failed)
        return {tr("not sent to %1").arg(words(sent->ranks)), Tone::Bad};
    if (sent && sent->state == session::InputState::Sending)
        return {tr("sending to %1 ...").arg(words(sent->ranks)), Tone::Quiet};
    if (const QString left = problem().isEmpty() ? outOfReach() : QString(); !left.isEmpty())
        return {left, Tone::Quiet};
    return {};
}

} // namespace dbgr::ui

#include "moc_stdin_model.cpp"
