package dev.tenure.checks.attack;

import dev.tenure.runtime.io.Background;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/// Many clients of one user, each with a connection that stands, who ask as fast as they are answered.
///
/// @param clients how many
record Crowd(int clients) implements Attack {
    private static final int ANSWER_MILLIS = 30_000;

    @Override
    public String name() {
        return clients + " clients that list and write as fast as they can";
    }

    @Override
    public Siege begin(Victim victim) {
        var over = new AtomicBoolean();
        var lines = ConcurrentHashMap.<SecretLine>newKeySet();
        var answers = new ConcurrentHashMap<Integer, LongAdder>();
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
                        answers.computeIfAbsent(line.status(), _ -> new LongAdder())
                                .increment();
                    }
                } catch (IOException _) {
                    answers.computeIfAbsent(0, _ -> new LongAdder()).increment();
                }
            });
        }
        return new Siege() {
            @Override
            public Held held() {
                return new Held(true, "answers by status: " + answers);
            }

            @Override
            public void close() {
                over.set(true);
                lines.forEach(SecretLine::close);
            }
        };
    }
}
