// SPDX-License-Identifier: GPL-3.0-or-later
// The console: whose output, the output, a line to find text, a line to answer. Thread: GUI.
#pragma once

#include "ui/console/console_model.h"
#include "ui/console/stdin_model.h"

#include <QWidget>

class QAction;
class QBoxLayout;

namespace dbgr::ui {

class ConsoleFindBar;
class ConsoleInput;
class ConsolePanes;
class ConsoleView;
struct UiContext;

class ConsoleDock final : public QWidget
{
    Q_OBJECT

public:
    explicit ConsoleDock(UiContext& context, QWidget* parent = nullptr);

    /// Gives the keyboard to the line that is sent to the ranks.
    void focusInput();
    /// Shows what these ranks wrote.
    void showRanks(const util::RankSet& ranks);

    [[nodiscard]] ConsoleModel& model() { return m_model; }
    [[nodiscard]] ConsoleView& view() { return *m_view; }

signals:
    /// Something was written that nobody has seen, as the console is out of sight; or it was looked at.
    void newsChanged(bool news);
    /// The first output of a job.
    void filled();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void followOutput();
    void setNews(bool news);
    void makeActions(QBoxLayout& bar);
    QAction* addAction(QBoxLayout* bar, const QString& icon, const QString& text, const QKeySequence& keys = {});
    void takeSource(const ConsoleSource& source);
    void updateEmptyText();
    void clear();
    void chooseFile();
    void save(const QString& file);

    UiContext& m_context;
    ConsoleModel m_model;
    StdinModel m_stdin;
    ConsolePanes* m_panes;
    ConsoleView* m_view;
    ConsoleFindBar* m_findBar;
    ConsoleInput* m_input;
    std::uint64_t m_seen = 0; ///< the last line when the console was in sight
    bool m_news = false;
    bool m_filled = false;
};

} // namespace dbgr::ui
