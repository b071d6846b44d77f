package dev.tenure.checks.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The sources of all tests of the project, by the names of their classes.
final class PageTests {
    private PageTests() {}

    static Map<String, String> read(Path project) throws IOException {
        Map<String, String> sources = new HashMap<>();
        try (Stream<Path> rooms = Files.list(project)) {
            for (Path room : rooms.toList()) {
                Path tests = room.resolve("src/test/java");
                if (Files.isDirectory(tests)) {
                    for (Path file : files(tests)) {
                        String name = String.valueOf(file.getFileName());
                        sources.merge(name.replace(".java", ""), Files.readString(file), String::concat);
                    }
                }
            }
        }
        return sources;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith("Test.java")).toList();
        }
    }
}
