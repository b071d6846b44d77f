package dev.tenure.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.launch.TenureMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.ParameterException;

/// Every command of Tenure that a page shows is one: its subcommands and flags exist and take what stands
/// there. None is run; [WalkedPagesTest] runs those of two pages.
final class DocumentedCommandsTest {
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
    private static final String FENCE = "```";
    private static final String PROMPT = "$ ";
    private static final Pattern TENURE = Pattern.compile("(?:\\./|kubectl )?tenure (.*)");
    /// Words, some of them in quotes.
    private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+");
    /// Stands in pages for words that are left out, alone or at the end of one.
    private static final String LEFT_OUT = "…";

    private record Shown(String page, String text) {}

    private static List<Path> pages() throws IOException {
        try (Stream<Path> top = Files.list(PROJECT);
                Stream<Path> below = Files.walk(PROJECT.resolve("docs"))) {
            return Stream.concat(top, below)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    private static List<Shown> commands() throws IOException {
        var shown = new ArrayList<Shown>();
        for (Path page : pages()) {
            String name = PROJECT.relativize(page).toString();
            for (List<String> block : blocks(Files.readString(page))) {
                boolean session = block.stream().anyMatch(line -> line.startsWith(PROMPT));
                block.stream()
                        .filter(line -> !session || line.startsWith(PROMPT))
                        .map(line -> session ? line.substring(PROMPT.length()) : line)
                        .flatMap(line ->
                                Stream.of(line.replaceFirst("\\s+#.*", "").split(" (?:&&|\\|) ")))
                        .forEach(command -> shown.add(new Shown(name, command.strip())));
            }
        }
        return shown;
    }

    /// The lines between fences, those that end with a backslash joined with the next.
    private static List<List<String>> blocks(String text) {
        var blocks = new ArrayList<List<String>>();
        var block = new ArrayList<String>();
        boolean inside = false;
        for (String line : text.replaceAll("\\\\\n\\s*", " ").split("\n")) {
            if (line.startsWith(FENCE)) {
                if (inside) {
                    blocks.add(List.copyOf(block));
                }
                block.clear();
                inside = !inside;
            } else if (inside) {
                block.add(line);
            }
        }
        return blocks;
    }

    private static List<String> words(String text) {
        return WORD.matcher(text)
                .results()
                .map(word -> word.group().replaceAll("['\"]", ""))
                .filter(word -> !word.equals(LEFT_OUT))
                .takeWhile(word -> !word.equals(">"))
                .toList();
    }

    @Test
    void everyCommandThatAPageShowsIsOne() throws IOException {
        var wrong = new TreeSet<String>();
        int looked = 0;
        for (Shown shown : commands()) {
            Matcher tenure = TENURE.matcher(shown.text());
            if (!tenure.matches()) {
                continue;
            }
            looked++;
            try {
                TenureMain.commandLine().parseArgs(words(tenure.group(1)).toArray(String[]::new));
            } catch (ParameterException e) {
                wrong.add("%s: %s: %s".formatted(shown.page(), shown.text(), e.getMessage()));
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(looked).as("commands looked at").isGreaterThan(50);
    }

    @Test
    void aCommandThatIsNoneIsFound() {
        assertThat(words("plan lose node 'a b' --out \"x y\" …"))
                .containsExactly("plan", "lose", "node", "a b", "--out", "x y");
        assertThat(parses("node stop node-2")).isTrue();
        assertThat(parses("node halt node-2")).isFalse();
        assertThat(parses("up --nods 3")).isFalse();
    }

    private static boolean parses(String text) {
        try {
            TenureMain.commandLine().parseArgs(words(text).toArray(String[]::new));
            return true;
        } catch (ParameterException _) {
            return false;
        }
    }
}
