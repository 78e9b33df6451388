// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/path_map_dialog.h"

#include "ui/source/path_map_model.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace dbgr::ui {

PathMapDialog::PathMapDialog(PathMap& map, QWidget* parent)
    : QDialog(parent), m_model(new PathMapModel(map, this)), m_table(new QTableView(this)),
      m_browse(new QPushButton(tr("&Choose Folder..."), this)), m_remove(new QPushButton(tr("&Remove"), this))
{
    setWindowTitle(tr("Source Folders"));
    auto* const words = new QLabel(tr("Where sources are that were moved since the program was built. "
                                      "The longest folder that fits is taken."),
                                   this);
    words->setWordWrap(true);
    m_table->setModel(m_model);
    m_table->setAccessibleName(windowTitle());
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setTabKeyNavigation(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 8);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeader()->setHighlightSections(false);
    auto* const addButton = new QPushButton(tr("&Add"), this);
    auto* const box = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* const buttons = new QHBoxLayout;
    for (QPushButton* const button : {addButton, m_browse, m_remove}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    buttons->addWidget(box);
    auto* const layout = new QVBoxLayout(this);
    layout->addWidget(words);
    layout->addWidget(m_table, 1);
    layout->addLayout(buttons);
    resize(680, 320);
    connect(addButton, &QPushButton::clicked, this, &PathMapDialog::add);
    connect(m_remove, &QPushButton::clicked, this, &PathMapDialog::removeSelected);
    connect(m_browse, &QPushButton::clicked, this, &PathMapDialog::chooseFolder);
    connect(box, &QDialogButtonBox::rejected, this, &QDialog::close);
    const auto enable = [this] {
        const bool any = m_table->currentIndex().isValid();
        m_browse->setEnabled(any);
        m_remove->setEnabled(any);
    };
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, enable);
    enable();
}

void PathMapDialog::add()
{
    const QModelIndex row = m_model->addRow();
    m_table->setCurrentIndex(row);
    m_table->edit(row);
}

void PathMapDialog::removeSelected()
{
    const QModelIndex current = m_table->currentIndex();
    if (current.isValid())
        m_model->removeRow(current.row());
}

void PathMapDialog::chooseFolder()
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid())
        return;
    const QPersistentModelIndex target = current.siblingAtColumn(PathMapModel::To);
    auto* const dialog = new QFileDialog(this, tr("Folder on This Machine"), target.data().toString());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this, target](const QString& folder) {
        if (target.isValid())
            m_model->setData(target, folder, Qt::EditRole);
    });
    dialog->open();
}

} // namespace dbgr::ui

#include "moc_path_map_dialog.cpp"
