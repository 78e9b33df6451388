// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/keys_page.h"

#include "ui/dialogs/command_words.h"
#include "ui/theme/theme.h"
#include "ui/widgets/filtered_view.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace dbgr::ui {

KeysPage::KeysPage(UiContext& context, QWidget* parent) : QWidget(parent), m_context(context), m_model(context.actions)
{
    makeView();
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(new QLabel(tr("Type in the list to find a command.")));
    layout->addWidget(m_view, 1);
    layout->addWidget(makeEditor());

    connect(m_view->view()->selectionModel(), &QItemSelectionModel::currentChanged, this, &KeysPage::showCommand);
    connect(&m_model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& first) {
        if (first.row() == row() && !m_edit->hasFocus())
            showCommand();
    });
    showCommand();
}

KeysPage::~KeysPage()
{
    delete m_view; // it shows the model
}

void KeysPage::makeView()
{
    auto* const tree = new QTreeView;
    tree->setObjectName(QStringLiteral("keysView"));
    tree->setAccessibleName(tr("Commands and their keys"));
    tree->setRootIsDecorated(false);
    tree->setUniformRowHeights(true);
    tree->setAllColumnsShowFocus(true);
    m_view = new FilteredView(tree, m_context, this);
    m_view->setObjectName(QStringLiteral("keys"));
    m_view->setModel(&m_model);
    tree->header()->setSectionResizeMode(KeysModel::Command, QHeaderView::Stretch);
    tree->header()->setSectionResizeMode(KeysModel::Menu, QHeaderView::ResizeToContents);
    tree->header()->setSectionResizeMode(KeysModel::Keys, QHeaderView::ResizeToContents);
    tree->header()->setStretchLastSection(false);
}

QWidget* KeysPage::makeEditor()
{
    m_name = new QLabel;
    m_edit = new QKeySequenceEdit;
    m_edit->setObjectName(QStringLiteral("keysEdit"));
    m_edit->setAccessibleName(tr("Press the new keys"));
    m_take = new QPushButton(tr("&Take It"));
    m_take->setObjectName(QStringLiteral("keysTake"));
    m_none = new QPushButton(tr("&No Keys"));
    m_none->setObjectName(QStringLiteral("keysNone"));
    m_reset = new QPushButton(tr("&Reset"));
    m_reset->setObjectName(QStringLiteral("keysReset"));
    auto* const resetAll = new QPushButton(tr("Reset &All"));
    resetAll->setObjectName(QStringLiteral("keysResetAll"));
    m_conflict = new QLabel;
    m_conflict->setObjectName(QStringLiteral("keysConflict"));
    m_conflict->setTextFormat(Qt::PlainText);
    m_conflict->setWordWrap(true);

    for (QPushButton* const button : {m_take, m_none, m_reset, resetAll})
        button->setAutoDefault(false); // Return in a field is not for them

    connect(m_edit, &QKeySequenceEdit::keySequenceChanged, this, &KeysPage::showConflict);
    connect(m_edit, &QKeySequenceEdit::editingFinished, this, &KeysPage::takeKeys);
    connect(m_take, &QPushButton::clicked, this, [this] {
        m_model.setKeys(row(), m_edit->keySequence());
        showCommand();
    });
    connect(m_none, &QPushButton::clicked, this, [this] {
        m_model.setKeys(row(), {});
        showCommand();
    });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        m_model.reset(row());
        showCommand();
    });
    connect(resetAll, &QPushButton::clicked, this, [this] {
        m_model.resetAll();
        showCommand();
    });

    auto* const editor = new QWidget;
    auto* const line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_name, 1);
    line->addWidget(m_edit, 1);
    line->addWidget(m_none);
    line->addWidget(m_reset);
    line->addWidget(resetAll);
    auto* const second = new QHBoxLayout;
    second->setSpacing(8);
    second->addWidget(m_conflict, 1);
    second->addWidget(m_take);
    auto* const layout = new QVBoxLayout(editor);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(line);
    layout->addLayout(second);
    return editor;
}

int KeysPage::row() const
{
    return m_view->toSource(m_view->view()->currentIndex()).row();
}

void KeysPage::showCommand()
{
    const bool any = row() >= 0;
    m_name->setText(any ? commandName(*m_model.action(row())) : tr("No command chosen"));
    m_edit->setKeySequence(any ? m_model.action(row())->shortcut() : QKeySequence());
    m_edit->setEnabled(any);
    m_none->setEnabled(any && !m_model.action(row())->shortcuts().isEmpty());
    m_reset->setEnabled(any && m_model.isChanged(row()));
    showConflict();
}

void KeysPage::takeKeys()
{
    if (row() < 0 || m_edit->keySequence().isEmpty() || m_model.conflict(row(), m_edit->keySequence()))
        return; // what is in the way is shown, with a button to go on
    m_model.setKeys(row(), m_edit->keySequence());
    showCommand();
}

void KeysPage::showConflict()
{
    const QAction* const owner = row() < 0 ? nullptr : m_model.conflict(row(), m_edit->keySequence());
    QPalette colors;
    colors.setColor(QPalette::WindowText, m_context.theme.color(owner ? ColorRole::ErrorText : ColorRole::DimText));
    m_conflict->setPalette(colors);
    m_conflict->setText(owner ? tr("%1 belongs to \"%2\", which would lose it.")
                                    .arg(m_edit->keySequence().toString(QKeySequence::NativeText), commandName(*owner))
                              : tr("Click into the field and press the new keys."));
    m_take->setVisible(owner != nullptr);
}

} // namespace dbgr::ui

#include "moc_keys_page.cpp"
