package dev.tenure.plan.source;

import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.io.ShellWord;
import dev.tenure.store.etcd.SnapshotFile;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// Reads clusters from files: what `kubectl get -o yaml|json` writes, the folders of `kubectl cluster-info
/// dump`, exports, and manifests, also compressed with gzip; and snapshots of etcd. Stateless.
public final class DumpFiles {
    /// The name that stands for standard input.
    public static final String STDIN = "-";

    /// What an export says that it is.
    public static final String EXPORT_KIND = "ClusterExport";

    public static final String EXPORT_VERSION = "tenure.dev/v1";

    /// Up to this size a text that begins like JSON and is none is read again as YAML; of a longer one so
    /// much decides.
    private static final int EITHER_BYTES_MAX = 8 << 20;

    /// How many objects are read together, on all cores.
    private static final int AT_ONCE = 4096;

    private static final int FOLDERS_DEEP_MAX = 16;
    private static final String[] ENDINGS = {".json", ".yaml", ".yml", ".json.gz", ".yaml.gz", ".yml.gz", ".tenure"};

    private DumpFiles() {}

    /// @param names files, folders, or [#STDIN]; objects that stand in several are taken once
    /// @throws DumpException when one cannot be read
    public static ClusterDump read(List<String> names, InputStream stdin) {
        var assembly = new DumpAssembly(String.join(", ", names));
        boolean complete = false;
        for (String name : names) {
            if (name.equals(STDIN)) {
                one(assembly, name, stdin);
            } else if (Files.isDirectory(Path.of(name))) {
                folder(assembly, Path.of(name));
            } else if (SnapshotFile.isOne(Path.of(name))) {
                SnapshotObjects.read(assembly, Path.of(name));
                complete = true;
            } else {
                file(assembly, Path.of(name));
            }
        }
        return assembly.dump(complete);
    }

