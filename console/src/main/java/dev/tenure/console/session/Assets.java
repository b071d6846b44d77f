package dev.tenure.console.session;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/// The files of the pages, read once from the program. Their names carry what they contain, so that a browser
/// keeps them for good and still sees a new version at once. Immutable.
public final class Assets {
    private static final String FOLDER = "/dev/tenure/console/web/";
    private static final int HASH_LENGTH = 16;
    private static final Map<String, String> TYPES = Map.of(
            "console.js", "text/javascript; charset=utf-8",
            "console.css", "text/css; charset=utf-8",
            "icon.svg", "image/svg+xml");

    private final Asset index;
    private final Map<String, Asset> byName;

    /// One file.
    ///
    /// @param packed the same compressed with gzip
    public record Asset(String type, byte[] bytes, byte[] packed) {}

    private Assets(Asset index, Map<String, Asset> byName) {
        this.index = index;
        this.byName = byName;
    }

    /// Reads them.
    public static Assets read() {
        var byName = new HashMap<String, Asset>();
        String page = new String(bytes("index.html"), StandardCharsets.UTF_8);
        for (Map.Entry<String, String> file : TYPES.entrySet()) {
            byte[] content = bytes(file.getKey());
            String name = named(file.getKey(), content);
            byName.put(name, asset(file.getValue(), content));
            page = page.replace("{" + file.getKey() + "}", name);
        }
        return new Assets(asset("text/html; charset=utf-8", page.getBytes(StandardCharsets.UTF_8)), byName);
    }

    /// The page that all pages begin as.
    public Asset index() {
        return index;
    }

    /// The file of that name, for example `console-0123456789abcdef.js`.
    public Optional<Asset> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    private static String named(String file, byte[] content) {
        int dot = file.lastIndexOf('.');
        return file.substring(0, dot) + "-" + hash(content) + file.substring(dot);
    }

    private static String hash(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return HexFormat.of().formatHex(digest).substring(0, HASH_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static Asset asset(String type, byte[] content) {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Asset(type, content, packed.toByteArray());
    }

    private static byte[] bytes(String file) {
        try (InputStream in = Assets.class.getResourceAsStream(FOLDER + file)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks " + FOLDER + file);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
