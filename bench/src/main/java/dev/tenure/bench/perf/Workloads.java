package dev.tenure.bench.perf;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/// All workloads, in the order of the table `workloads.csv`, which has their names and numbers; what a test
/// case does stands in [Cases] and [EventCases].
final class Workloads {
    private static final String TABLE = "workloads.csv";

    private Workloads() {}

    static List<Workload> all() {
        var cases = new HashMap<String, Cases.Steps>(Cases.all());
        cases.putAll(EventCases.all());
        return table().stream().map(line -> workload(line, cases)).toList();
    }

    private static Workload workload(String line, Map<String, Cases.Steps> cases) {
        String[] row = line.split(",", -1);
        Cases.Steps steps = Objects.requireNonNull(cases.get(row[1]), row[1]);
        OptionalInt threshold = row[3].isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(row[3]));
        return new Workload(row[0], row[1], row[2], threshold, steps.of(parameters(row[4])));
    }

    private static WorkloadParameters parameters(String text) {
        var values = new HashMap<String, Integer>();
        for (String one : text.split(" ", -1)) {
            int split = one.indexOf('=');
            values.put(one.substring(0, split), Integer.parseInt(one.substring(split + 1)));
        }
        return new WorkloadParameters(values);
    }

    /// The lines below the heading.
    private static List<String> table() {
        try (InputStream in = Objects.requireNonNull(Workloads.class.getResourceAsStream(TABLE), TABLE);
                var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines().skip(1).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(TABLE, e);
        }
    }
}
