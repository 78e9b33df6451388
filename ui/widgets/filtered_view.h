// SPDX-License-Identifier: GPL-3.0-or-later
// What every list, table and tree of the window can do: filter by typing, copy, export, remember its columns, and say
// what would fill it while it is empty. Thread: GUI.
#pragma once

#include <QAbstractItemView>
#include <QList>
#include <QModelIndex>
#include <QSortFilterProxyModel>
#include <QString>
#include <QWidget>

class QAction;
class QHeaderView;
class QLineEdit;
class QMenu;

namespace dbgr::ui {

class EmptyState;
struct UiContext;

/// Typing in the view opens a line below it that filters rows (a tree keeps the parents of what matches); Escape clears
/// and closes it. Column widths are remembered under this widget's objectName, which has to be set before setModel().
class FilteredView final : public QWidget
{
    Q_OBJECT

public:
    /// \param view is taken over
    FilteredView(QAbstractItemView* view, UiContext& context, QWidget* parent = nullptr);
    ~FilteredView() override;

    [[nodiscard]] QAbstractItemView* view() const { return m_view; }
    /// The view shows `source` through a proxy that filters. It must outlive this widget, or be its child.
    void setModel(QAbstractItemModel* source);
    [[nodiscard]] QModelIndex toSource(const QModelIndex& ofView) const;
    /// Invalid for a row that is filtered out.
    [[nodiscard]] QModelIndex fromSource(const QModelIndex& ofSource) const;
    /// For sorting, and for another filter role or column than "what any column shows".
    [[nodiscard]] QSortFilterProxyModel& proxy() { return m_proxy; }

    /// Widths of the columns for a user who has not moved them, in characters; call it before setModel().
    void setColumnChars(const QList<int>& chars) { m_columnChars = chars; }
    /// Shown while the source has no rows: what is missing, and what would fill it.
    void setEmptyText(const QString& title, const QString& hint);
    /// The filter line stands above the view, always: for a list in a dialog. Return in it is then the dialog's.
    void keepFilterShown();
    /// Shows the filter line with this text, or closes it for "".
    void setFilter(const QString& text);
    [[nodiscard]] QString filter() const;

    /// Stand first in the context menu. Their keys work in the view, whatever the window does with the same keys; those
    /// of the window's commands everywhere. What is disabled for a menu is enabled again after it.
    void addContextActions(const QList<QAction*>& actions);
    /// The selected rows (or else the current one) as text.
    [[nodiscard]] QString selectionText() const;
    /// A key that writes a character: such keys filter. A blank does not.
    [[nodiscard]] static bool isTyping(const QKeyEvent& key);

signals:
    /// Time to add to the menu, or to enable what is in it. \param source the index below the mouse; may be invalid
    void contextMenuAboutToShow(QMenu& menu, const QModelIndex& source);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// There is a filter to take back.
    [[nodiscard]] bool escapeIsOurs() const;
    /// Our own action that has this key; null if there is none.
    [[nodiscard]] QAction* actionOf(const QKeyEvent& key) const;
    [[nodiscard]] bool isOurs(const QAction& action) const;
    bool keyPressedInView(QKeyEvent* key);
    bool keyPressedInFilter(QKeyEvent* key);
    void openFilter(const QString& text);
    void applyFilter(const QString& text);
    void showContextMenu(const QPoint& asked);
    void copy();
    void exportCsv();
    void writeCsv(const QString& file);
    void updateEmptyState();
    [[nodiscard]] QHeaderView* header() const;
    /// Those that are shown, from left to right.
    [[nodiscard]] QList<int> columns() const;

    UiContext& m_context;
    QAbstractItemView* m_view;
    QLineEdit* m_filter;
    EmptyState* m_empty;
    QSortFilterProxyModel m_proxy;
    QList<QAction*> m_actions;
    QList<int> m_columnChars;
    QString m_emptyTitle;
    QString m_emptyHint;
    bool m_filterStays = false;
};

} // namespace dbgr::ui
