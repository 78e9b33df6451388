// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "session/remote/links/tagged_output.h"
#include "tests/support/run/test_class.h"

#include <string>
#include <vector>

namespace tst_tagged_output {

using namespace dbgr::session;

namespace {

/// "0:text" for a rank, "-:text" for the launcher; stderr in capitals of the mark: "0!text".
QStringList shown(const std::vector<OutputBytes>& parts)
{
    QStringList lines;
    for (const OutputBytes& part : parts)
        lines += (part.rank ? QString::number(part.rank->value()) : QString("-")) +
                 (part.channel == OutputChannel::Stdout ? ":" : "!") + QString::fromStdString(part.data);
    return lines;
}

QStringList feed(TaggedOutput& output, const std::string& text, OutputChannel channel = OutputChannel::Stdout)
{
    return shown(output.feed({std::nullopt, channel, text}));
}

} // namespace

class TestTaggedOutput : public QObject
{
    Q_OBJECT

private slots:
    void readsWhatOrtePrints()
    {
        TaggedOutput output(TagSyntax::Orte);
        QCOMPARE(feed(output, "[1,0]<stdout>:partial 0[1,1]<stdout>:partial 1[1,0]<stdout>:..rest\n"
                              "[1,0]<stdout>:Prompt0> [1,1]<stdout>:..rest\n[1,1]<stderr>:err\n"),
                 QStringList({"0:partial 0", "1:partial 1", "0:..rest\nPrompt0> ", "1:..rest\n", "1!err\n"}));
    }

    void readsWhatHydraPrints()
    {
        TaggedOutput output(TagSyntax::Hydra);
        QCOMPARE(feed(output, "[1] partial 1"), QStringList("1:partial 1"));
        QCOMPARE(feed(output, "[0] partial 0"), QStringList("0:partial 0"));
        QCOMPARE(feed(output, "[0] ..rest\n[0] a[0] = 3\n[1] \n"), QStringList({"0:..rest\na[0] = 3\n", "1:\n"}));
        QCOMPARE(feed(output, "[0] err\n", OutputChannel::Stderr), QStringList("0!err\n"));
    }

    void readsWhatSlurmPrints()
    {
        TaggedOutput output(TagSyntax::Slurm);
        QCOMPARE(feed(output, "0: one\n 1: two\n10: t: 1: x\n01: three\n"),
                 QStringList({"0:one\n", "1:two\n", "10:t: 1: x\n", "1:three\n"}));
        QCOMPARE(feed(output, "srun: error: n01: task 1: Killed\n", OutputChannel::Stderr),
                 QStringList("-!srun: error: n01: task 1: Killed\n"));
    }

    void leavesTheLauncherWhatIsItsOwn()
    {
        TaggedOutput output(TagSyntax::Orte);
        output.setJobSize(2);
        QCOMPARE(feed(output, "-----\nmpirun noticed [rank 1]\n[1,1]<stdout>:a\n-----\n"),
                 QStringList({"-:-----\nmpirun noticed [rank 1]\n", "1:a\n", "-:-----\n"}));
        QCOMPARE(feed(output, "[1,2]<stdout>:no such rank\n"), QStringList("-:[1,2]<stdout>:no such rank\n"));
        QCOMPARE(feed(output, "[1,99999999999]<stdout>:x\n"), QStringList("-:[1,99999999999]<stdout>:x\n"));
    }

    void keepsTheTagOfAnotherJob()
    {
        TaggedOutput output(TagSyntax::Orte);
        QCOMPARE(feed(output, "[1,0]<stdout>:mine[2,0]<stdout>:spawned\n"),
                 QStringList({"0:mine", "-:[2,0]<stdout>:spawned\n"}));
    }

