// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attach/core_files_page.h"

#include "ui/attach/attach_fields.h"
#include "ui/theme/theme.h"
#include "ui/widgets/filtered_view.h"
#include "ui/widgets/label_color.h"

#include <QAction>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMimeData>
#include <QPushButton>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace dbgr::ui {

CoreFilesPage::CoreFilesPage(UiContext& context, QWidget* parent) : AttachPage(parent), m_context(context)
{
    setAcceptDrops(true);
    makeFiles();
    makeProgram();
    m_problem = new QLabel(this);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);

    auto* const buttons = new QVBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_add);
    buttons->addWidget(m_remove);
    buttons->addStretch(1);
    auto* const program = new QHBoxLayout;
    program->setSpacing(12);
    program->addWidget(m_programLabel);
    program->addWidget(m_program, 1);
    program->addWidget(m_browse);
    auto* const grid = new QGridLayout(this);
    grid->setContentsMargins(16, 16, 16, 16);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(8);
    grid->addWidget(m_list, 0, 0);
    grid->addLayout(buttons, 0, 1);
    grid->addLayout(program, 1, 0, 1, 2);
    grid->addWidget(m_problem, 2, 0, 1, 2);
    grid->setRowStretch(0, 1);
    grid->setColumnStretch(0, 1);

    connect(&context.theme, &Theme::changed, this, &CoreFilesPage::showLook);
    showLook();
    enableButtons();
    showProblem();
}

CoreFilesPage::~CoreFilesPage()
{
    delete m_list; // it shows the model
}

void CoreFilesPage::makeFiles()
{
    auto* const list = new QListView;
    list->setObjectName(QStringLiteral("coreFilesView"));
    list->setAccessibleName(tr("Core files"));
    list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list->setUniformItemSizes(true);
    list->setAcceptDrops(false); // they are the page's
    m_list = new FilteredView(list, m_context, this);
    m_list->setObjectName(QStringLiteral("coreFiles"));
    m_list->setModel(&m_files);
    list->setFrameShape(QFrame::StyledPanel);
    m_list->setEmptyText(tr("No core files yet"),
                         tr("Add those of the job's ranks, or drop them here. They are shown as one job: its ranks, "
                            "their stacks, and what their variables held."));
    m_add = new QPushButton(tr("A&dd..."), this);
    m_add->setObjectName(QStringLiteral("coreAdd"));
    m_remove = new QPushButton(tr("Re&move"), this);
    m_remove->setObjectName(QStringLiteral("coreRemove"));
    for (QPushButton* const button : {m_add, m_remove})
        button->setAutoDefault(false); // Return opens what is chosen
    auto* const removeAction = new QAction(tr("Remove from the List"), this);
    removeAction->setShortcut(QKeySequence::Delete);
    m_list->addContextActions({removeAction});
    connect(removeAction, &QAction::triggered, this, &CoreFilesPage::removeSelected);
    connect(m_add, &QPushButton::clicked, this, &CoreFilesPage::chooseFiles);
    connect(m_remove, &QPushButton::clicked, this, &CoreFilesPage::removeSelected);
    connect(list->selectionModel(), &QItemSelectionModel::selectionChanged, this, &CoreFilesPage::enableButtons);
}

void CoreFilesPage::makeProgram()
{
    m_program = new QLineEdit(this);
    m_program->setObjectName(QStringLiteral("coreProgram"));
    m_program->setAccessibleName(tr("Program"));
    m_program->setPlaceholderText(tr("as the core files name it"));
    m_programLabel = new QLabel(tr("Pro&gram"), this);
    m_programLabel->setBuddy(m_program);
    m_browse = new QToolButton(this);
    m_browse->setToolTip(tr("Choose the program that left the core files"));
    m_browse->setAccessibleName(m_browse->toolTip());
    connect(m_browse, &QToolButton::clicked, this, &CoreFilesPage::chooseProgram);
    connect(m_program, &QLineEdit::textChanged, this, &CoreFilesPage::showProblem);
}

util::Result<AttachChoice> CoreFilesPage::choice() const
{
    auto cores = readCores(m_files.stringList(), m_program->text());
    if (!cores)
        return util::fail(std::move(cores).error());
    return AttachChoice{*std::move(cores)};
}

void CoreFilesPage::begin()
{
    if (m_files.rowCount() == 0)
        m_add->setFocus();
    else
        m_list->view()->setFocus();
}

void CoreFilesPage::addFiles(const QStringList& files)
{
    QStringList all = m_files.stringList();
    for (const QString& file : files) {
        if (!all.contains(file))
            all << file;
    }
    if (all.size() == m_files.rowCount())
        return;
    m_files.setStringList(all);
    enableButtons();
    showProblem();
}

void CoreFilesPage::removeSelected()
{
    QList<int> rows;
    for (const QModelIndex& index : m_list->view()->selectionModel()->selectedIndexes())
        rows << m_list->toSource(index).row();
    std::sort(rows.begin(), rows.end(), std::greater<>());
    for (const int row : std::as_const(rows))
        m_files.removeRow(row);
    enableButtons();
    showProblem();
}

void CoreFilesPage::chooseFiles()
{
    auto* const dialog = new QFileDialog(this, tr("Core Files"));
    dialog->setObjectName(QStringLiteral("chooseCores"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &CoreFilesPage::addFiles);
    dialog->open();
}

void CoreFilesPage::chooseProgram()
{
    auto* const dialog = new QFileDialog(this, tr("Program"), m_program->text());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, m_program, &QLineEdit::setText);
    dialog->open();
}

void CoreFilesPage::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void CoreFilesPage::dropEvent(QDropEvent* event)
{
    QStringList files;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile())
            files << url.toLocalFile();
    }
    addFiles(files);
    event->acceptProposedAction();
}

void CoreFilesPage::enableButtons()
{
    m_remove->setEnabled(m_list->view()->selectionModel()->hasSelection());
}

void CoreFilesPage::showProblem()
{
    const auto now = choice();
    m_problem->setText(now || m_files.rowCount() == 0 ? QString() : QString::fromStdString(now.error().message()));
    m_problem->setVisible(!m_problem->text().isEmpty());
    emit changed();
}

void CoreFilesPage::showLook()
{
    const Theme& theme = m_context.theme;
    m_program->setFont(theme.fixedFont());
    m_list->view()->setFont(theme.fixedFont());
    m_browse->setIcon(theme.icon(QStringLiteral("open")));
    setLabelColor(*m_problem, theme.color(ColorRole::ErrorText));
}

} // namespace dbgr::ui

#include "moc_core_files_page.cpp"
