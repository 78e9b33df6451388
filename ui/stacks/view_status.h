// SPDX-License-Identifier: GPL-3.0-or-later
// The line above a view of ranks that stand: what is shown, and whether it is being asked for or how old it is.
// Thread: GUI.
#pragma once

#include <QElapsedTimer>
#include <QString>
#include <QTimer>
#include <QWidget>

class QBoxLayout;
class QHBoxLayout;
class QLabel;

namespace dbgr::ui {

/// "12 s", "3 min", "2 h".
[[nodiscard]] QString ageText(qint64 seconds);

class ViewStatus final : public QWidget
{
    Q_OBJECT

public:
    /// A step of a rank takes less: what is shown does not flicker meanwhile.
    static constexpr int kPatienceMs = 200;

    explicit ViewStatus(QWidget* parent = nullptr);

    /// Stands on the right, or below where the text would be cut.
    void addButton(QWidget* button);
    /// Stands behind the text, above the buttons where they are below: it is about what the text says.
    void addSwitch(QWidget* button);
    void setText(const QString& text);
    /// \param stale what is shown is not of now \param underWay the news is being asked for
    void setState(bool stale, bool underWay);
    /// What is shown has been stale for a while: time to say so.
    [[nodiscard]] bool isDimmed() const { return m_dimmed; }

    /// Of text and buttons below each other, also where they stand beside: it can be made narrower then.
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void dimmedChanged(bool dimmed);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void tick();
    void showText();
    void arrange();

    QBoxLayout* m_parts; ///< the line, and the buttons beside it or below
    QHBoxLayout* m_line;
    QHBoxLayout* m_buttons;
    QLabel* m_text;
    QLabel* m_age;
    int m_switchWidth = 0;
    QString m_fullText;
    QTimer m_timer;
    QElapsedTimer m_since;
    bool m_stale = false;
    bool m_underWay = false;
    bool m_dimmed = false;
};

} // namespace dbgr::ui
