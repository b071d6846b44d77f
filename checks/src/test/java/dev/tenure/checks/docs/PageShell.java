package dev.tenure.checks.docs;

import dev.tenure.checks.examples.Launcher;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// A folder in which a page is played, with `tenure` and `kubectl` on the path and a data directory of its
/// own. What only looks is repeated until it prints what the page shows; what changes something is run once.
final class PageShell implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    private static final long MINUTES_MAX = 3;
    private static final Pattern LOOKS = Pattern.compile(
            "(kubectl|oc) (get|describe|wait|logs|auth|explain) .*|tenure (status|evictions|explain|lint|version)("
                    + " .*)?");

    private final Path folder;
    private final TimeSource time = new SystemTime();

    private PageShell(Path folder) {
        this.folder = folder;
    }

    static PageShell open(Path folder, Path kubectl) throws IOException {
        Path programs = Files.createDirectories(folder.resolve("bin"));
        Path tenure = Launcher.write(folder.resolve("real"));
        script(programs.resolve("tenure"), """
            if [ "$1" = up ]; then shift; set -- up "$@" --port 0; fi
            exec '%s' "$@"
            """.formatted(tenure));
        script(programs.resolve("kubectl"), "exec '%s' \"$@\"\n".formatted(kubectl));
        script(programs.resolve("oc"), "[ \"$1\" != adm ] || shift\nexec '%s' \"$@\"\n".formatted(kubectl));
        return new PageShell(folder);
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + text);
        if (!file.toFile().setExecutable(true)) {
            throw new IOException(file + " cannot be made executable");
        }
    }

    void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    /// @return empty when it printed what it should; else what it printed
    String run(PageBlocks.Command command) throws IOException, InterruptedException {
        boolean looks = LOOKS.matcher(command.text()).matches();
        Tick end = time.now().plus(PATIENCE);
        String printed = output(command.text());
        while (!PageOutput.matches(command.prints(), printed.lines().toList())) {
            if (!looks || time.now().isAfter(end)) {
                return "it should print\n%s\nand prints\n%s".formatted(String.join("\n", command.prints()), printed);
            }
            Pause.of(BETWEEN_LOOKS, time);
            printed = output(command.text());
        }
        return "";
    }

    private String output(String command) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        var builder = new ProcessBuilder("bash", "-c", command);
        builder.directory(folder.toFile());
        builder.environment().put("XDG_DATA_HOME", folder.resolve("data").toString());
        builder.environment()
                .put("KUBECONFIG", folder.resolve("data/tenure/kubeconfig").toString());
        builder.environment()
                .put("PATH", folder.resolve("bin") + ":" + builder.environment().get("PATH"));
        builder.redirectErrorStream(true).redirectOutput(output.toFile());
        Process process = builder.start();
        if (!process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)) {
            process.destroy();
        }
        return Files.readString(output, StandardCharsets.UTF_8);
    }

    /// Ends the cluster of a page that did not come to its end.
    @Override
    public void close() throws IOException {
        try {
            run(new PageBlocks.Command("tenure down", List.of("...")));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
