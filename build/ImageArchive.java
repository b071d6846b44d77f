import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/// Writes a container image as one archive: the OCI image layout in a tar, with the `manifest.json` that
/// `docker load` asks for beside it. The same folders give the same bytes: entries are sorted, belong to
/// root, have one moment, and are writable for their owner alone, but for `data`, which is the program's own,
/// and `tmp`, which is everybody's.
///
/// Usage: `java ImageArchive.java OUT NAME TAG EPOCH_SECONDS CONFIG BASE LAYER_FOLDER...`
///
/// * CONFIG is a file with the `config` of the image as JSON.
/// * BASE is an archive of an image that the layers go on top of, in either form; empty for none.
void main(String[] words) {
    try {
        make(words);
    } catch (IOException e) {
        System.err.println("error: " + e.getMessage());
        System.exit(1);
    }
}

private static void make(String[] words) throws IOException {
    if (words.length < 7) {
        throw new IllegalArgumentException("usage: OUT NAME TAG EPOCH_SECONDS CONFIG BASE LAYER_FOLDER...");
    }
    long epoch = Long.parseLong(words[3]);
    Path out = Path.of(words[0]);
    Path work = Files.createTempDirectory(out.toAbsolutePath().getParent(), "image");
    try {
        List<Layer> layers = words[5].isEmpty() ? new ArrayList<>() : layersOf(Path.of(words[5]), work);
        for (String folder : List.of(words).subList(6, words.length)) {
            layers.add(layer(Path.of(folder), work, epoch));
        }
        write(out, words[1] + ":" + words[2], epoch, config(Files.readString(Path.of(words[4])), epoch, layers), layers);
    } finally {
        try (Stream<Path> left = Files.list(work)) {
            for (Path file : left.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(work);
    }
}

/// The user as whom the program runs, and whose `data` is.
private static final int PROGRAM = 65_532;

private static final int BLOCK = 512;

/// A layer as a file, with the digests of what it holds as it is and unpacked.
private record Layer(Path file, String digest, String diff, String type) {}

/// A name in an archive with what stands under it.
private record Entry(String name, byte[] bytes) {}

private static final String GZIPPED = "application/vnd.oci.image.layer.v1.tar+gzip";

private static Layer layer(Path folder, Path work, long epoch) throws IOException {
    Path file = Files.createTempFile(work, "layer", ".tar.gz");
    MessageDigest packed = sha256();
    MessageDigest plain = sha256();
    try (var disk = new DigestOutputStream(new BufferedOutputStream(Files.newOutputStream(file)), packed);
            var gzip = new GZIPOutputStream(disk, 1 << 16) {
                {
                    def.setLevel(9);
                }
            };
            var tar = new DigestOutputStream(gzip, plain);
            Stream<Path> all = Files.walk(folder)) {
        List<Path> sorted = all.filter(path -> !path.equals(folder))
                .sorted((a, b) -> slashed(folder, a).compareTo(slashed(folder, b)))
                .toList();
        for (Path path : sorted) {
            entry(tar, folder, path, epoch);
        }
        tar.write(new byte[2 * BLOCK]);
    }
    return new Layer(file, hex(packed), hex(plain), GZIPPED);
}

private static String slashed(Path folder, Path path) {
    return folder.relativize(path).toString();
}

private static void entry(OutputStream tar, Path folder, Path path, long epoch) throws IOException {
    String name = slashed(folder, path);
    if (Files.isSymbolicLink(path)) {
        tar.write(header(name, Files.readSymbolicLink(path).toString(), '2', 0, 0777, 0, epoch));
    } else if (Files.isDirectory(path)) {
        int owner = name.equals("data") ? PROGRAM : 0;
        tar.write(header(name + "/", "", '5', 0, name.equals("tmp") ? 01777 : 0755, owner, epoch));
    } else {
        long size = Files.size(path);
        tar.write(header(name, "", '0', size, Files.isExecutable(path) ? 0755 : 0644, 0, epoch));
        Files.copy(path, tar);
        tar.write(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
    }
}

/// The head of an entry as POSIX (ustar) has it.
private static byte[] header(String name, String link, char type, long size, int mode, int owner, long epoch)
        throws IOException {
    int cut = name.length() <= 100 ? -1 : name.indexOf('/', name.length() - 101);
    byte[] head = new byte[BLOCK];
    if (name.length() > 100 && (cut < 0 || cut > 155) || link.length() > 100) {
        throw new IOException("the path \"" + name + "\" is too long for an archive");
    }
    put(head, 0, name.substring(cut + 1));
    put(head, 100, "%07o".formatted(mode));
    put(head, 108, "%07o".formatted(owner));
    put(head, 116, "%07o".formatted(owner));
    put(head, 124, "%011o".formatted(size));
    put(head, 136, "%011o".formatted(epoch));
    put(head, 148, "        ");
    head[156] = (byte) type;
    put(head, 157, link);
    put(head, 257, "ustar\u000000");
    put(head, 345, cut < 0 ? "" : name.substring(0, cut));
    int sum = 0;
    for (byte each : head) {
        sum += each & 0xff;
    }
    put(head, 148, "%06o\u0000 ".formatted(sum));
    return head;
}

private static void put(byte[] head, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(bytes, 0, head, at, bytes.length);
}

private static String config(String config, long epoch, List<Layer> layers) {
    String diffs = layers.stream().map(layer -> "\"sha256:" + layer.diff() + "\"").collect(Collectors.joining(","));
    String history = layers.stream()
            .map(layer -> "{\"created\":\"%s\",\"created_by\":\"build/image\"}".formatted(Instant.ofEpochSecond(epoch)))
            .collect(Collectors.joining(","));
    return "{\"architecture\":\"amd64\",\"os\":\"linux\",\"created\":\"%s\",\"config\":%s,"
                    .formatted(Instant.ofEpochSecond(epoch), config.strip())
            + "\"rootfs\":{\"type\":\"layers\",\"diff_ids\":[%s]},\"history\":[%s]}".formatted(diffs, history);
}

private static String blob(String digest) {
    return "blobs/sha256/" + digest;
}

private static String descriptor(String type, String digest, long size, String more) {
    return "{\"mediaType\":\"%s\",\"digest\":\"sha256:%s\",\"size\":%d%s}".formatted(type, digest, size, more);
}

private static void write(Path out, String name, long epoch, String config, List<Layer> layers) throws IOException {
    byte[] configBytes = config.getBytes(StandardCharsets.UTF_8);
    var parts = new ArrayList<String>();
    for (Layer layer : layers) {
        parts.add(descriptor(layer.type(), layer.digest(), Files.size(layer.file()), ""));
    }
    byte[] manifest = ("{\"schemaVersion\":2,\"mediaType\":\"application/vnd.oci.image.manifest.v1+json\",\"config\":"
                    + descriptor("application/vnd.oci.image.config.v1+json", digest(configBytes), configBytes.length, "")
                    + ",\"layers\":[" + String.join(",", parts) + "]}")
            .getBytes(StandardCharsets.UTF_8);
    String tag = name.substring(name.lastIndexOf(':') + 1);
    String names = ",\"annotations\":{\"io.containerd.image.name\":\"%s\",\"org.opencontainers.image.ref.name\":\"%s\"}"
            .formatted(name, tag);
    String platform = names + ",\"platform\":{\"architecture\":\"amd64\",\"os\":\"linux\"}";
    String index = "{\"schemaVersion\":2,\"mediaType\":\"application/vnd.oci.image.index.v1+json\",\"manifests\":["
            + descriptor("application/vnd.oci.image.manifest.v1+json", digest(manifest), manifest.length, platform)
            + "]}";
    String docker = "[{\"Config\":\"%s\",\"RepoTags\":[\"%s\"],\"Layers\":[%s]}]"
            .formatted(
                    blob(digest(configBytes)),
                    name,
                    layers.stream().map(layer -> '"' + blob(layer.digest()) + '"').collect(Collectors.joining(",")));
    try (OutputStream tar = new BufferedOutputStream(Files.newOutputStream(out))) {
        file(tar, new Entry("oci-layout", bytes("{\"imageLayoutVersion\":\"1.0.0\"}")), epoch);
        file(tar, new Entry("index.json", bytes(index)), epoch);
        file(tar, new Entry("manifest.json", bytes(docker)), epoch);
        file(tar, new Entry(blob(digest(manifest)), manifest), epoch);
        file(tar, new Entry(blob(digest(configBytes)), configBytes), epoch);
        for (Layer layer : layers) {
            long size = Files.size(layer.file());
            tar.write(header(blob(layer.digest()), "", '0', size, 0644, 0, epoch));
            Files.copy(layer.file(), tar);
            tar.write(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
        }
        tar.write(new byte[2 * BLOCK]);
    }
}

private static void file(OutputStream tar, Entry entry, long epoch) throws IOException {
    tar.write(header(entry.name(), "", '0', entry.bytes().length, 0644, 0, epoch));
    tar.write(entry.bytes());
    tar.write(new byte[(BLOCK - entry.bytes().length % BLOCK) % BLOCK]);
}

private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
}

/// The layers of an image in an archive, whether an OCI layout or what `docker save` writes, in their
/// order.
private static List<Layer> layersOf(Path base, Path work) throws IOException {
    Map<String, Path> files = unpacked(base, work);
    String manifest = manifest(files, base);
    boolean docker = manifest.contains("\"Layers\"");
    List<String> names = docker
            ? strings(manifest, "\"Layers\"\\s*:\\s*\\[([^]]*)]")
            : digests(manifest.substring(manifest.indexOf("\"layers\"")));
    var layers = new ArrayList<Layer>();
    for (String name : names) {
        Path file = file(files, docker ? name : blob(name), base);
        if (!docker && !digestOf(file).equals(name)) {
            throw new IOException("\"" + base + "\" is damaged: layer " + name + " is another one than its name says");
        }
        layers.add(existing(file, work));
    }
    if (layers.isEmpty()) {
        throw new IOException("\"" + base + "\" is no archive of an image: its manifest names no layers");
    }
    return layers;
}

private static String manifest(Map<String, Path> files, Path base) throws IOException {
    if (files.containsKey("manifest.json")) {
        return Files.readString(files.get("manifest.json"));
    }
    String next = Files.readString(file(files, "index.json", base));
    while (!next.contains("\"layers\"")) {
        List<String> digests = digests(next);
        if (digests.size() != 1) {
            throw new IOException("\"" + base + "\" holds " + digests.size() + " images: expected is one, for linux/amd64");
        }
        next = Files.readString(file(files, blob(digests.getFirst()), base));
    }
    return next;
}

private static List<String> digests(String json) {
    return Pattern.compile("\"digest\"\\s*:\\s*\"sha256:([0-9a-f]{64})\"")
            .matcher(json)
            .results()
            .map(found -> found.group(1))
            .toList();
}

private static List<String> strings(String json, String list) {
    Matcher found = Pattern.compile(list).matcher(json);
    return found.find()
            ? Stream.of(found.group(1).split(",")).map(each -> each.strip().replace("\"", "")).toList()
            : List.of();
}

private static Path file(Map<String, Path> files, String name, Path base) throws IOException {
    return Optional.ofNullable(files.get(name))
            .orElseThrow(() -> new IOException("\"" + base + "\" is no archive of an image: it has no \"" + name + "\""));
}

/// A layer of the base as it is; one that is not packed is packed, so that all are of one type.
private static Layer existing(Path file, Path work) throws IOException {
    boolean packed;
    try (InputStream in = Files.newInputStream(file)) {
        packed = in.read() == 0x1f && in.read() == 0x8b;
    }
    Path next = packed ? file : Files.createTempFile(work, "layer", ".tar.gz");
    if (!packed) {
        try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(next))) {
            Files.copy(file, gzip);
        }
    }
    MessageDigest plain = sha256();
    try (InputStream in = new GZIPInputStream(Files.newInputStream(next));
            OutputStream digest = new DigestOutputStream(OutputStream.nullOutputStream(), plain)) {
        in.transferTo(digest);
    }
    return new Layer(next, digestOf(next), hex(plain), GZIPPED);
}

private static String digestOf(Path file) throws IOException {
    MessageDigest whole = sha256();
    try (OutputStream digest = new DigestOutputStream(OutputStream.nullOutputStream(), whole)) {
        Files.copy(file, digest);
    }
    return hex(whole);
}

/// The files of a tar by their names.
private static Map<String, Path> unpacked(Path archive, Path work) throws IOException {
    var files = new TreeMap<String, Path>();
    try (InputStream in = Files.newInputStream(archive)) {
        for (byte[] head = in.readNBytes(BLOCK); head.length == BLOCK && head[0] != 0; head = in.readNBytes(BLOCK)) {
            String prefix = text(head, 345, 155);
            String name = (prefix.isEmpty() ? "" : prefix + "/") + text(head, 0, 100);
            long size = Long.parseLong(text(head, 124, 12).strip(), 8);
            if (head[156] == '0' || head[156] == 0) {
                Path file = Files.createTempFile(work, "base", "");
                try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                    for (long left = size; left > 0; ) {
                        byte[] some = in.readNBytes((int) Math.min(left, 1 << 20));
                        if (some.length == 0) {
                            throw new IOException("\"" + archive + "\" ends in the middle of \"" + name + "\"");
                        }
                        out.write(some);
                        left -= some.length;
                    }
                }
                files.put(name.replaceFirst("^\\./", ""), file);
                in.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
            } else {
                in.skipNBytes((size + BLOCK - 1) / BLOCK * BLOCK);
            }
        }
    }
    return files;
}

private static String text(byte[] head, int at, int length) {
    int end = at;
    while (end < at + length && head[end] != 0) {
        end++;
    }
    return new String(head, at, end - at, StandardCharsets.UTF_8);
}

private static MessageDigest sha256() {
    try {
        return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every JDK has SHA-256", e);
    }
}

private static String digest(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
}

private static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
}
