# Runs a command of Tenure, with -d or --detach in the background. To be sourced; bash 3.2 is enough.
# That is the launcher's work, not Java's: a second JVM that only waits for the first would double the time of a start.

# The line with which a server in the background says that it is ready (launch.process.Detached).
DETACHED_READY=tenure-detached-ready
LOG_BYTES_AT_START=$((5 << 20))

# Sets TERMINAL_COLUMNS to the width of the terminal that standard output is, for tables are made to fit it; to nothing where it
# is none. `stty` asks the terminal on its standard input.
terminal_columns() {
  TERMINAL_COLUMNS=
  [ -t 1 ] || return 0
  { read -r _ TERMINAL_COLUMNS < <(stty size <&3 2>/dev/null); } 3>&1 || :
  case $TERMINAL_COLUMNS in
    0 | *[!0-9]*) TERMINAL_COLUMNS= ;;
  esac
}

# Where no language is set, as in containers, under cron and systemd, the JVM takes letters beyond ASCII for unknown bytes, and
# files whose names have some cannot be named. A machine that does not know this locale goes on as before.
letters_beyond_ascii() {
  case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in
    C | POSIX) export LC_ALL=C.UTF-8 ;;
  esac
}

# run_command WORD...: runs "${TENURE_JVM[@]}" WORD... in place of this shell, or in the background: then this returns once
# the server is ready, or with its exit code.
run_command() {
  local word words=() detaches=''
  for word; do
    case $word in
      --detach) detaches=yes ;;
      -d | -[dv]*d | -d[dv]*)
        detaches=yes
        word=${word//d/}
        [ "$word" = - ] || words+=("$word")
        ;;
      *) words+=("$word") ;;
    esac
  done
  case ${1:-} in
    up | apiserver) ;;
    *) detaches='' ;;
  esac
  [ -n "$detaches" ] || exec "${TENURE_JVM[@]}" "$@"
  run_detached "${words[@]}"
}

# The data directory that these words name, else the usual one.
data_directory() {
  local word next='' folder=${XDG_DATA_HOME:-$HOME/.local/share}/tenure
  for word; do
    [ -z "$next" ] || folder=$word
    next=''
    case $word in
      --data-dir) next=yes ;;
      --data-dir=*) folder=${word#--data-dir=} ;;
    esac
  done
  printf '%s' "$folder"
}

# Makes the folder of file $1 and the file, for their owner alone whatever the umask; a file that has grown long is put aside.
# Says what is wrong, in the words of the tool that met it.
private_log() (
  umask 077
  mkdir -p -- "${1%/*}" || return 1
  if [ "$(wc -c 2> /dev/null < "$1" || echo 0)" -gt "$LOG_BYTES_AT_START" ]; then
    mv -f -- "$1" "$1.1" || return 1
  fi
  : >> "$1"
) 2>&1

# run_detached WORD...: standard error of the server is its log. Notes and warnings of its start are shown, too, and when it ends
# before it is ready, all that it said.
run_detached() {
  local folder log before pipe trouble line server ready='' code
  folder=$(data_directory "$@")
  log=$folder/tenure.log
  if ! trouble=$(private_log "$log"); then
    echo "error: cannot start in the background from data directory \"$folder\" (${trouble##*: })" >&2
    return 1
  fi
  before=$(wc -c < "$log")
  pipe=$(mktemp -d "${TMPDIR:-/tmp}/tenure-start.XXXXXX") || return 1
  mkfifo "$pipe/out" || return 1
  TENURE_DETACHED=1 "${TENURE_JVM[@]}" "$@" < /dev/null > "$pipe/out" 2>> "$log" &
  server=$!
  exec 3< "$pipe/out"
  rm -rf "$pipe"
  while IFS= read -r line <&3; do
    if [ "$line" = "$DETACHED_READY" ]; then
      ready=yes
      break
    fi
    printf '%s\n' "$line"
  done
  exec 3<&-
  if [ -n "$ready" ]; then
    tail -c "+$((before + 1))" "$log" | sed -n '/^note: /p; /^warning: /p' >&2
    return 0
  fi
  wait "$server"
  code=$?
  tail -c "+$((before + 1))" "$log" >&2
  [ "$(wc -c < "$log")" -gt "$before" ] \
    || echo "error: the server ended with code $code before it was ready, without a word" >&2
  [ "$code" -ne 0 ] || code=1
  return "$code"
}
