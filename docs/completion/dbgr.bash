# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion of dbgr: its own options, then whatever the launcher completes.

_dbgr() {
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local i argument=false
    for ((i = 1; i < COMP_CWORD; ++i)); do
        if $argument; then
            argument=false
            continue
        fi
        case ${COMP_WORDS[i]} in
        -c | --command | -x | --script | --session | --attach | --connect | --attach-pids | --core | --ranks | --stacks | --repeat | --every | --timeout | --launch-timeout | --lost-after | --record | --log | --log-level | --stop) argument=true ;;
        =) argument=true ;; # bash splits --stop=init into three words
        -n | -np | --np) # dbgrun's: behind the number is the program
            ((i + 2 <= COMP_CWORD)) && declare -F _command_offset >/dev/null && _command_offset $((i + 2))
            return
            ;;
        -*) ;;
        doctor) # no launcher: nodes
            mapfile -t COMPREPLY < <(compgen -A hostname -- "$word"; compgen -W "--json" -- "$word")
            return
            ;;
        report)
            mapfile -t COMPREPLY < <(compgen -W "--with-log --yes" -- "$word"; compgen -f -- "$word")
            return
            ;;
        *) # the launcher: it knows its own words
            if declare -F _command_offset >/dev/null; then
                _command_offset "$i"
            else
                mapfile -t COMPREPLY < <(compgen -f -- "$word")
            fi
            return
            ;;
        esac
    done
    [[ $previous == = ]] && previous=${COMP_WORDS[COMP_CWORD - 2]}
    [[ $word == = ]] && word="" previous=${COMP_WORDS[COMP_CWORD - 1]}
    local words
    case $previous in
    --stop) words="init exec app none" ;;
    --log-level) words="debug info warning error" ;;
    -c | --command)
        words="advance awatch barrier bgroup break breakpoints call catch commands condition continue delete detach disable down enable
            eof finish float-traps focus frame freeze group groups handle help hold ignore info input interrupt jump kill list
            load locals map next nexti print ptype quit ranks reattach restart return rwatch sample save search set stacks stats step stepi
            tbreak thaw thread threads trace traces undo unhold until up wait watch whatis where"
        ;;
    --attach | --attach-pids | --stacks)
        words=$(dbgr --jobs --json 2>/dev/null | sed -n 's/.*"pid":\([0-9]*\).*/\1/p')
        ;;
    --timeout | --launch-timeout | --lost-after | --ranks | --repeat | --every) return ;;
    -x | --script | --session | --record | --log | --core | --connect)
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
        ;;
    *)
        if [[ $word != -* ]]; then
            mapfile -t COMPREPLY < <(compgen -W "doctor report" -- "$word"; compgen -c -- "$word")
            return
        fi
        words="--batch --session --jobs --attach --connect --attach-pids --core --ranks --stacks --repeat --every --dot --folded --svg --command --script --keep-going --json --timeout --launch-timeout --lost-after --stop --push-daemons --record --log --log-level --version --verbose --help"
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -F _dbgr dbgr
