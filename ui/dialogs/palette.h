// SPDX-License-Identifier: GPL-3.0-or-later
// A line and a list of what its letters may mean, over the top of the window. Return or a click chooses, arrows move,
// Escape or a click elsewhere closes it. Thread: GUI.
#pragma once

#include "ui/window/ui_context.h"

#include <QFrame>
#include <QPointer>

class QAbstractItemModel;
class QKeyEvent;
class QLabel;
class QLineEdit;
class QListView;

namespace dbgr::ui {

class Palette : public QFrame
{
    Q_OBJECT

public:
    /// Shows it, and the keyboard in its line. \param text in the line, to be written over
    void open(const QString& text = {});

protected:
    struct Words
    {
        QString name;   ///< of objects, for tests: "goToPalette"
        QString title;  ///< for those who hear it
        QString prompt; ///< in the empty line
        int width = 560;
    };
    /// \param window that it lies over. Hidden at first.
    Palette(UiContext& context, QWidget* window, const Words& words);
    /// Of PaletteRole. Once, when it is made.
    void setModel(QAbstractItemModel& model);

    /// Other letters are in the line; its model is to follow. Called whenever it is opened, too, while it is hidden.
    virtual void takePattern(const QString& pattern) = 0;
    /// A row was chosen, and the palette is closed.
    virtual void choose(const QModelIndex& index) = 0;
    /// Delete was pressed at a row, where it is nothing to the line. \return whether rows can be removed
    virtual bool remove(const QModelIndex& /*index*/) { return false; }
    /// Below an empty list.
    [[nodiscard]] virtual QString emptyText() const = 0;

    [[nodiscard]] UiContext& context() const { return m_context; }
    [[nodiscard]] QString pattern() const;
    /// Takes this row, as if the user had.
    void trigger(const QModelIndex& index);
    /// The first row, and its tip: the model has others now.
    void selectFirst() { select(0); }
    /// The same for this row, or the nearest that there is.
    void select(int row);
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    /// \param giveBack the keyboard goes to whom it was taken from
    void dismiss(bool giveBack);
    bool keyPressed(QKeyEvent* key);
    void showTip();
    void showLook();

    UiContext& m_context;
    QWidget* m_window;
    int m_width;
    QLineEdit* m_line;
    QListView* m_list;
    QLabel* m_tip;
    QPointer<QWidget> m_hadKeyboard;
};

} // namespace dbgr::ui
