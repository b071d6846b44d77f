package dev.tenure.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Looks at the system calls of a process that writes: since the page cache outlives a killed process, only they show
/// that an acknowledged write has been synced.
class SyncTraceTest {
    private static final int WRITES = 40;

    /// `1234 pwrite64(9</dir/store.db-wal>, ...) = 4096`, also cut in two: `… <unfinished ...>`, then
    /// `1234 <... pwrite64 resumed>) = 4096`.
    private static final Pattern CALL = Pattern.compile("^(\\d+) +(\\w+)\\((\\d+)(?:<([^>]*)>)?(.*)$");

    private static final Pattern ACKNOWLEDGEMENT = Pattern.compile("write\\(1<[^>]*>, \"(put|deleted) ");
    private static final Pattern RESUMED = Pattern.compile("^(\\d+) +<\\.\\.\\. (\\w+) resumed>.*= (-?\\d+).*$");
    private static final Pattern RESULT = Pattern.compile(".*= (-?\\d+)[^=]*$");

    private boolean logWritten;
    private boolean logSynced;
    private String syncUnderWay = "";
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

    private void follow(String line) {
        Matcher resumed = RESUMED.matcher(line);
        if (resumed.matches()) {
            if (syncUnderWay.equals(resumed.group(1) + " " + resumed.group(2))) {
                synced(resumed.group(3));
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
            syncUnderWay = call.group(1) + " " + call.group(2);
            if (result.matches()) {
                synced(result.group(1));
            }
        } else if (log) {
            logWritten = true;
            logSynced = false;
        } else if (ACKNOWLEDGEMENT.matcher(line).find()) {
            assertThat(logWritten).as("something was written before %s", line).isTrue();
            assertThat(logSynced)
                    .as("what was written is synced before %s", line)
                    .isTrue();
            acknowledged++;
            logWritten = false;
        }
    }

    private void synced(String result) {
        logSynced = result.equals("0");
        syncUnderWay = "";
    }
}
