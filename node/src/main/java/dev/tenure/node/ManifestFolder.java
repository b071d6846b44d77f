package dev.tenure.node;

import dev.tenure.runtime.io.IoWords;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Where the manifests of static pods are: a folder of files, or one file. A file that cannot be read hides
/// no other. Waits for the disk. Upstream: kubelet/config/file.go.
///
/// @param place absent for none
public record ManifestFolder(Optional<Path> place) {
    /// The size of the largest manifest, as upstream has it.
    static final int BYTES_MAX = 10 << 20;

    /// What was found.
    ///
    /// @param texts the contents of files, by path
    /// @param faults why a file cannot be read, by path
    public record Found(Map<String, String> texts, Map<String, String> faults) {
        static final Found NOTHING = new Found(Map.of(), Map.of());

        public Found {
            texts = Collections.unmodifiableMap(new TreeMap<>(texts));
            faults = Collections.unmodifiableMap(new TreeMap<>(faults));
        }
    }

    /// @throws IOException when the folder cannot be listed
    public Found read() throws IOException {
        if (place.isEmpty() || !Files.exists(place.get())) {
            return Found.NOTHING;
        }
        var texts = new TreeMap<String, String>();
        var faults = new TreeMap<String, String>();
        for (Path file : files(place.get())) {
            try {
                texts.put(file.toString(), text(file));
            } catch (NoSuchFileException _) {
                // it was removed since
            } catch (CharacterCodingException _) {
                faults.put(file.toString(), "it is no text in UTF-8");
            } catch (IOException e) {
                faults.put(file.toString(), IoWords.of(e));
            }
        }
        return new Found(texts, faults);
    }

    private static List<Path> files(Path place) throws IOException {
        if (Files.isRegularFile(place)) {
            return List.of(place);
        }
        try (Stream<Path> all = Files.list(place)) {
            return all.filter(file -> Files.isRegularFile(file)
                            && !file.getFileName().toString().startsWith("."))
                    .toList();
        }
    }

    private static String text(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(BYTES_MAX + 1);
            if (bytes.length > BYTES_MAX) {
                throw new IOException("it is larger than 10 MiB");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        }
    }
}
