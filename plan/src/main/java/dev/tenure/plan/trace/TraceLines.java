package dev.tenure.plan.trace;

import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.io.ShellWord;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

/// Reads the file of a trace: gzip members, each of some whole lines of JSON. Confined to one thread.
final class TraceLines {
    /// The first line of a trace is shorter by far.
    private static final int HEAD_CHARACTERS_MAX = 1 << 16;

    private final Path file;
    private final Consumer<TraceEntry> found;
    private Optional<TraceHead> head = Optional.empty();

    /// What a file was found to be.
    ///
    /// @param wholeBytes up to where it is whole
    /// @param cutOff whether more follows, which is no whole part: whoever wrote was killed, or the file was
    ///     cut
    record Read(TraceHead head, long wholeBytes, boolean cutOff) {}

    private TraceLines(Path file, Consumer<TraceEntry> found) {
        this.file = file;
        this.found = found;
    }

    /// Whether a file begins as a trace does.
    static boolean isTrace(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (var lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            char[] begin = new char[HEAD_CHARACTERS_MAX];
            int length = Math.max(0, lines.read(begin));
            String first = new String(begin, 0, length).lines().findFirst().orElse("");
            return Json.readObject(first.getBytes(StandardCharsets.UTF_8))
                    .path("kind")
                    .asText()
                    .equals(TraceHead.KIND);
        } catch (IOException | IllegalArgumentException _) {
            return false;
        }
    }

    /// @param found hears of each entry, in the order of the file
    /// @throws TraceException when it cannot be read, is no trace, or is damaged elsewhere than at its end
    static Read read(Path file, Consumer<TraceEntry> found) {
        var lines = new TraceLines(file, found);
        try (var members = new GzipMembers(Files.newInputStream(file))) {
            boolean cutOff = lines.read(members);
            TraceHead head = lines.head.orElseThrow(() -> new TraceException(
                    "trace %s ends before anything stands in it: record the cluster again with `tenure record`"
                            .formatted(file)));
            return new Read(head, members.wholeBytes(), cutOff);
        } catch (NoSuchFileException e) {
            throw new TraceException(
                    "trace %s does not exist: one is made with `tenure record %s`".formatted(file, ShellWord.of(file)),
                    e);
        } catch (IOException e) {
            throw new TraceException("trace %s cannot be read: %s".formatted(file, IoWords.briefly(e)), e);
        }
    }

    private boolean read(GzipMembers members) throws IOException {
        while (true) {
            Optional<byte[]> member;
            try {
                member = members.next();
            } catch (EOFException _) {
                return true;
            } catch (IOException e) {
                if (head.isEmpty()) {
                    throw new TraceException(
                            "file %s is no trace: one is made with `tenure record FILE`".formatted(file), e);
                }
                throw e;
            }
            if (member.isEmpty()) {
                return false;
            }
            for (byte[] line : lines(member.get())) {
                line(line);
            }
        }
    }

    private void line(byte[] line) {
        try {
            ObjectNode document = Json.readObject(line);
            if (head.isPresent()) {
                found.accept(EntryDocument.read(document));
            } else {
                head = Optional.of(head(document));
            }
        } catch (TraceException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new TraceException(
                    "trace %s holds a line that is none of a trace (%s): record the cluster again"
                            .formatted(file, e.getMessage()),
                    e);
        }
    }

    private TraceHead head(ObjectNode document) {
        if (!document.path("kind").asText().equals(TraceHead.KIND)) {
            throw new TraceException("file %s is no trace: one is made with `tenure record FILE`".formatted(file));
        }
        int version = document.path("version").asInt();
        if (version != TraceHead.VERSION) {
            throw new TraceException(
                    "trace %s is of version %d, and this tenure reads version %d: play it with the tenure that recorded it"
                            .formatted(file, version, TraceHead.VERSION));
        }
        return TraceHead.read(document);
    }

    private static List<byte[]> lines(byte[] member) {
        var lines = new ArrayList<byte[]>();
        int from = 0;
        for (int i = 0; i < member.length; i++) {
            if (member[i] == '\n') {
                lines.add(Arrays.copyOfRange(member, from, i));
                from = i + 1;
            }
        }
        return lines;
    }
}
