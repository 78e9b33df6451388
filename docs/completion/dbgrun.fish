# SPDX-License-Identifier: GPL-3.0-or-later
# fish completion of dbgrun: its own options, then the program and whatever that completes.

# The words of the program's command line, one a line. Fails where that is not reached yet.
function __dbgrun_program
    set -l takes -n -np --np -c -x --wdir --wd -d --pset --host-slots --map-by --rank-by --bind-to --stdin --output \
        --output-filename --exec-agent --timeout --spawn-timeout --report-uri --report-pid
    set -l words (commandline -opc)
    set -l skip 0
    for i in (seq 2 (count $words))
        if test $skip -gt 0
            set skip (math $skip - 1)
        else if contains -- $words[$i] $takes
            set skip 1
        else if test $words[$i] = --mca
            set skip 2
        else if not string match -q -- '-*' $words[$i]
            printf '%s\n' $words[$i..-1]
            return 0
        end
    end
    return 1
end

function __dbgrun_rest
    set -l words (string escape -- (__dbgrun_program)) (commandline -ct)
    complete -C "$words"
end

set -l places slot hwthread core l1cache l2cache l3cache numa package node
set -l own 'not __dbgrun_program >/dev/null'

complete -c dbgrun -f -n $own -a '(__fish_complete_command)'
complete -c dbgrun -n __dbgrun_program -a '(__dbgrun_rest)'
complete -c dbgrun -n $own -s n -l np -x -d 'so many processes'
complete -c dbgrun -n $own -s c -x -d 'so many processes'
complete -c dbgrun -n $own -s x -x -a '(set -nx)' -d 'give the processes this variable'
complete -c dbgrun -n $own -s d -l wdir -l wd -x -a '(__fish_complete_directories)' -d 'start the processes in this folder'
complete -c dbgrun -n $own -l pset -x -d 'make the processes a process set of this name'
complete -c dbgrun -n $own -l mca -x -d 'set a parameter of Open MPI: NAME VALUE'
complete -c dbgrun -n $own -l host-slots -x -d 'this node has so many slots'
complete -c dbgrun -n $own -l map-by -x -a "$places ppr:" -d 'where processes run'
complete -c dbgrun -n $own -l rank-by -x -a 'slot fill span' -d 'in which order'
complete -c dbgrun -n $own -l bind-to -x -a "none $places" -d 'what processes are bound to'
complete -c dbgrun -n $own -l oversubscribe -d 'more processes than slots are fine'
complete -c dbgrun -n $own -l nooversubscribe -d 'more processes than slots are an error'
complete -c dbgrun -n $own -l stdin -x -a 'all none' -d 'who gets standard input'
complete -c dbgrun -n $own -l output -x -a 'tag tag-detailed tag-fullname rank timestamp xml merge raw dir= file=' \
    -d 'what stands before each line, and where output goes'
complete -c dbgrun -n $own -l tag-output -d 'rank before each line'
complete -c dbgrun -n $own -l timestamp-output -d 'time before each line'
complete -c dbgrun -n $own -l merge-stderr-to-stdout -l merge-stderr -d 'standard error goes with standard output'
complete -c dbgrun -n $own -l xml -d 'output as XML'
complete -c dbgrun -n $own -l output-filename -x -a '(__fish_complete_directories)' -d 'output into files in this folder'
complete -c dbgrun -n $own -l pty -d 'each process writes to a terminal of its own'
complete -c dbgrun -n $own -l stop-on-exec -d 'stop before the first instruction'
complete -c dbgrun -n $own -l stop-in-init -d 'stop in PMIx_Init'
complete -c dbgrun -n $own -l stop-in-app -d 'stop where the program says'
complete -c dbgrun -n $own -l exec-agent -x -a '(__fish_complete_command)' -d 'start this with each command line behind it'
complete -c dbgrun -n $own -l timeout -x -d 'kill the job if it takes so many seconds'
complete -c dbgrun -n $own -l spawn-timeout -x -d 'give up if the start takes so many seconds'
complete -c dbgrun -n $own -l daemon -d 'start what PMIx tools ask for'
complete -c dbgrun -n $own -l system-server -d 'let tools find this as the server of the system'
complete -c dbgrun -n $own -l session-server -d 'let tools find this as the server of the session'
complete -c dbgrun -n $own -l report-uri -r -F -d 'write where tools can reach it'
complete -c dbgrun -n $own -l report-pid -r -F -d 'write its process id'
complete -c dbgrun -n $own -s v -l verbose -d 'tell what is done'
complete -c dbgrun -n $own -s V -l version -d 'show the version'
complete -c dbgrun -n $own -s h -l help -d 'show the help'
