package dev.tenure.launch.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The script in real shells, with a program in the place of `tenure` that writes down what it is asked.
class CompletionScriptTest {
    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void writeScriptAndProgram() throws IOException {
        Files.writeString(folder.resolve("script"), CompletionScript.TEXT);
        Files.writeString(folder.resolve("fish.script"), CompletionScript.FISH);
        Path program = Files.writeString(folder.resolve("tenure"), """
            #!/bin/sh
            printf '<%s>' "$@" > "$(dirname "$0")/asked"
            cat "$(dirname "$0")/answer"
            """);
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    private String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    /// What bash would offer for a line whose end is the cursor.
    private List<String> offered(String line, String answer) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("answer"), answer);
        return run("bash", "-c", """
                        . ./script
                        COMP_WORDS=(./tenure) COMP_LINE=$1 COMP_POINT=${#1}
                        _tenure_bash
                        [ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\n' "${COMPREPLY[@]}"
                        """, "bash", line).lines().toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "./tenure pl | <__complete><pl>",
                "./tenure plan  drain | <__complete><plan><drain>",
                "'./tenure plan drain ' | <__complete><plan><drain><>",
                "./tenure status --output=j | <__complete><status><--output=j>",
            })
    void theProgramIsAskedForTheLastWord(String line, String asked) throws IOException, InterruptedException {
        offered(line, ":4");

        assertThat(folder.resolve("asked")).hasContent(asked);
    }

    @Test
    void whatBeginsAsTheWordDoesIsOffered() throws IOException, InterruptedException {
        assertThat(offered("./tenure plan dr", "drain\tAs kubectl drains.\nlose\n:4\n"))
                .containsExactly("drain");
        assertThat(offered("./tenure status --output=", "--output=json\n--output=text\n:4\n"))
                .containsExactly("json", "text");
        assertThat(offered("./tenure plan drain x", ":4\n")).isEmpty();
    }

    @Test
    void filesAreOfferedWhereTheProgramSaysSo() throws IOException, InterruptedException {
        assertThat(offered("./tenure lint -f scr", ":0\n")).containsExactly("script");
        assertThat(offered("./tenure lint --filename=scr", ":0\n")).containsExactly("script");
        assertThat(offered("./tenure lint -f scr", ":4\n")).isEmpty();
    }

    /// What belongs to the other shell is no fault.
    @Test
    void zshReadsIt() throws IOException, InterruptedException {
        assumeThereIs("zsh");

        assertThat(run("zsh", "-f", "-c", ". ./script; whence -w _tenure_zsh; print $_comps[tenure]"))
                .isEqualTo("_tenure_zsh: function\n_tenure_zsh\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "./tenure pl | plan:4 | <__complete><pl> | plan",
                "'./tenure plan drain ' | node-1	a node:4 | <__complete><plan><drain><> | node-1	a node",
                "./tenure status --output=j | --output=json:4 | <__complete><status><--output=j> | --output=json",
                "./tenure lint -f scrip | :0 | <__complete><lint><-f><scrip> | script",
                "./tenure lint --filename=scrip | :0 | <__complete><lint><--filename=scrip>" + " | --filename=script",
                "./tenure nothing x | :4 | <__complete><nothing><x> | ",
            })
    void fishOffersWhatTheProgramSays(String line, String answer, String asked, @Nullable String offered)
            throws IOException, InterruptedException {
        assumeThereIs("fish");
        Files.writeString(folder.resolve("answer"), answer.replace(":", "\n:") + "\n");

        String said = run("fish", "--no-config", "-c", "source ./fish.script; complete --do-complete $argv[1]", line);

        assertThat(said.lines()).containsExactlyInAnyOrder(offered == null ? new String[0] : offered.split(","));
        assertThat(folder.resolve("asked")).hasContent(asked);
    }

    private static void assumeThereIs(String shell) {
        boolean there = Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(each -> Files.isExecutable(Path.of(each, shell)));
        assumeTrue(there, "there is no " + shell);
    }
}
