package dev.tenure.console.session;

import dev.tenure.console.session.ConsoleAnswers.Visit;
import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.runtime.http.Conversation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The console on the socket of an API server: every request carries an identity of the API, so there are no
/// codes, no cookies and no sessions. A browser shows a client certificate by itself, whoever makes it send a
/// request; so changes must carry a token here too, which is the caller's for as long as the process lives.
/// Safe for use by several threads.
public final class CallerConsole {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    private final ConsoleAnswers answers = new ConsoleAnswers(Assets.read());
    private final SecretKeySpec key;

    public CallerConsole(SecureRandom random) {
        byte[] secret = new byte[KEY_BYTES];
        random.nextBytes(secret);
        key = new SecretKeySpec(secret, ALGORITHM);
    }

    /// Answers a request to `/console` or below.
    ///
    /// @param viewer with the caller's rights
    /// @param wanted whether a stream of events may go on
    public void answer(Conversation talk, Viewer viewer, BooleanSupplier wanted) throws IOException {
        ConsoleAnswers.headers(talk);
        Optional<ConsoleFault> refused = ConsoleAnswers.foreign(talk, "https://" + talk.host());
        String path = talk.path();
        if (refused.isPresent()) {
            ConsoleAnswers.fault(talk, refused.get());
        } else if (ConsoleAnswers.isApi(path)) {
            answers.api(talk, new Visit(viewer, token(viewer.identity().user()), false, wanted));
        } else if (ConsoleAnswers.isAsset(path)) {
            answers.asset(talk);
        } else {
            answers.page(talk);
        }
    }

    private String token(String user) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return HexFormat.of().formatHex(mac.doFinal(user.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no " + ALGORITHM, e);
        }
    }
}
