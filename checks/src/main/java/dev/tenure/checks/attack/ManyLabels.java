package dev.tenure.checks.attack;

import java.io.IOException;

/// Requests whose verbs, groups, versions, resources and paths are all different.
///
/// @param count of requests
record ManyLabels(int count) implements Attack {
    private static final int GROWTH_BYTES_MAX = 64 * 1024;

    @Override
    public String name() {
        return count + " requests for things that do not exist";
    }

    @Override
    public Siege begin(Victim victim) throws IOException {
        int before = metrics(victim);
        try (SecretLine line = SecretLine.open(victim, "http/1.1")) {
            for (int i = 0; i < count; i++) {
                String path = "/apis/g%d/v%d/namespaces/n%d/r%d/x/s%d".formatted(i, i, i, i, i);
                String method = i % 3 == 0 ? "M" + i : "GET";
                line.send(Bystanders.request(method, path, i % 2 == 0 ? victim.ann() : "", ""));
                line.status();
            }
        }
        int after = metrics(victim);
        return new Siege() {
            @Override
            public Held held() {
                return new Held(
                        after - before < GROWTH_BYTES_MAX,
                        "/metrics went from %d to %d bytes".formatted(before, after));
            }

            @Override
            public void close() {}
        };
    }

    private static int metrics(Victim victim) throws IOException {
        try (SecretLine line = SecretLine.open(victim, "http/1.1")) {
            line.send(Bystanders.request("GET", "/metrics", victim.admin(), ""));
            return line.length();
        }
    }
}
