#compdef dbgr
# SPDX-License-Identifier: GPL-3.0-or-later
# zsh completion of dbgr: its own options, then whatever the launcher completes.

_dbgr_commands() {
    compadd -- advance awatch barrier bgroup break breakpoints call catch commands condition continue delete detach disable down enable \
        eof finish float-traps focus frame freeze group groups handle help hold ignore info input interrupt jump kill list \
        load locals map next nexti print ptype quit ranks reattach restart return rwatch sample save search set stacks stats step stepi \
        tbreak thaw thread threads trace traces undo unhold until up wait watch whatis where
}

_dbgr_running() {
    compadd -- ${(f)"$(dbgr --jobs --json 2>/dev/null | sed -n 's/.*"pid":\([0-9]*\).*/\1/p')"}
}

_dbgr_launcher() {
    compadd -- doctor report
    _command_names -e
}

_dbgr_arguments() {
    if [[ $words[1] == doctor ]]; then
        compadd -- --json
        _hosts
    elif [[ $words[1] == report ]]; then
        compadd -- --with-log --yes
        _files
    else
        _normal
    fi
}

_arguments -S \
    '--batch[work without a window]' \
    '*'{-c,--command}'[do this command]:command:_dbgr_commands' \
    '*'{-x,--script}'[do the commands of the file]:script:_files' \
    '--session[open a session file]:session:_files' \
    '--jobs[list your jobs that run on this node]' \
    '--attach[attach to the job of a running launcher]:launcher:_dbgr_running' \
    '--connect[attach to the job of a PMIx server]:server:_files' \
    '--attach-pids[attach to processes of this node]:processes:_dbgr_running' \
    '*--core[look at core files]:core file:_files' \
    '--ranks[attach to these ranks only]:ranks: ' \
    '--stacks[say where a running job is]::launcher:_dbgr_running' \
    '--repeat[so many times]:number: ' \
    '--every[seconds between them]:seconds: ' \
    '--dot[stacks as a graph for Graphviz]' \
    '--folded[stacks as lines for flame graphs]' \
    '--svg[stacks as a picture]' \
    '--keep-going[go on after a command that failed]' \
    '--push-daemons[give nodes without dbgr what they need]' \
    '--json[say everything as JSON]' \
    '--timeout[end the session after so long]:seconds: ' \
    '--launch-timeout[give the job so long to start]:seconds: ' \
    '--lost-after[give up a node that is silent for so long]:seconds: ' \
    '--stop=[where the ranks are held]:place:(init exec app none)' \
    '--record[write what is done to a new script]:script:_files' \
    '--log[write what dbgr does to a file]:file:_files' \
    '--log-level[how much of it]:level:(debug info warning error)' \
    '(- *)'{-V,--version}'[show the version]' \
    '--verbose[with --version: of every part]' \
    '(- *)'{-h,--help}'[show the help]' \
    '(-)1:launcher:_dbgr_launcher' \
    '*::launcher arguments:_dbgr_arguments'
