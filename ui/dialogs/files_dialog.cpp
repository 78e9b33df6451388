// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/files_dialog.h"

#include "ui/bridge/current_place.h"
#include "ui/widgets/filtered_view.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace dbgr::ui {

namespace {

constexpr QSize kFilesSize(560, 560);
constexpr std::uint32_t kMostFilesShown = 20000;

} // namespace

FilesDialog::FilesDialog(UiContext& context, QWidget* parent)
    : QDialog(parent), m_context(context), m_words(new QLabel(this)), m_tree(new QTreeView),
      m_view(new FilteredView(m_tree, context, this)), m_names(context.bridge)
{
    setWindowTitle(tr("Program Files"));
    setObjectName(QStringLiteral("programFiles"));
    m_words->setWordWrap(true);
    m_words->setTextFormat(Qt::PlainText);
    m_tree->setObjectName(QStringLiteral("programFilesView"));
    m_tree->setAccessibleName(windowTitle());
    m_tree->setHeaderHidden(true);
    m_tree->setUniformRowHeights(true);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setObjectName(QStringLiteral("programFilesTree"));
    m_view->setModel(&m_model);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false); // Return in the tree opens
    auto* const layout = new QVBoxLayout(this);
    layout->addWidget(m_words);
    layout->addWidget(m_view, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_tree, &QAbstractItemView::activated, this, &FilesDialog::open);
    resize(kFilesSize);
}

FilesDialog::~FilesDialog()
{
    delete m_view; // it shows the model
}

void FilesDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    ask(); // what is loaded now may be more than the last time
    m_tree->setFocus();
}

void FilesDialog::ask()
{
    const auto rank = m_context.place.rank();
    if (!rank)
        return say(tr("There is no job: which files its program has is known when a rank stands."));
    if (m_model.rowCount() == 0)
        say(tr("Looking through the debug information ..."));
    m_names.ask(*rank, {debug::Describe::What::Sources, "", kMostFilesShown},
                [this](const auto& found) { take(found); });
}

void FilesDialog::say(const QString& words)
{
    m_files.clear();
    m_model.clear();
    m_words->setText(words);
}

void FilesDialog::take(const util::Result<debug::Description>& found)
{
    if (!found)
        return say(QString::fromStdString(found.error().message()));
    QStringList files;
    for (const debug::DescribedName& one : found->names)
        files << QString::fromStdString(one.name);
    QString words = tr("Files that code comes from, in all that is loaded and has debug information.");
    if (found->left > 0)
        words += u' ' + tr("%1 more are not listed here: open them by name.").arg(QLocale().toString(found->left));
    m_words->setText(words);
    if (files == m_files)
        return; // what is open stays open
    m_files = files;
    m_model.clear();
    add(m_model.invisibleRootItem(), fileTree(files));
    for (QModelIndex first = m_tree->model()->index(0, 0); first.isValid();
         first = m_tree->model()->index(0, 0, first)) {
        if (!m_tree->currentIndex().isValid())
            m_tree->setCurrentIndex(first);
        m_tree->expand(first);
    }
}

void FilesDialog::add(QStandardItem* parent, const std::vector<FileNode>& nodes)
{
    for (const FileNode& node : nodes) {
        auto* const item = new QStandardItem(node.name);
        item->setToolTip(node.path);
        item->setData(node.isFolder() ? QString() : node.path, Qt::UserRole);
        parent->appendRow(item);
        add(item, node.below);
    }
}

void FilesDialog::open(const QModelIndex& ofView)
{
    const QString path = ofView.data(Qt::UserRole).toString();
    if (path.isEmpty()) {
        m_tree->setExpanded(ofView, !m_tree->isExpanded(ofView));
        return;
    }
    accept();
    emit chosen({path.toStdString(), 1, 0});
}

} // namespace dbgr::ui

#include "moc_files_dialog.cpp"
