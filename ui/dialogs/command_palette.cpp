// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/command_palette.h"

#include "ui/dialogs/command_delegate.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QVBoxLayout>

namespace dbgr::ui {

namespace {

constexpr int kWidth = 560;
constexpr int kHeight = 360;
constexpr int kFromTop = 48;
constexpr int kRowsAPage = 10;

} // namespace

CommandPalette::CommandPalette(UiContext& context, QWidget* window)
    : QFrame(window), m_context(context), m_window(window), m_model(context.actions), m_line(new QLineEdit(this)),
      m_list(new QListView(this)), m_tip(new QLabel(this))
{
    setObjectName(QStringLiteral("commandPalette"));
    setAccessibleName(tr("Command palette"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    m_line->setObjectName(QStringLiteral("paletteLine"));
    m_line->setPlaceholderText(tr("Type a command"));
    m_line->setAccessibleName(tr("Command"));
    m_line->setClearButtonEnabled(false);
    m_list->setObjectName(QStringLiteral("paletteList"));
    m_list->setAccessibleName(tr("Commands"));
    m_list->setModel(&m_model);
    m_list->setItemDelegate(new CommandDelegate(context.theme, this));
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus); // the line keeps the keyboard and moves the list's selection
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tip->setContentsMargins(8, 2, 8, 4);
    m_tip->setTextFormat(Qt::PlainText);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 2);
    layout->setSpacing(6);
    layout->addWidget(m_line);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_tip);

    m_line->installEventFilter(this);
    window->installEventFilter(this);
    connect(m_line, &QLineEdit::textChanged, this, &CommandPalette::takePattern);
    connect(m_list, &QListView::clicked, this, &CommandPalette::trigger);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &CommandPalette::showTip);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (isVisible() && now && now != this && !isAncestorOf(now))
            dismiss(false);
    });
    connect(&context.theme, &Theme::changed, this, &CommandPalette::showLook);
    showLook();
    hide();
}

void CommandPalette::open()
{
    m_hadKeyboard = QApplication::focusWidget();
    m_line->clear();
    takePattern({}); // what can be done now may be other than the last time
    place();
    show();
    raise();
    m_line->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::place()
{
    const QSize room = m_window->size();
    const QSize size(qMin(kWidth, room.width()), qMin(kHeight, room.height()));
    setGeometry(QRect(QPoint((room.width() - size.width()) / 2, qMin(kFromTop, room.height() - size.height())), size));
}

void CommandPalette::takePattern(const QString& pattern)
{
    m_model.setPattern(pattern);
    select(0);
    showTip();
}

void CommandPalette::select(int row)
{
    const int last = m_model.rowCount() - 1;
    if (last >= 0)
        m_list->setCurrentIndex(m_model.index(qBound(0, row, last)));
}

void CommandPalette::trigger(const QModelIndex& index)
{
    if (!index.isValid() || !m_model.action(index.row())->isEnabled())
        return; // the tip says why
    const QPointer<QAction> action = m_model.action(index.row());
    dismiss(true);
    // Behind the change of focus: the command acts as if its own key had been pressed there.
    QMetaObject::invokeMethod(action, &QAction::trigger, Qt::QueuedConnection);
}

void CommandPalette::dismiss(bool giveBack)
{
    hide();
    if (giveBack && m_hadKeyboard)
        m_hadKeyboard->setFocus(Qt::PopupFocusReason);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_window) {
        if (event->type() == QEvent::Resize && isVisible())
            place();
        return false;
    }
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
        event->accept(); // not the window's "back to source"
    else if (event->type() == QEvent::KeyPress)
        return keyPressed(static_cast<QKeyEvent*>(event));
    return false;
}

bool CommandPalette::keyPressed(QKeyEvent* key)
{
    const int row = m_list->currentIndex().row();
    switch (key->key()) {
    case Qt::Key_Escape:
        dismiss(true);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        trigger(m_list->currentIndex());
        return true;
    case Qt::Key_Down:
        select(row + 1);
        return true;
    case Qt::Key_Up:
        select(row - 1);
        return true;
    case Qt::Key_PageDown:
        select(row + kRowsAPage);
        return true;
    case Qt::Key_PageUp:
        select(row - kRowsAPage);
        return true;
    default:
        return false;
    }
}

void CommandPalette::showTip()
{
    m_tip->setText(m_model.rowCount() == 0 ? tr("No command has these letters in its name")
                                           : m_list->currentIndex().data(CommandModel::TipRole).toString());
}

void CommandPalette::showLook()
{
    QPalette dim;
    dim.setColor(QPalette::WindowText, m_context.theme.color(ColorRole::DimText));
    m_tip->setPalette(dim);
}

} // namespace dbgr::ui

#include "moc_command_palette.cpp"
