// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/install/completions.h"

#include <QFile>

namespace dbgr::test {

namespace {

// The words of $1 go to the function that is registered for the first one. "=" is a word of its own, as in bash.
constexpr const char* kBash = R"(
line=$1 program=${1%% *}
source "$2/share/bash-completion/completions/$program"
read -ra COMP_WORDS <<<"${line//=/ = }"
[[ $line == *[\ =] ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$line COMP_POINT=${#line}
_command_offset() { COMPREPLY=("command at $1"); }
read -r _ _ function _ < <(complete -p "$program")
"$function" && printf '%s\n' "${COMPREPLY[@]}"
)";

constexpr const char* kFish = R"(complete -C $argv[1] | string replace -r '\t.*' ''; true)";

// A zsh at a terminal of its own, whose Tab is pressed; what it would offer goes to a file. Keys are pressed once its
// prompt is there: before that ^U would be the terminal's, and take the whole line away.
constexpr const char* kZsh = R"(
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1=; fpath=('$2/share/zsh/site-functions' \$fpath); autoload -Uz compinit; compinit -u -D; LISTMAX=1000; zstyle ':completion:*' insert-tab false"
zpty -w z "compadd() { local -a all; builtin compadd -O all \"\$@\"; print -rl -- \$all >>'$3/offered'; builtin compadd \"\$@\"; }"
zpty -w z 'bindkey "^I" complete-word; PS1=RE""ADY'
zpty -r z text '*READY*'
zpty -n -w z "$1"$'\t'
zpty -n -w z $'\x15print DO""NE\n'
zpty -r z text '*DONE*'
tr ' ' '\n' <"$3/offered"
)";

} // namespace

QStringList offered(const QString& shell, const QString& line, const Installation& installation, const QString& home)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("HOME", home);
    environment.insert("TERM", "dumb");
    environment.insert("XDG_DATA_DIRS", installation.path("share") + ":/usr/share");
    environment.insert("PATH", installation.path("bin") + ":" + environment.value("PATH"));
    QFile::remove(home + "/offered");
    QStringList arguments{"-c", kBash, "bash", line, installation.prefix()};
    if (shell == "zsh")
        arguments = {"-f", "-c", kZsh, "zsh", line, installation.prefix(), home};
    else if (shell == "fish")
        arguments = {"-c", kFish, line};
    const Outcome outcome = runProgram(shell, arguments, environment, home);
    if (outcome.status != 0)
        return {shell + " ended with " + QString::number(outcome.status) + ": " + outcome.errors + outcome.output};
    QStringList words = outcome.output.split('\n', Qt::SkipEmptyParts);
    words.removeDuplicates();
    return words;
}

} // namespace dbgr::test
