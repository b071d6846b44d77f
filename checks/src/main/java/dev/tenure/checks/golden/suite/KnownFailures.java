package dev.tenure.checks.golden.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The recorded cases of one suite that do not pass yet, by name. The list can only shrink: a case outside
/// it that fails has broken, one inside it that passes must leave it.
///
/// @param names in order of name
public record KnownFailures(String suite, Set<String> names) {
    public KnownFailures {
        names = Set.copyOf(names);
    }

    public static KnownFailures read(Path folder, String suite) throws IOException {
        Path file = file(folder, suite);
        if (!Files.exists(file)) {
            return new KnownFailures(suite, Set.of());
        }
        var names = new TreeSet<String>();
        for (String line : Files.readAllLines(file)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                names.add(line.strip());
            }
        }
        return new KnownFailures(suite, names);
    }

    public static KnownFailures of(SuiteResult result) {
        var names = new TreeSet<String>();
        result.failures().forEach(failure -> names.add(failure.name()));
        return new KnownFailures(result.suite(), names);
    }

    public void write(Path folder) throws IOException {
        Path file = file(folder, suite);
        if (names.isEmpty()) {
            Files.deleteIfExists(file);
            return;
        }
        var lines = new ArrayList<String>();
        lines.add("# Recorded cases of suite %s that do not pass yet. Rewritten by ./check known; it only ever shrinks."
                .formatted(suite));
        lines.addAll(new TreeSet<>(names));
        Files.createDirectories(folder);
        Files.write(file, lines);
    }

    /// What the build has to complain about.
    public List<String> complaints(SuiteResult result) {
        Map<String, CaseResult> byName = new HashMap<>();
        result.cases().forEach(one -> byName.put(one.name(), one));
        var complaints = new ArrayList<String>();
        for (CaseResult one : result.cases()) {
            if (!one.ok() && !names.contains(one.name())) {
                complaints.add(
                        "broken: %s: %s".formatted(one.name(), one.difference().orElse("")));
            }
        }
        for (String name : new TreeSet<>(names)) {
            CaseResult one = byName.get(name);
            if (one == null && result.skipped().isEmpty()) {
                complaints.add("listed as not passing, but there is no such case (run ./check known): " + name);
            } else if (one != null && one.ok()) {
                complaints.add("listed as not passing, but it passes (run ./check known): " + name);
            }
        }
        return complaints;
    }

    private static Path file(Path folder, String suite) {
        return folder.resolve(suite + ".txt");
    }
}
