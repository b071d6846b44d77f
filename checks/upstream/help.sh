# To be sourced: sets here and root, and ends when the calling script is asked for help, which is its own head.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

usage() {
    sed -n '2,/^set -e/{/^set -e/d;s/^# \{0,1\}//;p}' "$0"
}

# misused: tells how the script is used and ends it.
misused() {
    usage >&2
    exit 2
}

# case_options OPTIONS...: sets seed, count, keep and recorded, which scripts that play recorded or random cases take.
case_options() {
    seed=1 count=500 keep='' recorded=''
    while [ $# -gt 0 ]; do
        case $1 in
            --seed) seed=$2; shift 2 ;;
            --count) count=$2; shift 2 ;;
            --keep) keep=$2; shift 2 ;;
            --recorded) recorded=yes; shift ;;
            *) misused ;;
        esac
    done
}

case ${1:-} in -h | --help) usage; exit 0 ;; esac
