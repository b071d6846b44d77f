# Finds a JDK of version 25 or newer, for ./tenure and ./check. To be sourced; bash 3.2 is enough.
# Sets JAVA_HOME, or says what to install and exits with 69.

JDK_NEEDED=25

# A service may run without one: then it is that of the user, as Java takes it.
HOME=${HOME:-~}

# Less inlining than by default: the second compiler is done with a server's code in half the time, and what it makes of
# it is as fast.
JIT_FLAGS=(-XX:MaxInlineLevel=5 -XX:FreqInlineSize=100 -XX:InlineSmallCode=700)

# A server's methods are compiled after twice as many calls as by default: the compilers take less of its start, and what comes
# later is as quick.
START_FLAGS=(-XX:CompileThresholdScaling=2)

# Short pauses: few young objects at a time. What a request needs while it is answered survives one collection and is gone
# at the next, so it does not fill the old space; what outlives it is copied twice. The old space grows in small steps, and
# a collection of everything gives back what is free beyond a tenth, and leaves no gaps between objects. What native code has
# freed goes back every five seconds.
HEAP_FLAGS=(-XX:+UseSerialGC -Xms96m -Xmn48m -XX:SurvivorRatio=3 -XX:MaxTenuringThreshold=1 -XX:MinHeapDeltaBytes=32m
  -XX:MinHeapFreeRatio=8 -XX:MaxHeapFreeRatio=9 -XX:MarkSweepDeadRatio=1 -XX:-ShrinkHeapInSteps -XX:+UseCompactObjectHeaders
  -XX:TrimNativeHeapInterval=5000)

# Of every command. Tenure speaks English only, for which the JDK needs no locale data beside its own (java.locale.providers), and
# Jetty need not start the platform's MBean server to learn how many references a line of the cache holds: each was about a
# twentieth of a start.
PROGRAM_FLAGS=(-XX:-UsePerfData --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow
  -Dfile.encoding=UTF-8 -Djdk.reflect.useNativeAccessorOnly=true -Djava.awt.headless=true
  -Dslf4j.internal.verbosity=ERROR -Djdk.httpclient.allowRestrictedHeaders=host
  -Djava.locale.providers=SPI -Dorg.eclipse.jetty.util.referencesPerCacheLine=16)

# What a server needs beside its heap, in MB: the JVM, its compiled code and classes, threads, buffers.
BESIDE_HEAP=192

# memory_flags WORD...: sets MEMORY_FLAGS to what keeps a server within the memory that --memory names, for example 512m or 2g.
# Values that are none are left to the command, which says so.
memory_flags() {
  local word next='' size='' young
  MEMORY_FLAGS=()
  for word; do
    [ -z "$next" ] || size=$word
    next=''
    case $word in
      --memory) next=yes ;;
      --memory=*) size=${word#--memory=} ;;
    esac
  done
  case $size in
    *[0-9][mM]) size=${size%?} ;;
    *[0-9][gG]) size=$((${size%?} * 1024)) ;;
    *) return 0 ;;
  esac
  case $size in *[!0-9]*) return 0 ;; esac
  [ "$size" -gt "$((BESIDE_HEAP + 64))" ] || return 0
  size=$((size - BESIDE_HEAP))
  young=$((size / 6 < 48 ? size / 6 : 48))
  MEMORY_FLAGS=("-Xms$((size < 96 ? size : 96))m" "-Xmx${size}m" "-Xmn${young}m")
}

# A server has some 110 file descriptors without a connection and three for each; with fewer than this it could not even let
# in those who are to make room.
DESCRIPTORS_MIN=160

# enough_descriptors [FILE]: ends with 1 and says so where a server may have too few file descriptors, of which the JVM takes as many
# as the hard limit allows. FILE is what the kernel says of limits; where there is none, the limit is taken to be high enough.
enough_descriptors() {
  local line word number=0
  [ -r "${1:-/proc/self/limits}" ] || return 0
  while IFS= read -r line; do
    case $line in
      'Max open files '*)
        for word in $line; do
          case $word in
            *[!0-9]*) ;;
            *) number=$word ;;
          esac
        done
        ;;
    esac
  done < "${1:-/proc/self/limits}"
  if [ "$number" -gt 0 ] && [ "$number" -lt "$DESCRIPTORS_MIN" ]; then
    echo "error: a server needs $DESCRIPTORS_MIN file descriptors at least and may have $number here: raise the limit (\`ulimit -Hn\`, LimitNOFILE of systemd)" >&2
    exit 1
  fi
}