    void bytesAreNotChanged()
    {
        TaggedOutput output(TagSyntax::Orte);
        const std::string bytes("bin\0ary\xff\xfe\r\n", 11);
        const auto parts = output.feed({std::nullopt, OutputChannel::Stdout, "[1,1]<stdout>:" + bytes});
        QCOMPARE(parts.size(), std::size_t(1));
        QCOMPARE(parts[0].data, bytes);
        const std::string text = "a[1] [1, 2] [1,]<stdout>: [,0] [1,0]<stdlog>:\n";
        QCOMPARE(output.feed({std::nullopt, OutputChannel::Stdout, "[1,0]<stdout>:" + text}).at(0).data, text);
    }

    void longLinesAreTaggedInTheirMiddle()
    {
        TaggedOutput output(TagSyntax::Orte);
        const std::string piece(4096, 'L');
        QCOMPARE(feed(output, "[1,0]<stdout>:" + piece + "[1,0]<stdout>:" + piece + "\n"),
                 QStringList("0:" + QString::fromStdString(piece + piece) + "\n"));
    }

    void cutsMakeNoDifference_data()
    {
        QTest::addColumn<int>("syntax");
        QTest::addColumn<QString>("text");
        QTest::newRow("orte") << int(TagSyntax::Orte)
                              << "[1,0]<stdout>:a[1,1]<stderr>:b\n[1,10]<stdout>:[x]\n[1,0]<stddiag>:c\nmpirun\n";
        QTest::newRow("hydra") << int(TagSyntax::Hydra) << "[0] a\n[1] b\n[10] [x]\n[mpiexec] c\n";
        QTest::newRow("slurm") << int(TagSyntax::Slurm) << "0: a\n 1: b\n10: 7: x\nsrun: c\n";
    }

    void cutsMakeNoDifference()
    {
        QFETCH(int, syntax);
        QFETCH(QString, text);
        const auto perOwner = [](const std::vector<OutputBytes>& parts, QMap<QString, QString>& all) {
            for (const OutputBytes& part : parts)
                all[part.rank ? QString::number(part.rank->value()) : "-"] += QString::fromStdString(part.data);
        };
        TaggedOutput whole{static_cast<TagSyntax>(syntax)};
        QMap<QString, QString> expected;
        perOwner(whole.feed({std::nullopt, OutputChannel::Stdout, text.toStdString()}), expected);
        for (int cut = 1; cut < text.size(); ++cut) {
            TaggedOutput output{static_cast<TagSyntax>(syntax)};
            QMap<QString, QString> got;
            perOwner(output.feed({std::nullopt, OutputChannel::Stdout, text.left(cut).toStdString()}), got);
            perOwner(output.feed({std::nullopt, OutputChannel::Stdout, text.mid(cut).toStdString()}), got);
            perOwner(output.finish(), got);
            QVERIFY2(got == expected, qPrintable(QString("cut at %1").arg(cut)));
        }
    }

    void theChannelsDoNotMix()
    {
        TaggedOutput output(TagSyntax::Orte);
        QCOMPARE(feed(output, "[1,0]<stdout>:a"), QStringList("0:a"));
        QCOMPARE(feed(output, "[1,", OutputChannel::Stderr), QStringList());
        QCOMPARE(feed(output, "b\n"), QStringList("0:b\n"));
        QCOMPARE(feed(output, "1]<stderr>:c\n", OutputChannel::Stderr), QStringList("1!c\n"));
    }

    void whatWaitsForTheEndOfATagComesAtTheEnd()
    {
        TaggedOutput output(TagSyntax::Orte);
        QCOMPARE(feed(output, "[1,0]<stdout>:which one [1"), QStringList("0:which one "));
        QCOMPARE(feed(output, "[1,", OutputChannel::Stderr), QStringList());
        QCOMPARE(shown(output.finish()), QStringList({"0:[1", "-![1,"}));
        QCOMPARE(shown(output.finish()), QStringList());
    }
};

DBGR_TEST(TestTaggedOutput);

} // namespace tst_tagged_output

#include "tst_tagged_output.moc"
