// SPDX-License-Identifier: GPL-3.0-or-later
// A page of the manual, to be read: its Markdown in the window's faces and colours, pictures of the theme, links that
// lead to parts of pages. Thread: GUI.
#pragma once

#include <QString>
#include <QTextBrowser>
#include <QTimer>

class QTextTable;

namespace dbgr::ui {

class Manual;
class Theme;

class ManualBrowser final : public QTextBrowser
{
    Q_OBJECT

public:
    ManualBrowser(const Manual& manual, const Theme& theme, QWidget* parent = nullptr);

    /// \param page "ranks.md", "window.md#the-focus"
    void open(const QString& page);
    /// "ranks.md", of what is shown.
    [[nodiscard]] QString file() const;
    /// Marks these words, and goes to the first of them below what is shown now; "" takes the marks away.
    void mark(const QString& words);

protected:
    QVariant loadResource(int type, const QUrl& name) override;
    void doSetSource(const QUrl& name, QTextDocument::ResourceType type) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void openLink(const QUrl& link);
    void reload();
    /// The page that is asked for now, with its look. Qt would lay it out anew at each paragraph that it reads, minutes
    /// for a long one: this is made aside, without a layout.
    void showPage();
    void styleText(QTextDocument& page);
    void styleTable(QTextTable& table);
    void goTo(const QString& anchor);
    [[nodiscard]] QImage picture(const QString& name) const;

    const Manual& m_manual;
    const Theme& m_theme;
    QString m_words;
    QString m_asked; ///< the file for showPage(); "" the one that is shown
    QTimer m_refit;
};

} // namespace dbgr::ui
