// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/palette.h"

#include "ui/dialogs/palette_delegate.h"
#include "ui/dialogs/palette_role.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace dbgr::ui {

namespace {

constexpr int kHeight = 360;
constexpr int kFromTop = 48;
constexpr int kRowsAPage = 10;

} // namespace

Palette::Palette(UiContext& context, QWidget* window, const Words& words)
    : QFrame(window), m_context(context), m_window(window), m_width(words.width), m_line(new QLineEdit(this)),
      m_list(new QListView(this)), m_tip(new QLabel(this))
{
    setObjectName(words.name);
    setAccessibleName(words.title);
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    m_line->setObjectName(QStringLiteral("paletteLine"));
    m_line->setPlaceholderText(words.prompt);
    m_line->setAccessibleName(words.prompt);
    m_line->setClearButtonEnabled(false);
    m_list->setObjectName(QStringLiteral("paletteList"));
    m_list->setAccessibleName(words.title);
    m_list->setItemDelegate(new PaletteDelegate(context.theme, this));
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
    connect(m_line, &QLineEdit::textChanged, this, [this](const QString& text) {
        takePattern(text);
        selectFirst();
    });
    connect(m_list, &QListView::clicked, this, &Palette::trigger);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (isVisible() && now && now != this && !isAncestorOf(now))
            dismiss(false);
    });
    connect(&context.theme, &Theme::changed, this, &Palette::showLook);
    showLook();
    hide();
}

void Palette::setModel(QAbstractItemModel& model)
{
    m_list->setModel(&model);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &Palette::showTip);
}

void Palette::open(const QString& text)
{
    if (isVisible())
        hide(); // and begins anew
    else
        m_hadKeyboard = QApplication::focusWidget();
    {
        const QSignalBlocker once(m_line); // what follows is for this text, too
        m_line->setText(text);
        m_line->selectAll();
    }
    takePattern(text); // what there is now may be other than the last time
    selectFirst();
    place();
    show();
    raise();
    m_line->setFocus(Qt::PopupFocusReason);
}

QString Palette::pattern() const
{
    return m_line->text();
}

void Palette::place()
{
    const QSize room = m_window->size();
    const QSize size(qMin(m_width, room.width()), qMin(kHeight, room.height()));
    setGeometry(QRect(QPoint((room.width() - size.width()) / 2, qMin(kFromTop, room.height() - size.height())), size));
}

void Palette::select(int row)
{
    const int last = m_list->model()->rowCount() - 1;
    if (last >= 0)
        m_list->setCurrentIndex(m_list->model()->index(qBound(0, row, last), 0));
    showTip();
}

void Palette::trigger(const QModelIndex& index)
{
    if (!index.isValid() || !index.data(EnabledRole).toBool())
        return; // the tip says why
    const QPersistentModelIndex chosen = index;
    dismiss(true);
    choose(chosen);
}

void Palette::dismiss(bool giveBack)
{
    hide();
    if (giveBack && m_hadKeyboard)
        m_hadKeyboard->setFocus(Qt::PopupFocusReason);
}

bool Palette::eventFilter(QObject* watched, QEvent* event)
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

bool Palette::keyPressed(QKeyEvent* key)
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
    case Qt::Key_Delete:
        if (m_line->hasSelectedText() || m_line->cursorPosition() < m_line->text().size())
            return false; // the line's letters
        return remove(m_list->currentIndex());
    default:
        return false;
    }
}

void Palette::showTip()
{
    m_tip->setText(m_list->model()->rowCount() == 0 ? emptyText() : m_list->currentIndex().data(TipRole).toString());
}

void Palette::showLook()
{
    QPalette dim;
    dim.setColor(QPalette::WindowText, m_context.theme.color(ColorRole::DimText));
    m_tip->setPalette(dim);
}

} // namespace dbgr::ui

#include "moc_palette.cpp"
