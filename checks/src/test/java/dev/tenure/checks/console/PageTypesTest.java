package dev.tenure.checks.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The console's TypeScript, which is bundled without a look at its types, passes the TypeScript compiler.
final class PageTypesTest {
    private static final Path SOURCES = Path.of("..", "console", "src", "main", "web");

    @TempDir
    private Path folder;

    private String node = "";

    @BeforeEach
    void layOut() throws IOException, InterruptedException {
        Optional<String> found = NodePrograms.node();
        assumeTrue(found.isPresent(), "there is no Node for this machine, on the PATH or in Playwright's driver");
        node = found.orElseThrow();
        WebLibraries.write(folder);
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve("web").resolve(SOURCES.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    private String compile() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        node,
                        folder.resolve("node_modules/typescript/lib/_tsc.js").toString(),
                        "-p",
                        folder.resolve("web").toString(),
                        "--pretty",
                        "false")
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + "\n" + printed;
    }

    @Test
    void thePagesHaveNoFaultInTheirTypesAndOneWouldBeFound() throws IOException, InterruptedException {
        assertThat(compile()).isEqualTo("0\n");
        Files.writeString(folder.resolve("web/wrong.ts"), """
            import { plural } from './words';
            import { html } from 'lit';
            export const one: number = plural('two', 'node');
            export const two: number = html``;
            """);
        assertThat(compile())
                .contains("wrong.ts(3,14): error TS2322")
                .contains("wrong.ts(3,35): error TS2345")
                .contains("wrong.ts(4,14): error TS2322");
    }
}
