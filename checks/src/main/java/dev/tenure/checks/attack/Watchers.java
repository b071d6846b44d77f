package dev.tenure.checks.attack;

import java.io.IOException;

/// Watchers who stop reading, of a kind that changes much.
///
/// @param count of them
record Watchers(int count) implements Attack {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final int CHANGES = 12;
    private static final int CHANGE_BYTES = 1_000_000;
    private static final int END_MILLIS = 2_000;

    @Override
    public String name() {
        return count + " watchers that do not read";
    }

    @Override
    public Siege begin(Victim victim) throws IOException {
        var lines = new Lines().open(count, () -> {
            SecretLine line = SecretLine.openNarrow(victim);
            line.send(Bystanders.request("GET", MAPS + "?watch=1", victim.ann(), ""));
            return line;
        });
        for (int i = 0; i < CHANGES; i++) {
            try (SecretLine line = SecretLine.open(victim, "http/1.1")) {
                line.send(Bystanders.request("POST", MAPS, victim.ann(), """
                    {"apiVersion":"v1","kind":"ConfigMap","metadata":{"generateName":"large-"},"data":{"a":"%s"}}\
                    """.formatted("x".repeat(CHANGE_BYTES))));
                line.status();
            }
        }
        return new Siege() {
            @Override
            public Held held() {
                int ended = lines.ended(END_MILLIS);
                return new Held(ended == count, "%d of %d were cut off".formatted(ended, count));
            }

            @Override
            public void close() {
                lines.close();
            }
        };
    }
}
