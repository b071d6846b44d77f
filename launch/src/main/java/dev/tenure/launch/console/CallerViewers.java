package dev.tenure.launch.console;

import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.http.HttpServer.CallerSite;
import dev.tenure.apiserver.http.page.ComponentPages;
import dev.tenure.client.ClusterClient;
import dev.tenure.console.follow.FollowedCluster;
import dev.tenure.console.session.CallerConsole;
import dev.tenure.console.viewer.Forecaster;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.launch.memory.Headroom;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.http.Conversation;
import dev.tenure.runtime.io.MadeOnce;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The console on the API server's own socket: one viewer for each caller, with that caller's rights. A
/// viewer follows nodes and pods as long as somebody looks. Nothing of it is there before the first visit.
/// Safe for use by several threads.
public final class CallerViewers implements CallerSite, AutoCloseable {
    private static final int VIEWERS_MAX = 16;
    private static final int WORKERS_MAX = 16;
    private static final Duration IDLE_MAX = Duration.ofMinutes(5);
    private static final Duration REST = Duration.ofMillis(5);
    private static final String KUBECTL = "kubectl";
    /// Whose pods are shown to who may not list those of all.
    private static final String NAMESPACE = "default";

    private final ApiServer server;
    private final ComponentPages components;
    private final TimeSource time;
    private final MadeOnce<Rooms> rooms;
    private final Forecaster forecaster;
    private final Map<Caller, Seat> seats = new ConcurrentHashMap<>();

    /// What all viewers share.
    private record Rooms(CallerConsole console, ThreadedLoop loop) {}

    /// A caller who looks, and when that was last seen.
    private record Seat(Viewer viewer, Tick used) {
        private Seat at(Tick now) {
            return new Seat(viewer, now);
        }
    }

    /// @param faults notified of what nobody foresaw
    public CallerViewers(
            ApiServer server, ComponentPages components, TimeSource time, SecureRandom random, FaultReporter faults) {
        this.server = server;
        this.components = components;
        this.time = time;
        this.forecaster = new Forecaster(time, Headroom::holdsHere);
        this.rooms = new MadeOnce<>(() ->
                new Rooms(new CallerConsole(random), new ThreadedLoop("console", time, WORKERS_MAX, faults, REST)));
    }

    @Override
    public void answer(Conversation talk, Caller caller) throws IOException {
        Caller known = new Caller(caller.user(), caller.uid(), caller.groups(), caller.extra(), "tenure-console");
        Seat seat = seats.compute(
                known, (_, taken) -> taken == null ? new Seat(viewer(known, talk), time.now()) : taken.at(time.now()));
        makeRoom(known);
        rooms.get().console().answer(talk, seat.viewer(), () -> isSeated(known));
    }

    /// Whether a caller's viewer is still there; one who listens to it looks.
    private boolean isSeated(Caller caller) {
        return seats.computeIfPresent(caller, (_, seat) -> seat.at(time.now())) != null;
    }

    private Viewer viewer(Caller caller, Conversation talk) {
        var client = new ClusterClient(server, caller);
        var copy = new FollowedCluster(rooms.get().loop(), client, FollowedCluster.namespaceFor(client, NAMESPACE));
        copy.start();
        var identity = new Viewer.Identity(caller.user(), "https://" + talk.host(), KUBECTL);
        var pages = new CallerPages(components, server.authorizer(), caller);
        return new Viewer(client, copy, pages, time, forecaster, identity);
    }

    /// Ends the viewers of whom nobody looks any more, and those who looked longest ago when there are too
    /// many.
    private void makeRoom(Caller visitor) {
        Tick now = time.now();
        seats.forEach((caller, seat) -> {
            if (now.since(seat.used()).compareTo(IDLE_MAX) > 0) {
                leave(caller);
            }
        });
        while (seats.size() > VIEWERS_MAX) {
            Optional<Caller> oldest = seats.entrySet().stream()
                    .filter(seat -> !seat.getKey().equals(visitor))
                    .min(Comparator.comparing(seat -> seat.getValue().used()))
                    .map(Map.Entry::getKey);
            if (oldest.isEmpty()) {
                return;
            }
            leave(oldest.get());
        }
    }

    private void leave(Caller caller) {
        Seat seat = seats.remove(caller);
        if (seat != null) {
            seat.viewer().copy().stop();
        }
    }

    @Override
    public void close() {
        seats.keySet().forEach(this::leave);
        rooms.known().ifPresent(all -> all.loop().close());
    }
}
