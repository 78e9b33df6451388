// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_window.h"

#include "ui/help/help_topic.h"
#include "ui/help/manual_browser.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QShortcut>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace dbgr::ui {

namespace {

constexpr QSize kHelpSize(1040, 720);
constexpr int kListWidth = 270;
constexpr int kPageRole = Qt::UserRole; ///< of a row: the page that it leads to; "" of a heading

} // namespace

HelpWindow::HelpWindow(const Theme& theme, QWidget* parent)
    : QDialog(parent), m_theme(theme), m_search(new QLineEdit(this)), m_list(new QListWidget(this)),
      m_text(new ManualBrowser(m_manual, theme, this)),
      m_back(makeButton(QStringLiteral("helpBack"), tr("Back"), QKeySequence(Qt::ALT | Qt::Key_Left))),
      m_forward(makeButton(QStringLiteral("helpForward"), tr("Forward"), QKeySequence(Qt::ALT | Qt::Key_Right)))
{
    setObjectName(QStringLiteral("help"));
    setWindowTitle(tr("Manual"));
    resize(kHelpSize);
    m_list->setObjectName(QStringLiteral("helpList"));
    m_list->setWordWrap(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    auto* const splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_list);
    splitter->addWidget(m_text);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({kListWidth, kHelpSize.width() - kListWidth});
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    layout->addWidget(splitter, 1);
    setTabOrder(m_search, m_list);
    setTabOrder(m_list, m_text);
    makeKeys();
    connectAll();
    showPages();
    showIcons();
}

QToolButton* HelpWindow::makeButton(const QString& name, const QString& text, const QKeySequence& keys)
{
    auto* const button = new QToolButton(this);
    button->setObjectName(name);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus); // its keys work everywhere in the window
    button->setShortcut(keys);
    button->setToolTip(QStringLiteral("%1 (%2)").arg(text, keys.toString(QKeySequence::NativeText)));
    button->setAccessibleName(text);
    button->setEnabled(false);
    return button;
}

QWidget* HelpWindow::makeBar()
{
    m_search->setObjectName(QStringLiteral("helpSearch"));
    m_search->setPlaceholderText(tr("Search in all pages (Ctrl+F)"));
    m_search->setAccessibleName(tr("Search in all pages"));
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    auto* const bar = new QWidget(this);
    auto* const layout = new QHBoxLayout(bar);
    layout->setContentsMargins(8, 6, 8, 6);
    layout->setSpacing(4);
    layout->addWidget(m_back);
    layout->addWidget(m_forward);
    layout->addSpacing(8);
    layout->addWidget(m_search, 1);
    return bar;
}

void HelpWindow::makeKeys()
{
    const auto on = [this](const QKeySequence& keys, auto what) {
        connect(new QShortcut(keys, this), &QShortcut::activated, this, what);
    };
    const auto search = [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    };
    on(QKeySequence::Find, search);
    on(QKeySequence(Qt::Key_Slash), search);
    on(QKeySequence(Qt::CTRL | Qt::Key_L), [this] { m_list->setFocus(Qt::ShortcutFocusReason); });
    on(QKeySequence(Qt::ALT | Qt::Key_Up), [this] { move(-1); });
    on(QKeySequence(Qt::ALT | Qt::Key_Down), [this] { move(1); });
}

void HelpWindow::connectAll()
{
    connect(m_back, &QToolButton::clicked, m_text, &QTextBrowser::backward);
    connect(m_forward, &QToolButton::clicked, m_text, &QTextBrowser::forward);
    connect(m_text, &QTextBrowser::backwardAvailable, m_back, &QWidget::setEnabled);
    connect(m_text, &QTextBrowser::forwardAvailable, m_forward, &QWidget::setEnabled);
    connect(m_text, &QTextBrowser::sourceChanged, this, &HelpWindow::followPage);
    connect(m_search, &QLineEdit::textChanged, this, &HelpWindow::showHits);
    connect(m_list, &QListWidget::itemClicked, this, &HelpWindow::choose);
    connect(m_list, &QListWidget::itemActivated, this, &HelpWindow::choose);
    connect(&m_theme, &Theme::changed, this, &HelpWindow::showIcons);
}

