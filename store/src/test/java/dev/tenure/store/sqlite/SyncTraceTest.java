package dev.tenure.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Looks at the system calls of a process that writes: since the page cache outlives a killed process, only
/// they show that an acknowledged write has been synced.
class SyncTraceTest {
    private static final int WRITES = 40;

    /// `1234 pwrite64(9</dir/store.db-wal>, ...) = 4096`, also cut in two: `… <unfinished ...>`, then
    /// `1234 <... pwrite64 resumed>) = 4096`.
    private static final Pattern CALL = Pattern.compile("^(\\d+) +(\\w+)\\((\\d+)(?:<([^>]*)>)?(.*)$");

    private static final Pattern ACKNOWLEDGEMENT = Pattern.compile("write\\(1<[^>]*>, \"(put|deleted) ");
    private static final Pattern RESUMED = Pattern.compile("^(\\d+) +<\\.\\.\\. (\\w+) resumed>.*= (-?\\d+).*$");
    private static final Pattern RESULT = Pattern.compile(".*= (-?\\d+)[^=]*$");

    /// Writes to the log so far, how many of them a sync has reached, and how many had been acknowledged.
    private int written;
    private int synced;
    private int answered;

    /// By thread and call, what had been written when a sync began that has not returned: the thread that
    /// commits and the one that copies the log sync it at the same time.
    private final Map<String, Integer> underWay = new HashMap<>();

    private int acknowledged;

    @Test
    void aSyncReturnsBetweenEachWriteAndItsAcknowledgement(@TempDir Path directory) throws Exception {
        Path trace = directory.resolve("trace");
        List<String> command = new ArrayList<>(
                List.of("strace", "-f", "-qq", "-y", "-s", "16", "-e", "trace=fsync,fdatasync,write,pwrite64", "-o"));
        command.add(trace.toString());
        command.addAll(ChildStore.command());
        command.addAll(List.of("trace", directory.resolve("store").toString(), "" + WRITES));
        Process child;
        try {
            child = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            System.out.println("SKIPPED sync trace: strace is not installed (" + e.getMessage() + ")");
            abort("strace is not installed");
            return;
        }
        List<String> output = child.inputReader().readAllLines();
        if (child.waitFor() != 0 && output.stream().anyMatch(line -> line.contains("ptrace"))) {
            System.out.println("SKIPPED sync trace: strace may not trace here: " + output);
            abort("strace may not trace here");
        }
        assertThat(output).hasSize(WRITES);

        Files.readAllLines(trace).forEach(this::follow);
        assertThat(acknowledged).isEqualTo(WRITES);
        System.out.printf("%d acknowledgements, each after the sync of its write%n", acknowledged);
    }

    @Test
    void whatOneThreadSyncsIsSyncedThoughAnotherBeganItsOwn() {
        Stream.of(
                        "11 pwrite64(9</d/store.db-wal>, \"\"..., 24, 0) = 24",
                        "11 fdatasync(9</d/store.db-wal> <unfinished ...>",
                        "12 fdatasync(10</d/store.db-wal> <unfinished ...>",
                        "11 <... fdatasync resumed>) = 0",
                        "13 write(1</out>, \"put w0-1 1 1\", 12) = 12",
                        "12 <... fdatasync resumed>) = 0")
                .forEach(this::follow);
        assertThat(acknowledged).isOne();
    }

    @Test
    void aSyncThatBeganBeforeTheWriteOrFailedCountsForNothing() {
        Stream.of(
                        "12 fdatasync(10</d/store.db-wal> <unfinished ...>",
                        "11 pwrite64(9</d/store.db-wal>, \"\"..., 24, 0) = 24",
                        "12 <... fdatasync resumed>) = 0",
                        "11 fdatasync(9</d/store.db-wal>) = -1 EIO (Input/output error)")
                .forEach(this::follow);
        assertThatThrownBy(() -> follow("13 write(1</out>, \"put w0-1 1 1\", 12) = 12"))
                .hasMessageContaining("what was written is synced before");
    }

    private void follow(String line) {
        Matcher resumed = RESUMED.matcher(line);
        if (resumed.matches()) {
            Integer reach = underWay.remove(resumed.group(1) + " " + resumed.group(2));
            if (reach != null) {
                returned(reach, resumed.group(3));
            }
            return;
        }
        Matcher call = CALL.matcher(line);
        if (!call.matches()) {
            return;
        }
        boolean log = String.valueOf(call.group(4)).endsWith("store.db-wal");
        if (call.group(2).endsWith("sync") && log) {
            Matcher result = RESULT.matcher(call.group(5));
            if (result.matches()) {
                returned(written, result.group(1));
            } else {
                underWay.put(call.group(1) + " " + call.group(2), written);
            }
        } else if (log) {
            written++;
        } else if (ACKNOWLEDGEMENT.matcher(line).find()) {
            assertThat(written).as("something was written before %s", line).isGreaterThan(answered);
            assertThat(synced).as("what was written is synced before %s", line).isEqualTo(written);
            acknowledged++;
            answered = written;
        }
    }

    private void returned(int reach, String result) {
        if (result.equals("0")) {
            synced = Math.max(synced, reach);
        }
    }
}
