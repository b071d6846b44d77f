package dev.tenure.plan.trace;

import dev.tenure.plan.export.Pseudonym;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.io.PrivateFiles;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// The pseudonyms of a trace, in a file of their own beside it, for its owner alone: whoever goes on with the
/// trace needs the same ones, and who gets the trace must not have them. Used by one thread at a time.
final class PseudonymFile {
    private final Path file;

    private PseudonymFile(Path file) {
        this.file = file;
    }

    /// Of a trace.
    static PseudonymFile beside(Path trace) {
        return new PseudonymFile(trace.resolveSibling(trace.getFileName() + ".words"));
    }

    /// @throws TraceException when it is not there, or cannot be read
    List<Pseudonym> read() {
        var known = new ArrayList<Pseudonym>();
        try {
            for (String line : Files.readAllLines(file)) {
                ObjectNode in = Json.readObject(line.getBytes(StandardCharsets.UTF_8));
                known.add(new Pseudonym(
                        Pseudonym.Of.valueOf(in.path("of").asText()),
                        in.path("word").asText(),
                        in.path("code").asText(),
                        in.path("next").asInt()));
            }
        } catch (JsonSyntaxException _) {
            // the last line, which a process that was killed did not finish; nothing in the trace stands on
            // it
        } catch (IOException | IllegalArgumentException e) {
            throw new TraceException(
                    "the pseudonyms of the trace cannot be read from %s, so it cannot go on under the same ones: record into another file"
                            .formatted(file),
                    e);
        }
        return known;
    }

    /// Writes anew what is known, without half a line.
    void write(List<Pseudonym> all) {
        try {
            Files.deleteIfExists(file);
            Files.createFile(file, PrivateFiles.ofFile(file));
        } catch (IOException e) {
            throw unwritable(e);
        }
        append(all);
    }

    /// Removes the file.
    ///
    /// @throws TraceException when that is not possible
    void remove() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    void append(List<Pseudonym> more) {
        var out = new ByteArrayOutputStream();
        for (Pseudonym each : more) {
            out.writeBytes(Json.write(Json.object()
                    .put("of", each.of().name())
                    .put("word", each.word())
                    .put("code", each.code())
                    .put("next", each.next())));
            out.write('\n');
        }
        try {
            Files.write(file, out.toByteArray(), StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    private TraceException unwritable(IOException e) {
        return new TraceException("file %s cannot be written: %s".formatted(file, IoWords.of(e)), e);
    }
}
