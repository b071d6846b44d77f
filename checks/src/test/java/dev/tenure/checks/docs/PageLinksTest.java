package dev.tenure.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What pages name is there: files they link to, tests they say pin something, classes they link by path.
final class PageLinksTest {
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]+)(#[\\w-]+)?\\)");
    private static final Pattern PAGE = Pattern.compile("`((?:docs|checks|examples|deploy|bench|build)/[\\w./-]+)`");
    /// A test, perhaps with a method, perhaps with only the beginning of its name: `SomeTest.e14…`.
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)(?:\\.(\\w+)(…)?)?`");

    /// The pages of the project, those of the recorded answers of upstream left out.
    private static List<Path> pages() throws IOException {
        try (Stream<Path> top = Files.list(PROJECT);
                Stream<Path> below = Files.walk(PROJECT.resolve("docs"))) {
            return Stream.concat(top, below)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(hit -> hit.group(1)).toList();
    }

    @Test
    void filesThatPagesLinkToExist() throws IOException {
        var missing = new TreeSet<String>();
        int links = 0;
        for (Path page : pages()) {
            String text = Files.readString(page);
            for (String link : found(LINK, text)) {
                links++;
                if (!Files.exists(page.resolveSibling(link))) {
                    missing.add("%s: %s".formatted(PROJECT.relativize(page), link));
                }
            }
            for (String path : found(PAGE, text)) {
                links++;
                if (!Files.exists(PROJECT.resolve(path))) {
                    missing.add("%s: %s".formatted(PROJECT.relativize(page), path));
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(links).as("links and paths looked at").isGreaterThan(50);
    }

    @Test
    void testsThatPagesNameExist() throws IOException {
        Map<String, String> tests = PageTests.read(PROJECT);
        var missing = new TreeSet<String>();
        int named = 0;
        for (Path page : pages()) {
            Matcher test = TEST.matcher(Files.readString(page));
            while (test.find()) {
                named++;
                if (!exists(tests.getOrDefault(test.group(1), ""), test)) {
                    missing.add("%s: %s".formatted(PROJECT.relativize(page), test.group()));
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(named).as("tests looked for").isGreaterThan(150);
    }

    private static boolean exists(String source, Matcher test) {
        String method = test.group(2);
        return !source.isEmpty()
                && (method == null || source.contains("void " + method + (test.group(3) == null ? "(" : "")));
    }

    @Test
    void everyPageIsReachedFromAnother() throws IOException {
        String all = pages().stream().map(PageLinksTest::text).collect(Collectors.joining("\n"));
        for (Path page : pages()) {
            String name = String.valueOf(page.getFileName());
            boolean top = PROJECT.equals(page.getParent());
            assertThat(top || all.contains(name) || name.equals("README.md"))
                    .as(name)
                    .isTrue();
        }
    }

    private static String text(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
