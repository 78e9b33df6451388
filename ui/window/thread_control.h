// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of the Run menu about single threads: freeze and thaw. They are about the thread of the current place;
// only thawing all is about the whole focus. Way: action -> here -> session. Thread: GUI.
#pragma once

#include "debug/engine_request.h"
#include "ui/window/ui_context.h"
#include "util/rank_set.h"

#include <QObject>

namespace dbgr::ui {

class ThreadControl final : public QObject
{
    Q_OBJECT

public:
    explicit ThreadControl(const UiContext& context, QObject* parent = nullptr);

private:
    void enableActions();
    void freezeShown(bool freeze);
    void freezeOthers();
    void send(const util::RankSet& ranks, debug::FreezeThreads what);

    UiContext m_context;
};

} // namespace dbgr::ui
