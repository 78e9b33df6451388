// SPDX-License-Identifier: GPL-3.0-or-later
// Where the program declares the name at a place of its source: locals, arguments, members, by what the place can see.
// A rank that stands is asked. Way: SourceArea -> here -> session. Thread: GUI.
#pragma once

#include "debug/description.h"
#include "debug/frame.h"
#include "ui/bridge/latest_answer.h"

#include <QObject>

#include <vector>

namespace dbgr::ui {

struct UiContext;

class DeclarationSearch final : public QObject
{
    Q_OBJECT

public:
    explicit DeclarationSearch(UiContext& context, QObject* parent = nullptr);

    /// Answered by one of the signals, unless a newer question is asked before.
    /// \param name where nothing is found, unknown() is told of it
    /// \param expression ends with the name: "state.rank"; "" it is that of no data
    /// \param where as the program calls the file
    void ask(const QString& name, const QString& expression, const debug::SourceLocation& where);

signals:
    void found(const dbgr::debug::SourceLocation& where);
    /// The name may still be a function's, or be known elsewhere.
    void unknown(const QString& name);

private:
    UiContext& m_context;
    LatestAnswer<std::vector<debug::Description>> m_answer;
};

} // namespace dbgr::ui
