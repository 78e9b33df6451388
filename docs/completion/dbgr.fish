# SPDX-License-Identifier: GPL-3.0-or-later
# fish completion of dbgr: its own options, then whatever the launcher completes.

# The words of the launcher's command line, one a line: what stands behind dbgr's own options. Fails where that is not
# reached yet.
function __dbgr_launcher
    set -l takes -c --command -x --script --session --attach --connect --attach-pids --core --ranks --stacks --repeat --every --timeout \
        --launch-timeout --lost-after --stop --record --log --log-level
    set -l words (commandline -opc)
    set -l skip no
    for i in (seq 2 (count $words))
        if test $skip = yes
            set skip no
        else if contains -- $words[$i] $takes
            set skip yes
        else if not string match -q -- '-*' $words[$i]
            printf '%s\n' $words[$i..-1]
            return 0
        end
    end
    return 1
end

function __dbgr_rest
    switch (__dbgr_launcher)[1]
        case doctor
            printf '%s\n' --json (__fish_print_hostnames)
            return
        case report
            printf '%s\n' --with-log --yes
            return
    end
    set -l words (string escape -- (__dbgr_launcher)) (commandline -ct)
    complete -C "$words"
end

function __dbgr_running
    dbgr --jobs --json 2>/dev/null | string replace -rf '.*"pid":([0-9]+).*' '$1'
end

set -l commands advance awatch barrier bgroup break breakpoints call catch commands condition continue delete detach disable down enable \
    eof finish float-traps focus frame freeze group groups handle help hold ignore info input interrupt jump kill list \
    load locals map next nexti print ptype quit ranks reattach restart return rwatch sample save search set stacks stats step stepi \
    tbreak thaw thread threads trace traces undo unhold until up wait watch whatis where
set -l own 'not __dbgr_launcher >/dev/null'

complete -c dbgr -f -n $own -a '(__fish_complete_command)'
complete -c dbgr -f -n $own -a doctor -d 'look whether dbgr can work here'
complete -c dbgr -f -n $own -a report -d 'write what a report of a fault should have'
complete -c dbgr -n __dbgr_launcher -a '(__dbgr_rest)'
complete -c dbgr -n $own -l batch -d 'work without a window'
complete -c dbgr -n $own -s c -l command -x -a "$commands" -d 'do this command'
complete -c dbgr -n $own -s x -l script -r -F -d 'do the commands of the file'
complete -c dbgr -n $own -l session -r -F -d 'open a session file'
complete -c dbgr -n $own -l jobs -d 'list your jobs that run on this node'
complete -c dbgr -n $own -l attach -x -a '(__dbgr_running)' -d 'attach to the job of a running launcher'
complete -c dbgr -n $own -l connect -r -F -d 'attach to the job of a PMIx server'
complete -c dbgr -n $own -l attach-pids -x -a '(__dbgr_running)' -d 'attach to processes of this node'
complete -c dbgr -n $own -l core -r -F -d 'look at core files'
complete -c dbgr -n $own -l ranks -x -d 'attach to these ranks only'
complete -c dbgr -n $own -l stacks -x -a '(__dbgr_running)' -d 'say where a running job is'
complete -c dbgr -n $own -l repeat -x -d 'so many times'
complete -c dbgr -n $own -l every -x -d 'seconds between them'
complete -c dbgr -n $own -l dot -d 'stacks as a graph for Graphviz'
complete -c dbgr -n $own -l folded -d 'stacks as lines for flame graphs'
complete -c dbgr -n $own -l svg -d 'stacks as a picture'
complete -c dbgr -n $own -l keep-going -d 'go on after a command that failed'
complete -c dbgr -n $own -l push-daemons -d 'give nodes without dbgr what they need'
complete -c dbgr -n $own -l json -d 'say everything as JSON'
complete -c dbgr -n $own -l timeout -x -d 'end the session after so many seconds'
complete -c dbgr -n $own -l launch-timeout -x -d 'give the job so many seconds to start'
complete -c dbgr -n $own -l lost-after -x -d 'give up a node that is silent for so many seconds'
complete -c dbgr -n $own -l stop -x -a 'init exec app none' -d 'where the ranks are held'
complete -c dbgr -n $own -l record -r -F -d 'write what is done to a new script'
complete -c dbgr -n $own -l log -r -F -d 'write what dbgr does to a file'
complete -c dbgr -n $own -l log-level -x -a 'debug info warning error' -d 'how much of it'
complete -c dbgr -n $own -s V -l version -d 'show the version'
complete -c dbgr -n '__fish_contains_opt -s V version' -l verbose -d 'of every part'
complete -c dbgr -n $own -s h -l help -d 'show the help'