# What looks at a cluster once and ends has no short pauses to keep: all cores collect, and seldom. It is over before much
# inlining would pay.
PLAN_FLAGS=(-XX:MaxInlineLevel=3 -XX:MaxInlineSize=20 -XX:FreqInlineSize=60 -XX:InlineSmallCode=300 -XX:+UseParallelGC
  -XX:NewSize=256m -XX:MaxNewSize=256m -XX:MaxTenuringThreshold=0 -Xlog:gc+ergo=off
  -XX:+UseCompactObjectHeaders)

# These return in variables and start next to no processes, for each of those adds a millisecond or two to every start.

# jdk_version FOLDER: sets JDK_VERSION to the feature version of the JDK there, or to nothing. Reads its `release` file instead of
# starting it.
jdk_version() {
  local line
  JDK_VERSION=
  [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 0
  # a release has nothing to compile, and runs on a runtime without a compiler
  [ -x "$1/bin/javac" ] || { [ -n "${ROOT:-}" ] && [ -d "$ROOT/lib" ]; } || return 0
  while IFS= read -r line; do
    case $line in
      JAVA_VERSION=*)
        line=${line#JAVA_VERSION=\"}
        JDK_VERSION=${line%%[!0-9]*}
        return 0
        ;;
    esac
  done < "$1/release"
}

jdk_fits() {
  jdk_version "$1"
  [ -n "$JDK_VERSION" ] && [ "$JDK_VERSION" -ge "$JDK_NEEDED" ]
}

# Sets FOUND to the JDK whose java is on the path.
jdk_on_path() {
  local java link
  java=$(command -v java) || return 1
  while [ -L "$java" ]; do
    link=$(readlink "$java")
    case $link in
      /*) java=$link ;;
      *) java=${java%/*}/$link ;;
    esac
  done
  FOUND=${java%/*}
  FOUND=${FOUND%/*}
}

# Sets FOUND to the oldest one that fits.
jdk_in_usual_folders() {
  local home best_version=0
  FOUND=
  for home in /usr/lib/jvm/* /usr/java/* /opt/jdk* /opt/java/* /opt/*jdk* /opt/*/jdk* \
    "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* "$HOME"/.jbang/cache/jdks/* "$HOME"/.asdf/installs/java/* \
    "$HOME"/.local/share/mise/installs/java/* "$HOME"/.gradle/jdks/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "$HOME"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /home/linuxbrew/.linuxbrew/opt/openjdk*/libexec; do
    [ -d "$home" ] && jdk_fits "$home" || continue
    if [ -z "$FOUND" ] || [ "$JDK_VERSION" -lt "$best_version" ]; then
      FOUND=$home
      best_version=$JDK_VERSION
    fi
  done
  [ -n "$FOUND" ]
}

find_jdk() {
  local what
  if [ -n "${TENURE_JAVA_HOME:-}" ]; then
    if jdk_fits "$TENURE_JAVA_HOME"; then
      export JAVA_HOME=$TENURE_JAVA_HOME
      return 0
    fi
    what="no JDK"
    [ -n "$JDK_VERSION" ] && what="a JDK of version $JDK_VERSION"
    echo "TENURE_JAVA_HOME is \"$TENURE_JAVA_HOME\", $what: expected is a JDK of version $JDK_NEEDED or newer. Correct it, or unset it to have one searched for." >&2
    exit 69
  fi
  if [ -n "${JAVA_HOME:-}" ] && jdk_fits "$JAVA_HOME"; then
    export JAVA_HOME
    return 0
  fi
  if { jdk_on_path && jdk_fits "$FOUND"; } || jdk_in_usual_folders; then
    export JAVA_HOME=$FOUND
    return 0
  fi
  cat >&2 <<TEXT
No JDK $JDK_NEEDED or newer was found in TENURE_JAVA_HOME, JAVA_HOME, PATH or the usual folders (/usr/lib/jvm, /opt, ~/.sdkman, ~/.jdks, ...).
Install one, for example Eclipse Temurin $JDK_NEEDED:
  Debian, Ubuntu   apt install temurin-$JDK_NEEDED-jdk     (repository: https://adoptium.net/installation/linux)
  Fedora           dnf install java-$JDK_NEEDED-openjdk-devel
  macOS            brew install --cask temurin@$JDK_NEEDED
  SDKMAN!          sdk install java $JDK_NEEDED-tem
  anything else    unpack the archive from https://adoptium.net/temurin/releases/?version=$JDK_NEEDED and set TENURE_JAVA_HOME to its folder
TEXT
  exit 69
}

# Sets MVN to the Maven command, or says what to install and exits with 69.
find_maven() {
  if [ -x "$ROOT/mvnw" ]; then
    MVN=$ROOT/mvnw
  elif MVN=$(command -v mvn); then
    :
  else
    echo 'No Maven was found: there is no "mvn" in PATH. Install it (apt install maven, dnf install maven, brew install maven, sdk install maven).' >&2
    exit 69
  fi
}
