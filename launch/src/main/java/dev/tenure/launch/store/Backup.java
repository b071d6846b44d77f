package dev.tenure.launch.store;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.io.PrivateFiles;
import dev.tenure.runtime.io.Sha256;
import dev.tenure.runtime.io.ShellWord;
import dev.tenure.store.sqlite.StoreFolder;
import dev.tenure.store.sqlite.StoreFolder.Report;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// One compressed file with everything that a cluster is: its store as of one revision, and its certificates
/// and keys. A zip archive: `manifest.json` (format, identity, revision, objects, SHA-256 of each other
/// entry), `store/store.db`, `pki/…`. Readable by its owner alone, for it holds keys and secrets.
final class Backup {
    private static final int FORMAT = 1;
    /// What every zip archive begins with.
    private static final String BEGIN = "PK\3\4";

    private static final String MANIFEST = "manifest.json";
    private static final String STORE = "store/store.db";
    private static final String PKI = "pki/";

    private Backup() {}

    /// Refuses a backup where a snapshot or a data directory is expected, and says what to do with it.
    ///
    /// @throws CommandFailure when the file is an archive as [#write] makes it
    static void refuse(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            if (new String(in.readNBytes(BEGIN.length()), StandardCharsets.ISO_8859_1).equals(BEGIN)) {
                throw new CommandFailure(
                        ExitCode.FAILED,
                        "\"%s\" is a backup: `tenure restore %s --data-dir DIR` makes a data directory of it, and with --etcd-servers puts it into an etcd"
                                .formatted(file, ShellWord.of(file)));
            }
        } catch (IOException e) {
            throw failed("read", file, e);
        }
    }

    /// @param revision as of which the objects are
    public record Summary(String identity, long revision, long objects, long bytes) {}

    /// Writes a backup.
    ///
    /// @param database a database that nobody writes to, alone in its folder
    /// @param target must not be there yet
    public static Summary write(DataDirectory directory, Path database, Path target) throws IOException {
        Report report = new StoreFolder(database.resolveSibling("")).check();
        Path partial = target.resolveSibling(target.getFileName() + ".partial");
        Files.deleteIfExists(partial);
        partial.toFile().deleteOnExit(); // also where a signal ends the process
        Files.createFile(partial, PrivateFiles.ofFile(partial));
        try {
            try (OutputStream file = Files.newOutputStream(partial);
                    var zip = new ZipOutputStream(file)) {
                ObjectNode manifest = Json.object();
                manifest.put("format", FORMAT)
                        .put("identity", report.identity())
                        .put("revision", report.revision())
                        .put("objects", report.objects());
                ObjectNode sums = manifest.putObject("sha256");
                sums.put(STORE, add(zip, STORE, database));
                for (Path one : filesOf(directory.pki())) {
                    String name = PKI + one.getFileName();
                    sums.put(name, add(zip, name, one));
                }
                zip.putNextEntry(new ZipEntry(MANIFEST));
                zip.write(Json.write(manifest));
                zip.closeEntry();
            }
            Files.move(partial, target);
        } finally {
            // What a failure leaves holds keys and secrets.
            Files.deleteIfExists(partial);
        }
        return new Summary(report.identity(), report.revision(), report.objects(), Files.size(target));
    }

    /// Those that are right in a folder, none when it is not there.
    static List<Path> filesOf(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static String add(ZipOutputStream zip, String name, Path file) throws IOException {
        MessageDigest digest = Sha256.digest();
        zip.putNextEntry(new ZipEntry(name));
        try (InputStream in = Files.newInputStream(file)) {
            byte[] piece = new byte[1 << 16];
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                digest.update(piece, 0, read);
                zip.write(piece, 0, read);
            }
        }
        zip.closeEntry();
        return HexFormat.of().formatHex(digest.digest());
    }

    /// Unpacks a backup into a data directory without a store, and reads it.
    ///
    /// @param handedOut the store goes on above this revision at least
    /// @throws CommandFailure when the file is no backup, or is damaged
    static Summary restore(Path file, DataDirectory directory, long handedOut) throws IOException {
        try (var zip = new ZipFile(file.toFile())) {
            JsonNode manifest = manifest(zip, file);
            for (ZipEntry entry : entries(zip)) {
                if (!entry.getName().equals(MANIFEST)) {
                    unpack(zip, entry, manifest, directory);
                }
            }
        } catch (ZipException e) {
            throw damaged(file, String.valueOf(e.getMessage()));
        }
        var folder = new StoreFolder(directory.store());
        Report report = folder.check();
        if (!report.whole()) {
            throw damaged(file, report.faults().getFirst());
        }
        long revision = folder.raiseRevision(handedOut);
        PrivateFolders.make(directory.pki());
        StoreIdentity.note(directory, report.identity());
        return new Summary(report.identity(), revision, report.objects(), report.bytes());
    }

    private static List<ZipEntry> entries(ZipFile zip) {
        var all = new ArrayList<ZipEntry>();
        for (Enumeration<? extends ZipEntry> each = zip.entries(); each.hasMoreElements(); ) {
            all.add(each.nextElement());
        }
        return all;
    }

    static JsonNode manifest(ZipFile zip, Path file) throws IOException {
        ZipEntry entry = zip.getEntry(MANIFEST);
        if (entry == null) {
            throw damaged(file, "it has no " + MANIFEST);
        }
        try (InputStream in = zip.getInputStream(entry)) {
            JsonNode manifest = Json.read(in.readAllBytes());
            if (manifest.path("format").asInt() > FORMAT) {
                throw new CommandFailure(
                        ExitCode.FAILED,
                        "backup \"%s\" has format %d, this build knows up to %d: use the build that wrote it"
                                .formatted(file, manifest.path("format").asInt(), FORMAT));
            }
            return manifest;
        }
    }

    private static void unpack(ZipFile zip, ZipEntry entry, JsonNode manifest, DataDirectory directory)
            throws IOException {
        String name = entry.getName();
        boolean known = name.equals(STORE) || (name.startsWith(PKI) && name.indexOf('/', PKI.length()) < 0);
        String expected = manifest.path("sha256").path(name).asText("");
        if (!known || expected.isEmpty()) {
            throw damaged(Path.of(zip.getName()), "\"%s\" does not belong in it".formatted(name));
        }
        Path target = directory.root().resolve(name);
        PrivateFolders.make(target.resolveSibling(""));
        Files.deleteIfExists(target);
        Files.createFile(target, PrivateFiles.ofFile(target));
        MessageDigest digest = Sha256.digest();
        try (InputStream in = zip.getInputStream(entry);
                OutputStream out = Files.newOutputStream(target)) {
            byte[] piece = new byte[1 << 16];
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                digest.update(piece, 0, read);
                out.write(piece, 0, read);
            }
        }
        if (!HexFormat.of().formatHex(digest.digest()).equals(expected)) {
            throw damaged(Path.of(zip.getName()), "the checksum of \"%s\" does not match".formatted(name));
        }
    }

    static CommandFailure damaged(Path file, String why) {
        return new CommandFailure(
                ExitCode.FAILED, "backup \"%s\" is damaged or none: %s; use another one".formatted(file, why));
    }

    /// What keeps a file from being written or read.
    static CommandFailure failed(String doing, Path file, IOException e) {
        return new CommandFailure(ExitCode.FAILED, "cannot %s \"%s\" (%s)".formatted(doing, file, IoWords.briefly(e)));
    }
}
