package dev.tenure.checks.console;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/// The web libraries of the class path, laid out as Node and the TypeScript compiler look for them. Their
/// jars hold scripts as they are and all else, such as types, in an archive of its own.
final class WebLibraries {
    private static final String MORE = "META-INF/.more.tgz";
    private static final String FILES = "META-INF/resources/_static/";

    private WebLibraries() {}

    /// Writes `node_modules` into a folder.
    static void write(Path folder) throws IOException, InterruptedException {
        Path unpacked = Files.createDirectories(folder.resolve("unpacked"));
        for (URL more : Collections.list(WebLibraries.class.getClassLoader().getResources(MORE))) {
            if (more.openConnection() instanceof JarURLConnection connection) {
                try (JarFile jar = connection.getJarFile()) {
                    unpack(jar, unpacked);
                }
            }
        }
        Path modules = Files.createDirectories(folder.resolve("node_modules"));
        try (Stream<Path> libraries = Files.list(unpacked.resolve(FILES))) {
            for (Path library : libraries.toList()) {
                place(library, modules);
            }
        }
    }

    private static void unpack(JarFile jar, Path folder) throws IOException, InterruptedException {
        for (JarEntry entry : Collections.list(jar.entries())) {
            if (entry.isDirectory()
                    || !(entry.getName().startsWith(FILES) || entry.getName().equals(MORE))) {
                continue;
            }
            Path file = folder.resolve(entry.getName());
            Files.createDirectories(file.getParent());
            try (InputStream in = jar.getInputStream(entry)) {
                Files.write(file, in.readAllBytes());
            }
        }
        int code = new ProcessBuilder(
                        "tar",
                        "-xzf",
                        folder.resolve(MORE).toString(),
                        "-C",
                        folder.resolve("META-INF").toString())
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("the types of %s cannot be unpacked".formatted(jar.getName()));
        }
    }

    /// `NAME/VERSION/…` becomes `NAME/…`; one library has a scope, which its jar leaves out.
    private static void place(Path library, Path modules) throws IOException {
        String name = library.getFileName().toString();
        Path target = modules.resolve(name.equals("reactive-element") ? "@lit/" + name : name);
        Files.createDirectories(target.getParent());
        try (Stream<Path> versions = Files.list(library)) {
            Files.move(versions.findFirst().orElseThrow(), target);
        }
    }
}
