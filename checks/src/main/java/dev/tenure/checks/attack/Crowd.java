package dev.tenure.checks.attack;

import dev.tenure.runtime.io.Background;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/// Many clients of one user, each with a connection that stands, who ask as fast as they are answered: one
/// half lists ConfigMaps, the other writes them.
///
/// @param clients how many
record Crowd(int clients, Writes writes) implements Attack {
    private static final int ANSWER_MILLIS = 30_000;
    private static final int CREATED = 201;
    private static final int TOO_MANY = 429;
    private static final Set<Integer> GOOD = Set.of(200, CREATED, TOO_MANY);
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final int DRY_BYTES = 2_000;
    private static final int KEPT_BYTES = 500;

    enum Writes {
        /// New objects, of which none is kept.
        DRY,
        /// Each writer changes an object of its own, again and again.
        KEPT
    }

    @Override
    public String name() {
        return clients + " clients that list and write as fast as they can";
    }

    /// What one client asks next.
    @FunctionalInterface
    private interface Asking {
        String next();
    }

    private Asking client(Victim victim, int number) {
        if (number % 2 == 0) {
            String list = Bystanders.request("GET", MAPS, victim.ann(), "");
            return () -> list;
        }
        return switch (writes) {
            case DRY -> {
                String body = map("\"generateName\":\"crowd-\"", "x".repeat(DRY_BYTES));
                String write = Bystanders.request("POST", MAPS + "?dryRun=All", victim.ann(), body);
                yield () -> write;
            }
            case KEPT -> {
                var serial = new LongAdder();
                yield () -> {
                    serial.increment();
                    String body = map("\"name\":\"%s\"".formatted(own(number)), serial + "x".repeat(KEPT_BYTES));
                    return Bystanders.request("PUT", MAPS + "/" + own(number), victim.ann(), body);
                };
            }
        };
    }

    private static String own(int number) {
        return "crowd-" + number;
    }

    private static String map(String name, String value) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{%s},\"data\":{\"a\":\"%s\"}}"
                .formatted(name, value);
    }

    private void makeOwnObjects(Victim victim) throws IOException {
        try (SecretLine line = SecretLine.open(victim, "http/1.1")) {
            for (int number = 1; number < clients; number += 2) {
                String body = map("\"name\":\"%s\"".formatted(own(number)), "");
                line.send(Bystanders.request("POST", MAPS, victim.admin(), body));
                int status = line.status();
                if (status != CREATED) {
                    throw new IOException("an object of the crowd is not made: " + status);
                }
            }
        }
    }

    @Override
    public Siege begin(Victim victim) throws IOException {
        if (writes == Writes.KEPT) {
            makeOwnObjects(victim);
        }
        var over = new AtomicBoolean();
        var answers = new ConcurrentHashMap<Integer, LongAdder>();
        var unadvised = new LongAdder();
        List<SecretLine> lines = new Lines()
                .open(clients, () -> SecretLine.openWithin(victim, ANSWER_MILLIS))
                .all();
        for (int i = 0; i < lines.size(); i++) {
            SecretLine line = lines.get(i);
            Asking client = client(victim, i);
            Background.run("client", () -> {
                try {
                    while (!over.get()) {
                        line.send(client.next());
                        int status = line.statusOfWhole();
                        answers.computeIfAbsent(status, _ -> new LongAdder()).increment();
                        if (status == TOO_MANY && !line.hasHeader("Retry-After")) {
                            unadvised.increment();
                        }
                    }
                } catch (IOException _) {
                    if (!over.get()) {
                        answers.computeIfAbsent(0, _ -> new LongAdder()).increment();
                    }
                }
            });
        }
        return new Siege() {
            @Override
            public Held held() {
                boolean known = GOOD.containsAll(answers.keySet());
                return new Held(
                        known && unadvised.sum() == 0,
                        "answers by status: %s, %d of 429 without Retry-After".formatted(answers, unadvised.sum()));
            }

            @Override
            public void close() {
                over.set(true);
                lines.forEach(SecretLine::close);
            }
        };
    }
}
