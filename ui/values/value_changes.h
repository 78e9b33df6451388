// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of values that the user makes: asks for the new one in the panel's line, says what came of it, and takes it
// back as long as the rank stands where it stood. Way: variables_dock -> here -> Session::assign -> SessionBridge
// (valuesChanged) -> models. Thread: GUI.
#pragma once

#include "ui/bridge/latest_answer.h"
#include "util/ids.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <string>
#include <vector>

class QAction;

namespace dbgr::ui {

class LinePrompt;
struct UiContext;

class ValueChanges final : public QObject
{
    Q_OBJECT

public:
    /// What the user wants to change, as a row shows it.
    struct Target
    {
        std::string expression; ///< that names it in the frame
        QString name;
        QString value;
    };

    /// \param prompt outlives this
    ValueChanges(UiContext& context, LinePrompt& prompt, QObject* parent);

    /// Asks for the new value of the current place's rank. \param target with an expression
    void change(const Target& target);
    /// The last change; nothing if there is none.
    void undo();
    [[nodiscard]] QAction* undoAction() const { return m_undo; }

private:
    using Changes = std::vector<debug::ChangeGroup>;
    struct Done
    {
        std::uint64_t number = 0;
        util::Rank rank;
        QString name;
    };

    void prompt(const Target& target, const QString& text, const QString& note);
    void assign(const Target& target, const QString& text);
    void take(const Target& target, const QString& text, util::Rank rank,
              util::Result<session::Answer<Changes>> answer);
    void takeUndone(const Done& done, util::Result<session::Answer<Changes>> answer);
    void forget(const util::RankSet& ranks);
    void update();

    UiContext& m_context;
    LinePrompt& m_prompt;
    QAction* m_undo;
    LatestAnswer<Changes> m_asked;
    std::uint64_t m_number = 0; ///< of what is under way
    std::vector<Done> m_done;   ///< the last one last
};

} // namespace dbgr::ui
