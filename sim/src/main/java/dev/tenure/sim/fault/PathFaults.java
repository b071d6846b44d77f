package dev.tenure.sim.fault;

import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Status;
import dev.tenure.sim.fault.Fault.Mishap;
import dev.tenure.sim.world.Component;
import dev.tenure.sim.world.FaultyEndpoint;
import dev.tenure.sim.world.Interference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// The faults that are on the way of one component at this moment. Each request meets the eldest that
/// has something for it. Confined to the thread of its world.
final class PathFaults {
    private static final Interference NOTHING = new Interference.None();
    private static final Status TIMEOUT =
            new Status(504, "Timeout", "the server did not answer in time", Optional.empty());

    /// One fault on the way.
    interface OnTheWay {
        /// What the request meets, [Interference.None] if nothing.
        Interference meet(ApiRequest request);
    }

    private final FaultyEndpoint path;
    private final List<OnTheWay> standing = new ArrayList<>();

    PathFaults(FaultyEndpoint path) {
        this.path = path;
    }

    /// Puts a fault on the way.
    OnTheWay add(OnTheWay fault) {
        standing.add(fault);
        path.interfere(this::meet);
        return fault;
    }

    void remove(OnTheWay fault) {
        standing.remove(fault);
    }

    private Interference meet(ApiRequest request) {
        for (OnTheWay fault : List.copyOf(standing)) {
            Interference met = fault.meet(request);
            if (!(met instanceof Interference.None)) {
                return met;
            }
        }
        return NOTHING;
    }

    /// A share of all requests.
    static OnTheWay share(Mishap how, double share, SplittableRandom random) {
        return request -> random.nextDouble() < share ? interference(how, request) : NOTHING;
    }

    private static Interference interference(Mishap how, ApiRequest request) {
        return switch (how) {
            case ERROR -> refused(500, "InternalError", "something broke");
            case UNAVAILABLE -> refused(503, "ServiceUnavailable", "the server is away");
            case THROTTLED -> refused(429, "TooManyRequests", "too many requests, please try again later");
            case CONFLICT ->
                writes(request) && request.verb() != Verb.CREATE
                        ? refused(409, "Conflict", "the object has been modified")
                        : NOTHING;
            case ANSWER_LOST -> new Interference.AnswerLost(TIMEOUT);
        };
    }

    private static Interference refused(int code, String reason, String message) {
        return new Interference.Refused(new Status(code, reason, message, Optional.empty()));
    }

    static boolean writes(ApiRequest request) {
        return switch (request.verb()) {
            case GET, LIST, WATCH -> false;
            case CREATE, UPDATE, PATCH, DELETE, DELETE_COLLECTION -> true;
        };
    }

    /// What a node reports of itself is lost.
    static OnTheWay heartbeatsLost(String node) {
        return request -> reports(request, node) ? new Interference.Refused(TIMEOUT) : NOTHING;
    }

    /// What a node reports of itself comes late.
    static OnTheWay heartbeatsLate(String node, Duration by) {
        return request -> reports(request, node) ? new Interference.Late(TIMEOUT, by) : NOTHING;
    }

    private static boolean reports(ApiRequest request, String node) {
        String resource = request.target().resource();
        return writes(request)
                && request.target().name().equals(node)
                && (resource.equals("leases") || resource.equals("nodes"));
    }

    /// The sender dies at one of its writes; what nodes report of themselves does not count.
    static OnTheWay death(Component component, int number, boolean carriedOut) {
        return new OnTheWay() {
            private int left = number;

            @Override
            public Interference meet(ApiRequest request) {
                boolean report = component == Component.KUBELETS
                        && reports(request, request.target().name());
                boolean counts = writes(request) && !report;
                if (!counts || left <= 0) {
                    return NOTHING;
                }
                left--;
                return left == 0 ? new Interference.SenderDies(carriedOut) : NOTHING;
            }
        };
    }
}
