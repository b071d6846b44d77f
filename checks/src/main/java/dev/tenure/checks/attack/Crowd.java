package dev.tenure.checks.attack;

import dev.tenure.runtime.io.Background;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/// Many clients of one user, each with a connection that stands, who ask as fast as they are answered.
///
/// @param clients how many
record Crowd(int clients) implements Attack {
    private static final int ANSWER_MILLIS = 30_000;
    private static final int TOO_MANY = 429;
    private static final Set<Integer> GOOD = Set.of(200, 201, TOO_MANY);

    @Override
    public String name() {
        return clients + " clients that list and write as fast as they can";
    }

    @Override
    public Siege begin(Victim victim) {
        var over = new AtomicBoolean();
        var lines = ConcurrentHashMap.<SecretLine>newKeySet();
        var answers = new ConcurrentHashMap<Integer, LongAdder>();
        var unadvised = new LongAdder();
        List<String> requests = new ArrayList<>();
        requests.add(Bystanders.request("GET", "/api/v1/namespaces/default/configmaps", victim.ann(), ""));
        requests.add(Bystanders.request(
                "POST", "/api/v1/namespaces/default/configmaps?dryRun=All", victim.ann(), """
                    {"apiVersion":"v1","kind":"ConfigMap","metadata":{"generateName":"crowd-"},"data":{"a":"%s"}}\
                    """.formatted(
                                "x".repeat(2_000))));
        var opened = new Lines().open(clients, () -> SecretLine.openWithin(victim, ANSWER_MILLIS));
        lines.addAll(opened.all());
        for (int i = 0; i < opened.all().size(); i++) {
            SecretLine line = opened.all().get(i);
            String request = requests.get(i % requests.size());
            Background.run("client", () -> {
                try {
                    while (!over.get()) {
                        line.send(request);
                        int status = line.status();
                        answers.computeIfAbsent(status, _ -> new LongAdder()).increment();
                        if (status == TOO_MANY && !line.hasHeader("Retry-After")) {
                            unadvised.increment();
                        }
                    }
                } catch (IOException _) {
                    answers.computeIfAbsent(0, _ -> new LongAdder()).increment();
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
