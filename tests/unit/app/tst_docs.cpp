// SPDX-License-Identifier: GPL-3.0-or-later
// What docs/batch.md and the shell completion say is what the program does. (tests/lint/check_man.py: the man page.)
#include "app/dbgr/command_language.h"
#include "app/dbgr/exit_codes.h"
#include "app/dbgr/help.h"

#include <QFile>
#include <QRegularExpression>
#include <QtTest>

using namespace dbgr::app;

namespace {

QString document(const char* path)
{
    QFile file(QString(DBGR_SOURCE_DIR) + "/" + path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// All "--word" of the part of --help that tells the options.
QStringList options()
{
    const QString help = QString::fromStdString(helpText()).section("Commands (", 0, 0);
    QStringList found;
    auto all =
        QRegularExpression("^  (?:-\\w, |    )?(--[a-z-]+)", QRegularExpression::MultilineOption).globalMatch(help);
    while (all.hasNext())
        found << all.next().captured(1);
    return found;
}

} // namespace

class TestDocs : public QObject
{
    Q_OBJECT

private slots:
    void batchDocumentHasAllOfIt();
    void completionHasAllOfIt();
};

void TestDocs::batchDocumentHasAllOfIt()
{
    const QString text = document("docs/batch.md").replace("\\|", "|");
    for (const CommandInfo& info : commandTable())
        QVERIFY2(text.contains("`" + QString::fromStdString(info.usage()) + "`") ||
                     text.contains("`" + QString::fromStdString(info.usage()).section(' ', 0, 0) + " "),
                 info.usage().c_str());
    for (const ExitCodeInfo& info : kExitCodes)
        QVERIFY2(text.contains("\n| " + QString::number(int(info.code)) + " | "), info.meaning);
    QVERIFY(options().size() > 9);
    for (const QString& option : options())
        QVERIFY2(option == "--version" || option == "--help" || text.contains(option), qPrintable(option));
}

void TestDocs::completionHasAllOfIt()
{
    const QString script = document("docs/completion/dbgr.bash");
    for (const CommandInfo& info : commandTable()) {
        const QRegularExpression word("[\\s\"]" + QString::fromUtf8(info.name.data(), int(info.name.size())) + "\\b");
        QVERIFY2(word.match(script).hasMatch(), info.usage().c_str());
    }
    for (const QString& option : options())
        QVERIFY2(script.contains(option), qPrintable(option));
}

QTEST_APPLESS_MAIN(TestDocs)
#include "tst_docs.moc"
