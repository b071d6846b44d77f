package dev.tenure.checks.golden.kubectl;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The tools of others that some replays need, as far as this machine has them.
///
/// @param python a Python 3 with PyYAML
/// @param kubectls release, for example `1.30` → one kubectl of it
public record FoundTools(Optional<Path> python, Map<String, Path> kubectls) {
    private static final Pattern KUBECTL = Pattern.compile("kubectl([._-]?v?\\d+(\\.\\d+)*)?");
    private static final Pattern RELEASE = Pattern.compile("v(\\d+\\.\\d+)\\.");
    private static final List<String> USUAL_FOLDERS = List.of(
            "/usr/local/bin",
            "/usr/bin",
            "/opt/kubectl",
            "/opt/bin",
            "/usr/lib/google-cloud-sdk/bin",
            "/snap/bin",
            "/opt/homebrew/bin");

    public FoundTools {
        kubectls = Map.copyOf(kubectls);
    }

    /// Looks in PATH and the usual folders.
    public static FoundTools look() {
        List<Path> folders = folders();
        return new FoundTools(python(folders), kubectls(folders));
    }

    private static List<Path> folders() {
        var folders = new ArrayList<Path>();
        for (String folder :
                Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator)) {
            folders.add(Path.of(folder));
        }
        USUAL_FOLDERS.forEach(folder -> folders.add(Path.of(folder)));
        Path home = Path.of(System.getProperty("user.home"));
        folders.add(home.resolve("bin"));
        folders.add(home.resolve(".local/bin"));
        return folders.stream().distinct().filter(Files::isDirectory).toList();
    }

    private static Optional<Path> python(List<Path> folders) {
        for (String name : List.of("python3", "python")) {
            for (Path folder : folders) {
                Path python = folder.resolve(name);
                boolean fits = Files.isExecutable(python)
                        && output(List.of(
                                        python.toString(), "-c", "import sys, yaml; print(sys.version_info >= (3, 9))"))
                                .strip()
                                .equals("True");
                if (fits) {
                    return Optional.of(python);
                }
            }
        }
        return Optional.empty();
    }

    private static Map<String, Path> kubectls(List<Path> folders) {
        Map<String, Path> found = new TreeMap<>();
        for (Path folder : folders) {
            for (Path file : candidates(folder)) {
                release(file).ifPresent(release -> found.putIfAbsent(release, file));
            }
        }
        return found;
    }

    private static List<Path> candidates(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file ->
                            KUBECTL.matcher(file.getFileName().toString()).matches())
                    .filter(Files::isExecutable)
                    .sorted()
                    .toList();
        } catch (IOException _) {
            return List.of();
        }
    }

    private static Optional<String> release(Path kubectl) {
        String printed = output(List.of(kubectl.toString(), "version", "--client", "-o", "json"));
        try {
            JsonNode version = Json.read(printed.getBytes(StandardCharsets.UTF_8));
            Matcher release = RELEASE.matcher(
                    version.path("clientVersion").path("gitVersion").asText());
            return release.find() ? Optional.of(release.group(1)) : Optional.empty();
        } catch (JsonSyntaxException _) {
            return Optional.empty();
        }
    }

    private static String output(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException _) {
            return "";
        }
    }
}
