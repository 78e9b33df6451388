// SPDX-License-Identifier: GPL-3.0-or-later
// What docs/manual/scripts.md and the shells' completions say is what the program does. (tests/lint/check_man.py: the
// man page.)
#include "app/dbgr/command_language.h"
#include "app/dbgr/exit_codes.h"
#include "app/dbgr/help.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QRegularExpression>
#include <QtTest>

namespace tst_docs {

using namespace dbgr::app;

namespace {

QString document(const char* path)
{
    QFile file(QString(DBGR_SOURCE_DIR) + "/" + path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// What docs/manual/scripts.md has nothing to say of.
const QStringList kOfNoSession{"--version", "--verbose", "--help"};

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

bool hasWord(const QString& script, const QString& word)
{
    return QRegularExpression("(?<![\\w-])" + QRegularExpression::escape(word) + "(?![\\w-])").match(script).hasMatch();
}

/// fish's scripts write "-l name", old ones "-o name", for "--name".
bool hasOption(const QString& script, const QString& option, const QString& shell)
{
    return hasWord(script, shell == "fish" ? "-l " + option.mid(2) : option);
}

} // namespace

class TestDocs : public QObject
{
    Q_OBJECT

private slots:
    void batchDocumentHasAllOfIt();
    void completionHasAllOfIt_data();
    void completionHasAllOfIt();
};

void TestDocs::batchDocumentHasAllOfIt()
{
    const QString text = document("docs/manual/scripts.md").replace("\\|", "|");
    for (const CommandInfo& info : commandTable())
        QVERIFY2(text.contains("`" + QString::fromStdString(info.usage()) + "`") ||
                     text.contains("`" + QString::fromStdString(info.usage()).section(' ', 0, 0) + " "),
                 info.usage().c_str());
    for (const ExitCodeInfo& info : kExitCodes)
        QVERIFY2(text.contains("\n| " + QString::number(int(info.code)) + " | "), info.meaning);
    QVERIFY(options().size() > 9);
    for (const QString& option : options())
        QVERIFY2(kOfNoSession.contains(option) || text.contains(option), qPrintable(option));
}

void TestDocs::completionHasAllOfIt_data()
{
    QTest::addColumn<QString>("shell");
    for (const char* shell : {"bash", "zsh", "fish"})
        QTest::newRow(shell) << QString(shell);
}

void TestDocs::completionHasAllOfIt()
{
    QFETCH(QString, shell);
    const QString script = document(qPrintable("docs/completion/dbgr." + shell));
    for (const CommandInfo& info : commandTable())
        QVERIFY2(hasWord(script, QString::fromUtf8(info.name.data(), int(info.name.size()))), info.usage().c_str());
    for (const QString& option : options())
        QVERIFY2(hasOption(script, option, shell), qPrintable(option));
}

DBGR_TEST(TestDocs);

} // namespace tst_docs

#include "tst_docs.moc"
