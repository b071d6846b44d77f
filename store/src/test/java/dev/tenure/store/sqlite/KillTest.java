package dev.tenure.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Kills a process that writes without pause, opens its store, and looks for everything it had acknowledged.
/// The same store lives through all rounds.
@Tag("long")
class KillTest {
    /// A thousand take some ten minutes.
    private static final int ROUNDS = Integer.getInteger("tenure.kills", Boolean.getBoolean("tenure.full") ? 100 : 15);

    private static final int WRITERS = 8;
    private static final int SEED = 20261121;

    /// The last write of a key that was acknowledged.
    private record Acknowledged(boolean deleted, int number, long revision) {}

    private static final Acknowledged NOTHING = new Acknowledged(true, 0, 0);

    private final Map<ObjectKey, Acknowledged> acknowledged = new HashMap<>();
    private long revisionSeen;

    @Test
    void noAcknowledgedWriteIsLostWhenTheProcessIsKilled(@TempDir Path directory) throws Exception {
        var random = new Random(SEED);
        int total = 0;
        for (int round = 0; round < ROUNDS; round++) {
            List<String> lines = writeUntilKilled(directory, random.nextInt(600), SEED + round * 100);
            lines.forEach(this::note);
            total += lines.size();
            checkReopened(directory, round);
        }
        System.out.printf("killed %d times, %d acknowledged writes, none lost%n", ROUNDS, total);
    }

    private static List<String> writeUntilKilled(Path directory, int linesBefore, int seed)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(ChildStore.command());
        command.addAll(List.of("write", directory.toString(), "" + WRITERS, "" + seed));
        Process child = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> lines = new ArrayList<>();
        try (BufferedReader reader = child.inputReader()) {
            for (int i = 0; i < linesBefore; i++) {
                String line = reader.readLine();
                assertThat(line).as("the child goes on until it is killed").isNotNull();
                lines.add(line);
            }
            child.toHandle().destroyForcibly(); // unlike Process, leaves the pipe open
            lines.addAll(wholeLines(reader));
        }
        child.waitFor();
        return lines;
    }

    /// What was still in the pipe, without a last line that has no end.
    private static List<String> wholeLines(BufferedReader reader) throws IOException {
        var rest = new StringBuilder();
        for (int next = reader.read(); next >= 0; next = reader.read()) {
            rest.append((char) next);
        }
        return rest.substring(0, rest.lastIndexOf("\n") + 1).lines().toList();
    }

    private void note(String line) {
        String[] words = line.split(" ");
        var write = new Acknowledged(words[0].equals("deleted"), Integer.parseInt(words[2]), Long.parseLong(words[3]));
        acknowledged.put(new ObjectKey("", "configmaps", "default", words[1]), write);
        revisionSeen = Math.max(revisionSeen, write.revision());
    }

    private void checkReopened(Path directory, int round) {
        try (Store store = ChildStore.open(directory)) {
            assertThat(store.revision()).as("revision after round %d", round).isGreaterThanOrEqualTo(revisionSeen);
            revisionSeen = store.revision();
            for (int writer = 0; writer < WRITERS; writer++) {
                int underWay = 0;
                for (int i = 0; i < ChildStore.KEYS_PER_WRITER; i++) {
                    ObjectKey key = ChildStore.key(writer, i);
                    underWay += checkKept(key, store.get(key), round) ? 0 : 1;
                }
                assertThat(underWay)
                        .as("keys of writer %d with an unacknowledged write, round %d", writer, round)
                        .isLessThanOrEqualTo(1);
            }
            acknowledged.clear();
            store.list(Store.Range.all(ChildStore.resource(), "")).items().forEach(this::noteFound);
        }
    }

    /// A key holds what its last acknowledged write made of it, or what the write after that did, which was
    /// under way.
    ///
    /// @return whether it is the first
    private boolean checkKept(ObjectKey key, Optional<StoredObject> found, int round) {
        Acknowledged last = acknowledged.getOrDefault(key, NOTHING);
        if (found.isEmpty()) {
            return last.deleted();
        }
        int number = ChildStore.number(found.get());
        if (found.get().revision() == last.revision()) {
            assertThat(number).as("%s after round %d", key, round).isEqualTo(last.number());
            assertThat(last.deleted()).as("%s after round %d", key, round).isFalse();
            return true;
        }
        assertThat(found.get().revision()).as("%s after round %d", key, round).isGreaterThan(last.revision());
        assertThat(number).as("%s after round %d", key, round).isEqualTo(last.number() + 1);
        return false;
    }

    private void noteFound(StoredObject object) {
        acknowledged.put(object.key(), new Acknowledged(false, ChildStore.number(object), object.revision()));
    }
}
