package dev.tenure.checks.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// In which locale the launcher starts the program: the JVM reads words and file names by it.
class LettersBeyondAsciiTest {
    private static String chosen(Map<String, String> set) throws IOException, InterruptedException {
        String script = "set -u; . '%s'; letters_beyond_ascii; echo \"${LC_ALL:-as it was}\""
                .formatted(Path.of("..", "build", "background.sh").toRealPath());
        var builder = new ProcessBuilder("bash", "-c", script).redirectError(Redirect.DISCARD);
        List.of("LC_ALL", "LC_CTYPE", "LANG").forEach(builder.environment()::remove);
        builder.environment().putAll(set);
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        return printed;
    }

    @Test
    void wherePlainAsciiWouldBeReadItIsUnicode() throws Exception {
        assertThat(chosen(Map.of())).isEqualTo("C.UTF-8");
        assertThat(chosen(Map.of("LANG", ""))).isEqualTo("C.UTF-8");
        assertThat(chosen(Map.of("LANG", "POSIX"))).isEqualTo("C.UTF-8");
        assertThat(chosen(Map.of("LANG", "de_DE.UTF-8", "LC_ALL", "C"))).isEqualTo("C.UTF-8");
    }

    @Test
    void whoHasChosenKeepsIt() throws Exception {
        assertThat(chosen(Map.of("LANG", "de_DE.UTF-8"))).isEqualTo("as it was");
        assertThat(chosen(Map.of("LANG", "C", "LC_CTYPE", "en_US.UTF-8"))).isEqualTo("as it was");
        assertThat(chosen(Map.of("LC_ALL", "de_DE.ISO-8859-1"))).isEqualTo("de_DE.ISO-8859-1");
    }
}
