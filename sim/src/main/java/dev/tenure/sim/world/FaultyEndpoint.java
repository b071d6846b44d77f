package dev.tenure.sim.world;

import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.loop.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The way to an API server, on which requests can be made to fail and watches to lag. Confined to the
/// thread of its world.
public final class FaultyEndpoint implements ApiEndpoint {
    private static final Status DIED = new Status(0, "SenderDied", "nobody is left to hear this", Optional.empty());
    private static final Interference NOTHING = new Interference.None();

    private final ApiEndpoint server;
    private final EventLoop loop;
    private final Runnable onDeath;
    private final List<LaggingCursor> cursors = new ArrayList<>();
    private Function<ApiRequest, Interference> fault = _ -> NOTHING;
    private Duration watchLag = Duration.ZERO;
    private long watches;

    /// @param loop carries what arrives late
    /// @param onDeath ends the process that sends
    FaultyEndpoint(ApiEndpoint server, EventLoop loop, Runnable onDeath) {
        this.server = server;
        this.loop = loop;
        this.onDeath = onDeath;
    }

    /// From now on, requests for which `chosen` has an answer get that answer and do not reach the
    /// server.
    public void failWhere(Function<ApiRequest, Optional<Status>> chosen) {
        fault = request -> chosen.apply(request)
                .<Interference>map(Interference.Refused::new)
                .orElse(NOTHING);
    }

    /// From now on, each request meets the interference that `chosen` has for it.
    public void interfere(Function<ApiRequest, Interference> chosen) {
        fault = chosen;
    }

    /// From now on, what watches have to tell waits so long. Those under way are meant too.
    public void lagWatches(Duration lag) {
        watchLag = lag;
    }

    /// Ends all watches that are under way; each watcher finds out when it next looks.
    public void breakWatches() {
        cursors.forEach(LaggingCursor::breakOff);
        cursors.clear();
    }

    /// Every request reaches the server again, and watches are prompt.
    public void heal() {
        fault = _ -> NOTHING;
        watchLag = Duration.ZERO;
    }

    @Override
    public ApiReply call(ApiRequest request) {
        return switch (fault.apply(request)) {
            case Interference.None _ -> server.call(request);
            case Interference.Refused(Status status) -> failure(status);
            case Interference.AnswerLost(Status status) -> {
                server.call(request);
                yield failure(status);
            }
            case Interference.Late(Status status, Duration by) -> {
                String name = "late-" + request.target().resource() + "-"
                        + request.target().name();
                loop.alarm(name, loop.time().now().plus(by), () -> server.call(request));
                yield failure(status);
            }
            case Interference.SenderDies(boolean carriedOut) -> {
                if (carriedOut) {
                    server.call(request);
                }
                onDeath.run();
                yield failure(DIED);
            }
        };
    }

    private static ApiReply failure(Status status) {
        return new ApiReply.Failure(status, List.of());
    }

    @Override
    public WatchReply watch(ApiRequest request) {
        Status refusal = switch (fault.apply(request)) {
            case Interference.None _ -> null;
            case Interference.Refused(Status status) -> status;
            case Interference.AnswerLost(Status status) -> status;
            case Interference.Late(Status status, var _) -> status;
            case Interference.SenderDies _ -> null;
        };
        if (refusal != null) {
            return new WatchReply.Refused(refusal);
        }
        return switch (server.watch(request)) {
            case WatchReply.Started(var type, var cursor) -> {
                var lagging = new LaggingCursor(cursor, loop, () -> watchLag, "watch-" + watches++);
                cursors.removeIf(LaggingCursor::closed);
                cursors.add(lagging);
                yield new WatchReply.Started(type, lagging);
            }
            case WatchReply.Refused refused -> refused;
        };
    }
}
