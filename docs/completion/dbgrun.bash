# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion of dbgrun: its own options, then the program and whatever that completes.

_dbgrun() {
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local i skip=0
    for ((i = 1; i < COMP_CWORD; ++i)); do
        if ((skip > 0)); then
            ((--skip))
            continue
        fi
        case ${COMP_WORDS[i]} in
        -n | -np | --np | -c | -x | --wdir | --wd | -d | --pset | --host-slots | --map-by | --rank-by | --bind-to | --stdin | --output | --output-filename | --exec-agent | --timeout | --spawn-timeout | --report-uri | --report-pid)
            skip=1
            ;;
        --mca) skip=2 ;;
        =) skip=1 ;; # bash splits --stop-in-init=0 into three words
        -*) ;;
        *) # the program: it knows its own words
            if declare -F _command_offset >/dev/null; then
                _command_offset "$i"
            else
                mapfile -t COMPREPLY < <(compgen -f -- "$word")
            fi
            return
            ;;
        esac
    done
    local words
    case $previous in
    --map-by) words="slot hwthread core l1cache l2cache l3cache numa package node ppr:" ;;
    --bind-to) words="none hwthread core l1cache l2cache l3cache numa package" ;;
    --rank-by) words="slot fill span" ;;
    --stdin) words="all none" ;;
    --output) words="tag tag-detailed tag-fullname rank timestamp xml merge raw dir= file=" ;;
    -x) words=$(compgen -e) ;;
    --wdir | --wd | -d | --output-filename)
        mapfile -t COMPREPLY < <(compgen -d -- "$word")
        return
        ;;
    --report-uri | --report-pid)
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
        ;;
    --exec-agent)
        mapfile -t COMPREPLY < <(compgen -c -- "$word")
        return
        ;;
    -n | -np | --np | -c | --pset | --host-slots | --mca | --timeout | --spawn-timeout) return ;;
    *)
        if [[ $word != -* ]]; then
            mapfile -t COMPREPLY < <(compgen -c -- "$word")
            return
        fi
        words="-n --np -c -x --wdir --wd -d --pset --mca --host-slots --map-by --rank-by --bind-to --oversubscribe
            --nooversubscribe --stdin --output --tag-output --timestamp-output --merge-stderr-to-stdout --merge-stderr --xml
            --output-filename --pty --stop-on-exec --stop-in-init --stop-in-app --exec-agent --timeout --spawn-timeout
            --daemon --system-server --session-server --report-uri --report-pid -v --verbose -V --version -h --help"
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -F _dbgrun dbgrun
