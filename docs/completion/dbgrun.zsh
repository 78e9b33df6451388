#compdef dbgrun
# SPDX-License-Identifier: GPL-3.0-or-later
# zsh completion of dbgrun: its own options, then the program and whatever that completes.

local -a places=(slot hwthread core l1cache l2cache l3cache numa package node)

_arguments -S \
    '*'{-n,--np,-c}'[so many processes]:number: ' \
    '*-x[give the processes this variable]:variable:_parameters -g "*export*"' \
    '*'{--wdir,--wd,-d}'[start the processes in this folder]:folder:_directories' \
    '*--pset[make the processes a process set of this name]:name: ' \
    '*--mca[set a parameter of Open MPI]:name: :value: ' \
    '--host-slots[this node has so many slots]:number: ' \
    "--map-by[where processes run]:place:($places ppr\:)" \
    '--rank-by[in which order]:order:(slot fill span)' \
    "--bind-to[what processes are bound to]:place:(none $places)" \
    '--oversubscribe[more processes than slots are fine]' \
    '--nooversubscribe[more processes than slots are an error]' \
    '--stdin[who gets standard input]:ranks:(all none)' \
    '--output[what stands before each line, and where output goes]:words:_sequence compadd - tag tag-detailed tag-fullname rank timestamp xml merge raw dir= file=' \
    '--tag-output[rank before each line]' \
    '--timestamp-output[time before each line]' \
    {--merge-stderr-to-stdout,--merge-stderr}'[standard error goes with standard output]' \
    '--xml[output as XML]' \
    '--output-filename[output into files in this folder]:folder:_directories' \
    '--pty[each process writes to a terminal of its own]' \
    '--stop-on-exec=-[stop before the first instruction]::ranks: ' \
    '--stop-in-init=-[stop in PMIx_Init]::ranks: ' \
    '--stop-in-app=-[stop where the program says]::ranks: ' \
    '--exec-agent[start this with each command line behind it]:command:_command_names -e' \
    '--timeout[kill the job if it takes longer]:seconds: ' \
    '--spawn-timeout[give up if the start takes longer]:seconds: ' \
    '--daemon[start what PMIx tools ask for]' \
    '--system-server[let tools find this as the server of the system]' \
    '--session-server[let tools find this as the server of the session]' \
    '--report-uri[write where tools can reach it]:file:_files' \
    '--report-pid[write its process id]:file:_files' \
    {-v,--verbose}'[tell what is done]' \
    '(- *)'{-V,--version}'[show the version]' \
    '(- *)'{-h,--help}'[show the help]' \
    '(-)1:program:_command_names -e' \
    '*::program arguments:_normal'
