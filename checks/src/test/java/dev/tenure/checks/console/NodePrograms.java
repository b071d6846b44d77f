package dev.tenure.checks.console;

import com.microsoft.playwright.impl.driver.Driver;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Programs of this machine that look at web pages: Node, which Playwright's driver brings where there is
/// none, and Chromium.
final class NodePrograms {
    private static final String NO_DOWNLOAD = "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD";
    private static final List<String> BROWSERS =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

    private NodePrograms() {}

    /// Node; empty for a machine for which there is none.
    static Optional<String> node() {
        Optional<Path> found = find("node");
        if (found.isPresent()) {
            return found.map(Path::toString);
        }
        try {
            Driver driver = Driver.ensureDriverInstalled(Map.of(NO_DOWNLOAD, "1"), false);
            return Optional.of(driver.createProcessBuilder().command().getFirst());
        } catch (RuntimeException _) {
            return Optional.empty();
        }
    }

    /// A browser that is installed.
    static Optional<Path> chromium() {
        return BROWSERS.stream().flatMap(name -> find(name).stream()).findFirst();
    }

    /// The environment of Playwright's driver: it downloads no browser.
    static Map<String, String> environment() {
        return find("node")
                .map(node -> Map.of(NO_DOWNLOAD, "1", Driver.PLAYWRIGHT_NODEJS_PATH, node.toString()))
                .orElse(Map.of(NO_DOWNLOAD, "1"));
    }

    private static Optional<Path> find(String program) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
