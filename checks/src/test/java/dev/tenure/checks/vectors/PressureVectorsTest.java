package dev.tenure.checks.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every numbered vector of node-pressure eviction is a test with that number in its name: `k4…`,
/// `f10AndF11…`, `p9ToP31…`.
final class PressureVectorsTest {
    private static final Map<String, Integer> VECTORS = Map.ofEntries(
            Map.entry("P", 41),
            Map.entry("Q", 14),
            Map.entry("F", 12),
            Map.entry("M", 20),
            Map.entry("S", 18),
            Map.entry("R", 20),
            Map.entry("E", 13),
            Map.entry("L", 10),
            Map.entry("A", 14),
            Map.entry("O", 21),
            Map.entry("G", 8),
            Map.entry("N", 5),
            Map.entry("K", 8));

    private static final List<Path> TESTS = Stream.of("kubelet", "node", "simnodes", "sim", "launch")
            .map(room -> Path.of("..", room, "src", "test", "java"))
            .toList();
    private static final Pattern METHOD =
            Pattern.compile("@(?:Parameterized)?Test\\b(?:(?!@Test|@Param)[\\s\\S])*?void (\\w+)\\(");
    private static final Pattern NUMBERS = Pattern.compile("^(?:And)?([A-Z])(\\d+)(?:To\\1(\\d+))?(?=[A-Z]|$)");

    @Test
    void everyVectorIsATestNamedByItsNumber() throws IOException {
        Map<String, Set<Integer>> named = new TreeMap<>();
        for (Path folder : TESTS) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(path -> path.toString().endsWith("Test.java"))
                        .toList()) {
                    Matcher method = METHOD.matcher(Files.readString(file));
                    while (method.find()) {
                        collect(method.group(1), named);
                    }
                }
            }
        }
        var missing = new TreeSet<String>();
        VECTORS.forEach((letter, count) -> {
            for (int number = 1; number <= count; number++) {
                if (!named.getOrDefault(letter, new TreeSet<>()).contains(number)) {
                    missing.add(letter + number);
                }
            }
        });
        assertThat(missing).isEmpty();
    }

    private static void collect(String method, Map<String, Set<Integer>> named) {
        String rest = method.substring(0, 1).toUpperCase(Locale.ROOT) + method.substring(1);
        Matcher matcher = NUMBERS.matcher(rest);
        while (matcher.find()) {
            String letter = matcher.group(1);
            int from = Integer.parseInt(matcher.group(2));
            int to = matcher.group(3) == null ? from : Integer.parseInt(matcher.group(3));
            for (int number = from; number <= to; number++) {
                named.computeIfAbsent(letter, _ -> new TreeSet<>()).add(number);
            }
            rest = rest.substring(matcher.end());
            matcher = NUMBERS.matcher(rest);
        }
    }
}
