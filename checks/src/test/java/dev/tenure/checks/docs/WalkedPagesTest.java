package dev.tenure.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.checks.golden.kubectl.FoundTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What pages of the documentation show is what happens: their commands are run in order and print what
/// stands there, and the tests, stories and sections that they name exist. Without any kubectl no command is
/// run.
final class WalkedPagesTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)(?:\\.(\\w+))?`");
    private static final Pattern STORY = Pattern.compile("`([a-z-]+)/run\\.sh: ([^`]+)`");
    private static final Pattern SECTION = Pattern.compile("\\]\\((?:[\\w./-]+\\.md)?#([\\w-]+)\\)");
    private static final Pattern CLAIM = Pattern.compile("\\| ([A-Z])(\\d+) \\| (.*) \\| (.*) \\|");

    @TempDir
    private Path folder;

    private static List<String> lines(String page) throws IOException {
        return Files.readAllLines(DOCS.resolve(page));
    }

    static List<String> pages() {
        List<String> always = List.of("admission.md", "admission-policies.md");
        return Boolean.getBoolean("tenure.full")
                ? Stream.concat(always.stream(), Stream.of("guides.md")).toList()
                : always;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyCommandPrintsWhatThePageShows(String page) throws IOException, InterruptedException {
        Optional<Path> kubectl = FoundTools.look().kubectls().entrySet().stream()
                .max(Comparator.comparingInt(
                        entry -> Integer.parseInt(entry.getKey().substring(2))))
                .map(Map.Entry::getValue);
        assumeTrue(kubectl.isPresent(), "there is no kubectl on this machine");
        List<PageBlocks.Block> blocks = PageBlocks.of(lines(page));
        assertThat(blocks).hasAtLeastOneElementOfType(PageBlocks.Block.Session.class);
        try (PageShell shell = PageShell.open(folder, kubectl.get())) {
            for (PageBlocks.Block block : blocks) {
                switch (block) {
                    case PageBlocks.Block.Manifest(String name, String text) -> shell.write(name, text);
                    case PageBlocks.Block.Session(List<PageBlocks.Command> commands) -> {
                        for (PageBlocks.Command command : commands) {
                            assertThat(shell.run(command))
                                    .as("%s: %s", page, command.text())
                                    .isEmpty();
                        }
                    }
                }
            }
        }
    }

    @Test
    void claimsAreNumberedAndEachIsShownBySomething() throws IOException {
        var numbers = new TreeSet<String>();
        String guide = "";
        int number = 0;
        for (String line : lines("guides.md")) {
            Matcher claim = CLAIM.matcher(line);
            if (claim.matches()) {
                number = claim.group(1).equals(guide) ? number + 1 : 1;
                guide = claim.group(1);
                numbers.add(guide);
                assertThat(claim.group(2)).as(line).isEqualTo(String.valueOf(number));
                String shown = claim.group(4);
                assertThat(TEST.matcher(shown).find()
                                || STORY.matcher(shown).find()
                                || SECTION.matcher(shown).find())
                        .as("what shows it: %s", line)
                        .isTrue();
            }
        }
        assertThat(numbers).as("guides").hasSize(5);
    }

    @Test
    void testsAndStoriesThatPagesNameExist() throws IOException {
        Map<String, String> tests = PageTests.read(Path.of(".."));
        var missing = new ArrayList<String>();
        for (String line : lines("guides.md")) {
            Matcher test = TEST.matcher(line);
            while (test.find()) {
                String source = tests.getOrDefault(test.group(1), "");
                boolean there =
                        test.group(2) == null ? !source.isEmpty() : source.contains("void " + test.group(2) + "(");
                if (!there) {
                    missing.add(test.group());
                }
            }
            Matcher story = STORY.matcher(line);
            while (story.find()) {
                Path script = EXAMPLES.resolve(story.group(1)).resolve("run.sh");
                if (!Files.exists(script) || !Files.readString(script).contains("tell \"" + story.group(2))) {
                    missing.add(story.group());
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void sectionsThatPagesNameExist() throws IOException {
        for (String page : List.of("admission.md", "admission-policies.md", "guides.md")) {
            List<String> there = anchors(page);
            for (String line : lines(page)) {
                Matcher section =
                        Pattern.compile("\\]\\(([\\w.-]+\\.md)?#([\\w-]+)\\)").matcher(line);
                while (section.find()) {
                    List<String> known = section.group(1) == null ? there : anchors(section.group(1));
                    assertThat(known).as("%s: %s", page, section.group()).contains(section.group(2));
                }
            }
        }
    }

    private static List<String> anchors(String page) throws IOException {
        try (Stream<String> headings = lines(page).stream().filter(line -> line.startsWith("#"))) {
            return headings.map(line -> line.replaceFirst("#+ ", "")
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\w -]", "")
                            .replace(' ', '-'))
                    .toList();
        }
    }
}
