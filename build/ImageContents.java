import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/// Writes the bill of materials of an image (CycloneDX 1.6, JSON): each jar and each library of the machine
/// that built it with its version and the SHA-256 of its bytes, and the Java runtime with its version.
///
/// Usage: `java ImageContents.java OUT NAME VERSION EPOCH_SECONDS JARS_FOLDER RUNTIME_FOLDER LIBRARIES`
///
/// LIBRARIES is a file with a line for each library: path in the image, file, package and its version, with
/// tabs between.
void main(String[] words) throws IOException {
    var parts = new ArrayList<String>();
    try (Stream<Path> jars = Files.list(Path.of(words[4]))) {
        for (Path jar : jars.filter(file -> file.toString().endsWith(".jar")).sorted().toList()) {
            parts.add(jar(jar));
        }
    }
    parts.add(runtime(Path.of(words[5])));
    for (String line : Files.readAllLines(Path.of(words[6]))) {
        parts.add(library(line.split("\t", -1)));
    }
    String body = "\"metadata\":{\"timestamp\":%s,\"component\":{\"type\":\"container\",\"name\":%s,\"version\":%s}},\n\"components\":[\n%s\n]"
            .formatted(
                    quoted(Instant.ofEpochSecond(Long.parseLong(words[3])).toString()),
                    quoted(words[1]),
                    quoted(words[2]),
                    String.join(",\n", parts));
    UUID serial = UUID.nameUUIDFromBytes(body.getBytes(StandardCharsets.UTF_8));
    Files.writeString(
            Path.of(words[0]),
            "{\"bomFormat\":\"CycloneDX\",\"specVersion\":\"1.6\",\"serialNumber\":\"urn:uuid:%s\",\"version\":1,\n%s}\n"
                    .formatted(serial, body));
}

private static final Pattern NAME_AND_VERSION = Pattern.compile("(.+?)-(\\d[^/]*)\\.jar");

private static String jar(Path file) throws IOException {
    String plain = file.getFileName().toString();
    Matcher parts = NAME_AND_VERSION.matcher(plain);
    String name = parts.matches() ? parts.group(1) : plain;
    String version = parts.matches() ? parts.group(2) : "";
    String group = "";
    try (JarFile jar = new JarFile(file.toFile())) {
        List<? extends ZipEntry> own = jar.stream()
                .filter(entry -> entry.getName().matches("META-INF/maven/[^/]+/" + Pattern.quote(name) + "/pom\\.properties"))
                .toList();
        if (own.size() == 1) {
            var told = new Properties();
            try (InputStream in = jar.getInputStream(own.getFirst())) {
                told.load(in);
            }
            group = told.getProperty("groupId", "");
        }
    }
    String more = group.isEmpty()
            ? ""
            : ",\"group\":%s,\"purl\":%s"
                    .formatted(quoted(group), quoted("pkg:maven/%s/%s@%s".formatted(group, name, version)));
    return component("library", name, version, more, file);
}

private static String runtime(Path folder) throws IOException {
    var told = new Properties();
    try (InputStream in = Files.newInputStream(folder.resolve("release"))) {
        told.load(in);
    }
    return component(
            "platform",
            "java-runtime",
            told.getProperty("JAVA_RUNTIME_VERSION", told.getProperty("JAVA_VERSION", "")).replace("\"", ""),
            ",\"description\":" + quoted("modules: " + told.getProperty("MODULES", "").replace("\"", "")),
            folder.resolve("lib").resolve("modules"));
}

private static String library(String[] told) throws IOException {
    String origin = ",\"description\":" + quoted(told[0] + (told[2].isEmpty() ? "" : " of the package " + told[2]));
    return component("file", Path.of(told[0]).getFileName().toString(), told[3], origin, Path.of(told[1]));
}

private static String component(String type, String name, String version, String more, Path hashed) throws IOException {
    return "{\"type\":\"%s\",\"name\":%s,\"version\":%s%s,\"hashes\":[{\"alg\":\"SHA-256\",\"content\":\"%s\"}]}"
            .formatted(type, quoted(name), quoted(version), more, digest(hashed));
}

private static String digest(Path file) throws IOException {
    try {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every JDK has SHA-256", e);
    }
}

private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
}
