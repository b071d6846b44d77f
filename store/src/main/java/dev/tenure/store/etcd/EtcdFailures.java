package dev.tenure.store.etcd;

import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.etcd.EtcdOptions.Servers;
import dev.tenure.store.grpc.GrpcFailure;
import java.util.Map;
import java.util.TreeMap;

/// What etcd's refusals mean, in words that say what to do.
final class EtcdFailures {
    /// What the JDK's TLS says, and what that means here.
    private static final Map<String, String> CERTIFICATES = new TreeMap<>(Map.of(
            "certificate_required",
                    "it asks for a client certificate from its own authority: give --etcd-certfile and its --etcd-keyfile",
            "bad_certificate", "it does not accept the client certificate of --etcd-certfile",
            "unknown_ca", "it does not accept the client certificate of --etcd-certfile",
            "unable to find valid certification path", "nobody of --etcd-cafile vouches for its certificate",
            "No subject alternative", "its certificate is not for this address"));

    private static final String COMPACTED = "required revision has been compacted";
    private static final String NO_SPACE = "database space exceeded";
    private static final String TOO_LARGE = "request is too large";

    private EtcdFailures() {}

    /// A call failed that changed nothing.
    static StoreUnavailableException of(Servers servers, GrpcFailure e) {
        String message = message(servers, e);
        return isOfMember(e) && !isOfCertificates(e)
                ? StoreUnavailableException.passing(message, e)
                : new StoreUnavailableException(message, e);
    }

    /// A call failed that may have changed something.
    static StoreUnavailableException ofOrder(Servers servers, GrpcFailure e) {
        String message = message(servers, e);
        return isOfMember(e)
                ? StoreUnavailableException.unknown(message + "; whether the write was carried out is not known", e)
                : new StoreUnavailableException(message, e);
    }

    /// Whether somebody has to put a certificate right.
    private static boolean isOfCertificates(GrpcFailure e) {
        String text = rootText(e);
        return CERTIFICATES.keySet().stream().anyMatch(text::contains);
    }

    private static String message(Servers servers, GrpcFailure e) {
        String text = text(e);
        if (text.contains(NO_SPACE)) {
            return "etcd at %s has no space left (alarm NOSPACE) and takes no writes: compact and defragment it, then `etcdctl alarm disarm`"
                    .formatted(servers);
        }
        if (text.contains(TOO_LARGE)) {
            return "etcd at %s refuses a write that is too large (its --max-request-bytes): %s"
                    .formatted(servers, text);
        }
        return switch (e.code()) {
            case DEADLINE_EXCEEDED -> "etcd at %s does not answer in time".formatted(servers);
            case UNAVAILABLE -> "etcd at %s cannot be reached: %s".formatted(servers, reason(e));
            case UNAUTHENTICATED, PERMISSION_DENIED ->
                "etcd at %s does not let this client in: %s".formatted(servers, text);
            default -> "etcd at %s fails: %s".formatted(servers, text);
        };
    }

    /// Whether another member may do better.
    static boolean isOfMember(GrpcFailure e) {
        return switch (e.code()) {
            case UNAVAILABLE, DEADLINE_EXCEEDED, INTERNAL, CANCELLED, UNKNOWN -> true;
            default -> false;
        };
    }

    /// Whether a revision was asked for that etcd has forgotten.
    static boolean isCompacted(Throwable e) {
        return e instanceof GrpcFailure status
                ? text(status).contains(COMPACTED)
                : e.getCause() != null && isCompacted(e.getCause());
    }

    private static String rootText(Throwable e) {
        String text = e.getClass().getSimpleName();
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            // The one at the root says most, unless it says nothing.
            if (cause instanceof GrpcFailure status) {
                text = text(status);
            } else if (cause.getMessage() != null) {
                text = cause.getMessage().lines().findFirst().orElse(text);
            }
        }
        return text;
    }

    /// What a failure says, with its cause's words, which for certificates are the only useful ones.
    static String reason(Throwable e) {
        String text = rootText(e);
        return CERTIFICATES.entrySet().stream()
                .filter(known -> text.contains(known.getKey()))
                .findFirst()
                .map(known -> "%s (%s)".formatted(known.getValue(), text))
                .orElse(text);
    }

    private static String text(GrpcFailure e) {
        return e.getMessage();
    }
}
