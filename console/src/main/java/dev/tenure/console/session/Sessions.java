package dev.tenure.console.session;

import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Who has come in: a code opens one session, once; a session is known by a secret in a cookie and ends at
/// logout, or when nobody used it for twelve hours. At most [#SESSIONS_MAX] at a time, the oldest makes room.
/// Safe for use by several threads.
public final class Sessions {
    static final int SESSIONS_MAX = 32;
    private static final int CODES_MAX = 32;
    private static final int SECRET_BYTES = 32;
    private static final Duration IDLE_MAX = Duration.ofHours(12);
    private static final Duration CODE_LIFE = Duration.ofMinutes(15);

    private final TimeSource time;
    private final SecureRandom random;
    private final Map<String, Tick> codes = new ConcurrentHashMap<>();
    private final Map<String, Session> open = new ConcurrentHashMap<>();

    /// One browser that was let in.
    ///
    /// @param csrf what its changes must carry; scripts of other origins cannot read it
    record Session(String csrf, Tick used) {
        @Override
        public String toString() {
            return "Session[…]";
        }
    }

    public Sessions(TimeSource time, SecureRandom random) {
        this.time = time;
        this.random = random;
    }

    /// A code that opens a session within the next quarter of an hour, once.
    public String code() {
        if (codes.size() >= CODES_MAX) {
            codes.clear();
        }
        String code = secret();
        codes.put(code, time.now().plus(CODE_LIFE));
        return code;
    }

    /// Uses a code up.
    ///
    /// @return the secret of the new session; empty when the code is unknown, old or was used
    Optional<String> open(String code) {
        Tick end = codes.remove(code);
        if (end == null || time.now().isAfter(end)) {
            return Optional.empty();
        }
        if (open.size() >= SESSIONS_MAX) {
            open.entrySet().stream()
                    .min(Comparator.comparing(entry -> entry.getValue().used()))
                    .ifPresent(oldest -> open.remove(oldest.getKey()));
        }
        String secret = secret();
        open.put(secret, new Session(secret(), time.now()));
        return Optional.of(secret);
    }

    /// The session with that secret, if it is open; it is used by that.
    Optional<Session> find(String secret) {
        return Optional.ofNullable(open.computeIfPresent(secret, (_, session) -> {
            boolean idle = time.now().since(session.used()).compareTo(IDLE_MAX) > 0;
            return idle ? null : new Session(session.csrf(), time.now());
        }));
    }

    /// Whether that session is open, which does not use it.
    boolean isOpen(String secret) {
        Session session = open.get(secret);
        return session != null && time.now().since(session.used()).compareTo(IDLE_MAX) <= 0;
    }

    void close(String secret) {
        open.remove(secret);
    }

    private String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
