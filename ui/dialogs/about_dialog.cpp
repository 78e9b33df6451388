// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/about_dialog.h"

#include "ui/theme/application_icon.h"
#include "ui/theme/theme.h"

#include <QDialogButtonBox>
#include <QFile>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace dbgr::ui {

namespace {

constexpr int kIconSize = 64;
constexpr QSize kAboutSize(720, 480);

struct Library
{
    const char* name;
    const char* use;
    const char* licence;
};

constexpr Library kLibraries[] = {
    {"Qt 6", QT_TRANSLATE_NOOP("AboutDialog", "the window"), "LGPL-3.0-only"},
    {"QScintilla", QT_TRANSLATE_NOOP("AboutDialog", "the source view"), "GPL-3.0-or-later"},
    {"LLDB", QT_TRANSLATE_NOOP("AboutDialog", "control of processes, symbols and values, in dbgd"),
     "Apache-2.0 WITH LLVM-exception"},
    {"libevent", QT_TRANSLATE_NOOP("AboutDialog", "sockets"), "BSD-3-Clause"},
    {"OpenSSL", QT_TRANSLATE_NOOP("AboutDialog", "encrypted connections to the daemons"), "Apache-2.0"},
    {"Protocol Buffers", QT_TRANSLATE_NOOP("AboutDialog", "messages to the daemons"), "BSD-3-Clause"},
    {"zlib", QT_TRANSLATE_NOOP("AboutDialog", "compressed values of PMIx"), "Zlib"},
    {"spdlog", QT_TRANSLATE_NOOP("AboutDialog", "the log"), "MIT"},
    {"{fmt}", QT_TRANSLATE_NOOP("AboutDialog", "the log"), "MIT"},
    {"tl::expected", QT_TRANSLATE_NOOP("AboutDialog", "results that may be errors"), "CC0-1.0"},
    {"CLI11", QT_TRANSLATE_NOOP("AboutDialog", "the command line"), "BSD-3-Clause"},
    {"JSON for Modern C++", QT_TRANSLATE_NOOP("AboutDialog", "output for programs"), "MIT"},
    {"GNU Readline", QT_TRANSLATE_NOOP("AboutDialog", "commands from a terminal"), "GPL-3.0-or-later"},
};

} // namespace

AboutDialog::AboutDialog(UiContext& context, QWidget* parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("about"));
    setWindowTitle(tr("About dbgr"));
    resize(kAboutSize);
    auto* const tabs = new QTabWidget;
    tabs->setObjectName(QStringLiteral("aboutTabs"));
    tabs->addTab(makeLibraries(), tr("Libraries"));
    for (const char* const licence : {"GPL-3.0-or-later", "BSD-3-Clause"})
        tabs->addTab(makeLicence(context, QLatin1String(licence)), QLatin1String(licence));
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::Close)->setIcon(QIcon()); // the style's own is of another set
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* const layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addWidget(makeTitle());
    layout->addWidget(tabs, 1);
    layout->addWidget(buttons);
}

QWidget* AboutDialog::makeTitle()
{
    auto* const icon = new QLabel;
    icon->setPixmap(applicationIcon().pixmap(kIconSize));
    auto* const name = new QLabel(tr("dbgr %1").arg(QStringLiteral(DBGR_VERSION)));
    name->setObjectName(QStringLiteral("aboutVersion"));
    name->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QFont font = name->font();
    font.setPointSizeF(font.pointSizeF() * 1.6);
    font.setWeight(QFont::DemiBold);
    name->setFont(font);
    auto* const words = new QLabel(tr("An interactive parallel debugger for MPI programs. Free software: the window "
                                      "and the programs under the GPL, version 3 or later, the libraries in core/ "
                                      "under the BSD licence. The icons are dbgr's own."));
    words->setWordWrap(true);
    auto* const title = new QWidget;
    auto* const texts = new QVBoxLayout;
    texts->setSpacing(4);
    texts->addWidget(name);
    texts->addWidget(words);
    auto* const layout = new QHBoxLayout(title);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(16);
    layout->addWidget(icon, 0, Qt::AlignTop);
    layout->addLayout(texts, 1);
    return title;
}

QWidget* AboutDialog::makeLibraries()
{
    auto* const list = new QTreeWidget;
    list->setObjectName(QStringLiteral("aboutLibraries"));
    list->setAccessibleName(tr("Libraries that dbgr is made of"));
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    list->setFrameShape(QFrame::NoFrame);
    list->setHeaderLabels({tr("Library"), tr("For"), tr("Licence")});
    for (const Library& library : kLibraries)
        new QTreeWidgetItem(list, {QLatin1String(library.name), tr(library.use), QLatin1String(library.licence)});
    for (int column = 0; column < list->columnCount(); ++column)
        list->header()->setSectionResizeMode(column,
                                             column == 1 ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
    list->header()->setStretchLastSection(false);
    return list;
}

QWidget* AboutDialog::makeLicence(UiContext& context, const QString& name)
{
    auto* const text = new QPlainTextEdit;
    text->setObjectName(name);
    text->setAccessibleName(name);
    text->setReadOnly(true);
    text->setFrameShape(QFrame::NoFrame);
    text->setFont(context.theme.fixedFont());
    QFile file(QStringLiteral(":/licences/%1.txt").arg(name));
    if (file.open(QIODevice::ReadOnly))
        text->setPlainText(QString::fromUtf8(file.readAll()));
    return text;
}

} // namespace dbgr::ui

#include "moc_about_dialog.cpp"