    private static void folder(DumpAssembly assembly, Path folder) {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder, FOLDERS_DEEP_MAX, FileVisitOption.FOLLOW_LINKS)) {
            files = walk.filter(DumpFiles::isDump)
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw unreadable(folder, e);
        } catch (UncheckedIOException e) {
            throw unreadable(folder, Objects.requireNonNull(e.getCause()));
        }
        if (files.isEmpty()) {
            throw new DumpException(
                    "folder %s has no file that ends in .json or .yaml: fill it with `kubectl cluster-info dump --all-namespaces --output-directory=%s`"
                            .formatted(folder, ShellWord.of(folder)));
        }
        files.forEach(file -> file(assembly, file));
    }

    private static DumpException unreadable(Path folder, IOException e) {
        return new DumpException("folder %s cannot be read: %s".formatted(folder, IoWords.briefly(e)), e);
    }

    private static boolean isDump(Path file) {
        String name = file.getFileName().toString();
        return Stream.of(ENDINGS).anyMatch(name::endsWith);
    }

    private static void file(DumpAssembly assembly, Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            one(assembly, file.toString(), in);
        } catch (NoSuchFileException e) {
            throw new DumpException("file %s does not exist".formatted(file), e);
        } catch (IOException e) {
            throw new DumpException("file %s cannot be read: %s".formatted(file, IoWords.briefly(e)), e);
        }
    }

    private static void one(DumpAssembly assembly, String name, InputStream in) {
        try {
            byte[] magic = in.readNBytes(2);
            InputStream whole = new SequenceInputStream(new ByteArrayInputStream(magic), in);
            boolean packed = magic.length == 2 && (magic[0] & 0xff) == 0x1f && (magic[1] & 0xff) == 0x8b;
            try (InputStream text = packed ? new GZIPInputStream(whole, 1 << 16) : whole) {
                text(assembly, name, text);
            }
        } catch (EOFException | ZipException e) {
            throw new DumpException(
                    "%s is a compressed file that ends in the middle or is damaged: write it again".formatted(name), e);
        } catch (IOException e) {
            throw new DumpException("%s cannot be read: %s".formatted(name, IoWords.briefly(e)), e);
        }
    }

    private static void text(DumpAssembly assembly, String name, InputStream in) throws IOException {
        byte[] begin = in.readNBytes(EITHER_BYTES_MAX);
        int first = firstLetter(begin);
        if (first < 0) {
            throw new DumpException(
                    "%s is empty: write a cluster to it, for example with `tenure export`".formatted(name));
        }
        if (SnapshotFile.begins(begin)) {
            throw new DumpException("%s is a snapshot of etcd: give it as a file, not compressed".formatted(name));
        }
        if (startsWith(begin, first, "PK\3\4")) {
            throw new DumpException(
                    "%s is a backup, which holds keys too: make a data directory of it with `tenure restore %s --data-dir DIR`, start a server on that, and plan with its kubeconfig"
                            .formatted(name, ShellWord.of(name)));
        }
        if (startsWith(begin, first, "==== START logs")) {
            throw new DumpException(
                    "%s holds logs between its objects: use `kubectl cluster-info dump --output-directory=DIR` and give DIR"
                            .formatted(name));
        }
        if (startsWith(begin, first, ArchivedExport.BEGIN)) {
            var text = new ByteArrayInputStream(begin, first, begin.length - first);
            ArchivedExport.read(assembly, name, new SequenceInputStream(text, in));
            return;
        }
        boolean braces = begin[first] == '{' || begin[first] == '[';
        if (begin.length < EITHER_BYTES_MAX) {
            small(assembly, name, begin, braces);
            return;
        }
        InputStream whole = new SequenceInputStream(new ByteArrayInputStream(begin), in);
        if (braces && mayBeJson(name, begin)) {
            large(assembly, name, whole);
        } else {
            new LongYaml(name, assembly::add).read(whole);
        }
    }

    /// Whether a text is JSON as far as it is there; YAML with its first object in braces is not.
    private static boolean mayBeJson(String name, byte[] begin) {
        try {
            new JsonObjects(name, new ByteArrayInputStream(begin), _ -> {}).read();
            return true;
        } catch (DumpException e) {
            return String.valueOf(e.getMessage()).contains("ends in the middle");
        }
    }

    private static void small(DumpAssembly assembly, String name, byte[] text, boolean braces) {
        if (!braces) {
            assembly.add(YamlObjects.read(name, text));
            return;
        }
        var found = new ArrayList<RawObject>();
        var objects = new JsonObjects(name, new ByteArrayInputStream(text), found::add);
        try {
            objects.read();
        } catch (DumpException e) {
            assembly.add(flow(name, text, e));
            return;
        }
        assembly.add(found);
        objects.header().ifPresent(assembly::add);
    }

    /// A text that is not kept: its objects are read as they come, some at a time.
    private static void large(DumpAssembly assembly, String name, InputStream text) {
        var some = new ArrayList<RawObject>();
        var objects = new JsonObjects(name, text, object -> {
            some.add(object);
            if (some.size() == AT_ONCE) {
                assembly.add(some);
                some.clear();
            }
        });
        objects.read();
        assembly.add(some);
        objects.header().ifPresent(assembly::add);
    }

    /// A YAML text whose first object is in braces begins as JSON does.
    ///
    /// @param why it is no JSON
    private static List<RawObject> flow(String name, byte[] text, DumpException why) {
        try {
            return YamlObjects.read(name, text);
        } catch (DumpException _) {
            throw why;
        }
    }

    private static boolean startsWith(byte[] text, int from, String word) {
        byte[] expected = word.getBytes(StandardCharsets.US_ASCII);
        return text.length - from >= expected.length
                && new String(text, from, expected.length, StandardCharsets.US_ASCII).equals(word);
    }

    private static int firstLetter(byte[] text) {
        for (int i = 0; i < text.length; i++) {
            if (text[i] > ' ' && !(i < 3 && text[i] < 0)) {
                return i;
            }
        }
        return -1;
    }
}