void HelpWindow::open(const QString& page)
{
    m_search->clear();
    const QLatin1String message(kMessageTopic);
    if (page.startsWith(message))
        m_text->open(m_manual.messageEntry(page.mid(message.size())));
    else
        m_text->open(page.isEmpty() ? QLatin1String(Manual::kIndex) : page);
    m_text->setFocus();
}

void HelpWindow::addHeading(const QString& text)
{
    auto* const item = new QListWidgetItem(text, m_list);
    item->setFlags(Qt::NoItemFlags);
    QFont face = font();
    face.setWeight(QFont::DemiBold);
    item->setFont(face);
    item->setForeground(m_theme.color(ColorRole::DimText));
}

void HelpWindow::showPages()
{
    m_list->clear();
    m_list->setAccessibleName(tr("Pages of the manual"));
    QString part;
    for (const ManualPage& page : m_manual.pages()) {
        if (page.part != part)
            addHeading(part = page.part);
        auto* const item = new QListWidgetItem(page.title, m_list);
        item->setToolTip(page.about);
        item->setData(kPageRole, page.file);
    }
    followPage();
}

void HelpWindow::showHits()
{
    const QString words = m_search->text().simplified();
    if (words.isEmpty()) {
        m_text->mark({});
        showPages();
        return;
    }
    m_list->clear();
    m_list->setAccessibleName(tr("What was found"));
    QString page;
    for (const ManualHit& hit : m_manual.search(words)) {
        if (hit.page != page)
            addHeading(page = hit.page);
        const QString heading = hit.heading.isEmpty() ? tr("Beginning") : hit.heading;
        auto* const item = new QListWidgetItem(QStringLiteral("%1\n%2").arg(heading, hit.line.left(120)), m_list);
        item->setData(kPageRole, hit.anchor.isEmpty() ? hit.file : hit.file + QLatin1Char('#') + hit.anchor);
    }
    if (m_list->count() == 0)
        addHeading(tr("Nothing has all of these words"));
    else
        m_list->setCurrentRow(1); // below the heading
}

void HelpWindow::choose(QListWidgetItem* item)
{
    const QString page = item ? item->data(kPageRole).toString() : QString();
    if (page.isEmpty())
        return;
    m_text->open(page);
    m_text->mark(m_search->text().simplified());
    m_text->setFocus();
}

/// In the list of pages the one that is shown is chosen.
void HelpWindow::followPage()
{
    if (!m_search->text().isEmpty())
        return;
    m_list->setCurrentItem(nullptr);
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->data(kPageRole).toString() == m_text->file())
            m_list->setCurrentRow(row);
    }
}

void HelpWindow::showIcons()
{
    m_back->setIcon(m_theme.icon(QStringLiteral("previous")));
    m_forward->setIcon(m_theme.icon(QStringLiteral("next")));
    if (m_search->text().isEmpty())
        showPages();
    else
        showHits();
}

void HelpWindow::move(int step)
{
    m_text->open(m_manual.neighbour(m_text->file(), step));
}

/// Up, Down and Return in the search line are for the list.
bool HelpWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        const auto* const key = static_cast<QKeyEvent*>(event);
        const int step = key->key() == Qt::Key_Down ? 1 : key->key() == Qt::Key_Up ? -1 : 0;
        if (step != 0 && key->modifiers() == Qt::NoModifier) {
            int row = m_list->currentRow() + step;
            while (row >= 0 && row < m_list->count() && m_list->item(row)->flags() == Qt::NoItemFlags)
                row += step; // over a heading
            if (row >= 0 && row < m_list->count())
                m_list->setCurrentRow(row);
            return true;
        }
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            choose(m_list->currentItem());
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void HelpWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !m_search->text().isEmpty()) {
        m_search->clear();
        m_text->setFocus();
        return;
    }
    QDialog::keyPressEvent(event);
}

} // namespace dbgr::ui

#include "moc_help_window.cpp"
