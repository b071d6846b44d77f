package dev.tenure.checks.attack;

/// Requests of HTTP/1.1 that arrive together with the end of the TLS handshake and then hold on: POSTs of a
/// stranger that send one byte of their body, or watches of a kind that nobody changes.
///
/// @param count of connections
record EarlyRequests(Kind kind, int count) implements Attack {
    enum Kind {
        ANONYMOUS_POSTS("requests with half a body, sent with the handshake", 2_000),
        WATCHES("quiet watches over HTTP/1.1, sent with the handshake", 1);

        private final String words;
        /// How long to wait for the end of each: of those that are to be held an end that has come is found
        /// at once.
        private final int endMillis;

        Kind(String words, int endMillis) {
            this.words = words;
            this.endMillis = endMillis;
        }
    }

    @Override
    public String name() {
        return count + " " + kind.words;
    }

    @Override
    public Siege begin(Victim victim) {
        String first = switch (kind) {
            case ANONYMOUS_POSTS ->
                "POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: localhost\r\n"
                        + "Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{";
            case WATCHES -> Bystanders.request("GET", "/api/v1/persistentvolumes?watch=1", victim.ann(), "");
        };
        var lines = new Lines().open(count, () -> SecretLine.openSaying(victim, first));
        return new Siege() {
            @Override
            public Held held() {
                int gone = lines.ended(kind.endMillis) + lines.refused();
                boolean wanted = kind == Kind.WATCHES;
                return new Held(wanted == (gone == 0), "%d of %d were ended".formatted(gone, count));
            }

            @Override
            public void close() {
                lines.close();
            }
        };
    }
}
