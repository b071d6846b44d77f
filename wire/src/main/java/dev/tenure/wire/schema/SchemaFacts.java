package dev.tenure.wire.schema;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

/// The recorded facts from which OpenAPI documents and discovery are made. Each call reads and unpacks anew; keep the
/// result.
public final class SchemaFacts {
    private SchemaFacts() {}

    /// OpenAPI v3 component schemas without prose: one JSON object, by definition name.
    public static byte[] definitions() {
        return unpack("definitions.json.gz");
    }

    /// The aggregated discovery documents: a JSON object with `/api` and `/apis`.
    public static byte[] discovery() {
        return unpack("discovery.json.gz");
    }

    /// One JSON object a line for each path and verb.
    public static byte[] operations() {
        return unpack("operations.jsonl.gz");
    }

    static String types() {
        try (InputStream in = open("types.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] unpack(String name) {
        try (InputStream in = new GZIPInputStream(new BufferedInputStream(open(name)))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String name) {
        InputStream in = SchemaFacts.class.getResourceAsStream(name);
        if (in == null) {
            throw new IllegalStateException("resource " + name + " is missing from the wire module");
        }
        return in;
    }
}
