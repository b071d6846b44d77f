# Builds a module and gathers it, with everything that it needs at run time, as jars in one folder under .tenure-build.
# To be sourced after jdk.sh. ROOT is the project's folder; nothing is written outside it, except what Maven downloads.

BUILD=$ROOT/.tenure-build

# Whether this is an unpacked release: jars in `lib` instead of sources.
layout_is_released() {
  [ -d "$ROOT/lib" ]
}

# A release may stand in a folder that its users cannot write: then the AOT cache goes where caches of users go.
if layout_is_released && ! [ -w "$ROOT" ]; then
  BUILD=${XDG_CACHE_HOME:-$HOME/.cache}/tenure/$(cksum < "$ROOT/lib/SHA256SUMS" | cut -d' ' -f1)
fi

# Whether a release that was unpacked over another one has an AOT cache of its own. The JVM takes classes from a cache although the
# jars under the same names hold others: an old cache would run the old program.
layout_cache_is_of_these_jars() {
  [ -e "$BUILD/app.aot" ] && [ -e "$BUILD/app.aot.jars" ] && [ "$(< "$ROOT/lib/SHA256SUMS")" = "$(< "$BUILD/app.aot.jars")" ]
}

# Whether any source of the program is newer than the finished layout $1. One `find` that stops at the first hit.
layout_is_stale() {
  [ -e "$BUILD/$1.stamp" ] || return 0
  [ -n "$(find "$ROOT/pom.xml" "$ROOT"/*/pom.xml "$ROOT"/*/src/main -newer "$BUILD/$1.stamp" -print 2>/dev/null | head -n 1)" ]
}

# One builder at a time; a lock whose owner is gone is taken over. It is a link to the number of its owner's process, so that
# there is no moment in which it has none.
layout_lock() {
  mkdir -p "$BUILD"
  local told='' owner
  until ln -s "$$" "$BUILD/builder" 2>/dev/null; do
    owner=$(readlink "$BUILD/builder")
    if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then
      layout_take_lock_from "$owner"
      continue
    fi
    [ -n "$told" ] || echo "another build is under way; waiting for it" >&2
    told=yes
    sleep 0.3
  done
  trap layout_unlock EXIT
}

# Removes the lock unless somebody else has taken it over meanwhile.
layout_take_lock_from() {
  mv "$BUILD/builder" "$BUILD/builder.$$" 2>/dev/null || return 0
  [ "$(readlink "$BUILD/builder.$$")" = "$1" ] || ln -s "$(readlink "$BUILD/builder.$$")" "$BUILD/builder" 2>/dev/null
  rm -f "$BUILD/builder.$$"
}

layout_unlock() {
  [ "$(readlink "$BUILD/builder")" != "$$" ] || rm -f "$BUILD/builder"
  trap - EXIT
}

# Shows which module Maven is at; the whole output goes to file $1.
layout_progress() {
  local line
  while IFS= read -r line; do
    printf '%s\n' "$line" >> "$1"
    case $line in
      *"[INFO] Building "*\[*) line=${line#*Building } && printf '  %s\n' "${line%% *} ${line##* }" >&2 ;;
      *"[ERROR]"*) printf '%s\n' "$line" >&2 ;;
    esac
  done
}

# layout_build NAME MODULE: afterwards $BUILD/NAME names a folder of jars.
layout_build() {
  local name=$1 module=$2 stamp next log
  find_maven
  stamp=$BUILD/$name.stamp.next
  log=$BUILD/$name.log
  next=$BUILD/$name-$(date +%Y%m%d%H%M%S)-$$
  : > "$stamp"
  : > "$log"
  mkdir -p "$next"
  echo "building $module and what it needs (once; log: $log)" >&2
  if ! "$MVN" -B -f "$ROOT/pom.xml" -pl "$module" -am -T 2 -Dmaven.test.skip=true \
    -Dbuild.folder=target/plain package \
    org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies \
    -DincludeScope=runtime -DoutputDirectory="$next" 2>&1 | layout_progress "$log"; then
    rm -rf "$next"
    echo "the build failed; the whole output is in $log" >&2
    exit 70
  fi
  cp "$ROOT/$module"/target/plain/"$module"-*.jar "$next"/
  if ! "$JAVA_HOME/bin/java" "$ROOT/build/CacheableJars.java" "$next"/picocli-*.jar "$next"/bc*.jar >> "$log" 2>&1; then
    echo "libraries stay as they are, starts take a little longer (log: $log)" >&2
  fi
  printf '%s' "${next##*/}" > "$BUILD/$name.next"
  mv "$BUILD/$name.next" "$BUILD/$name"
  mv "$stamp" "$BUILD/$name.stamp"
  layout_forget_old "$name"
}

# Keeps the newest three: a server that is running may still read its jars.
layout_forget_old() {
  local old
  # shellcheck disable=SC2012
  ls -1d "$BUILD/$1"-[0-9]* 2>/dev/null | sort -r | tail -n +4 | while IFS= read -r old; do
    rm -rf "$old"
  done
}

# Sets CLASS_PATH to the jars of layout $1, in a fixed order: the AOT cache belongs to exactly this class path.
layout_class_path() {
  local IFS=: jars folder=$ROOT/lib
  layout_is_released || folder=$BUILD/$(< "$BUILD/$1")
  jars=("$folder"/*.jar)
  CLASS_PATH="${jars[*]}"
}
