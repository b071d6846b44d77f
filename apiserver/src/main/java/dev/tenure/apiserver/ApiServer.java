package dev.tenure.apiserver;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.aggregation.Aggregator;
import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.authz.Refusals;
import dev.tenure.apiserver.flowcontrol.FlowPlan;
import dev.tenure.apiserver.handler.Handlers;
import dev.tenure.apiserver.handler.Routes;
import dev.tenure.apiserver.handler.SpecialHandler;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.Subresource;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.UnreadableException;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.store.ExpiredException;
import dev.tenure.store.OverloadedException;
import dev.tenure.store.Store;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.patch.PatchException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/// The API server without any transport: authorises each request, finds its kind, and hands it to the
/// handler. Immutable; safe for use by several threads.
public final class ApiServer implements ApiEndpoint {
    private static final Pattern REVISION = Pattern.compile("[0-9]{1,18}");
    /// When to try again what a store could not do for a moment.
    private static final int RETRY_SECONDS = 1;

    private static final String COMPONENT = "apiserver";

    /// What is longer is hard work. Few objects are: a pod has some three to ten thousand bytes, a node of a
    /// few hundred pods not many more. Of expressions, whose bytes cost most, so many take a tenth of a
    /// second.
    private static final int HARD_BYTES = 16 * 1024;

    /// Where this server keeps its files is nobody else's business.
    private static final Pattern FOLDERS = Pattern.compile("(?:/[^/:]*)+/");

    private final Published<KindTable> kinds;
    private final Handlers handlers;
    private final Authorizer authorizer;
    private final Map<String, SpecialHandler> special;
    private final Store store;
    private final Aggregator aggregator;
    private final Published<FlowPlan> flows;
    private final FaultReporter faults;

    /// @param kinds what is served; a new table is published whenever that changes
    /// @param store the one that the handlers work on
    /// @param aggregator what other servers answer for
    /// @param flows by which requests get their seats; a new plan is published whenever that changes
    /// @param faults notified of exceptions in handlers that nobody foresaw
    public record Parts(
            Published<KindTable> kinds,
            Store store,
            Handlers handlers,
            Authorizer authorizer,
            Aggregator aggregator,
            Published<FlowPlan> flows,
            FaultReporter faults) {}

    /// @param special what is answered for kinds that are not stored, and for parts and actions of objects;
    ///     by `group/resource` or `group/resource/subresource`
    public ApiServer(Parts parts, Map<String, SpecialHandler> special) {
        this.store = parts.store();
        this.kinds = parts.kinds();
        this.handlers = parts.handlers();
        this.authorizer = parts.authorizer();
        this.aggregator = parts.aggregator();
        this.flows = parts.flows();
        this.faults = parts.faults();
        this.special = Frozen.map(special);
    }

    /// Whether the store is where it should be; one in this process always is.
    public boolean reachesStore() {
        return store.isReachable();
    }

    /// Whether new objects can be written just now: the disk has room, and the store is within its quota.
    public boolean canWrite() {
        return store.trouble().isEmpty();
    }

    /// The kinds that are served; a new table is published whenever that changes.
    public Published<KindTable> kinds() {
        return kinds;
    }

    /// What other servers answer for. Requests in the same process are for this server alone.
    public Aggregator aggregator() {
        return aggregator;
    }

    /// By which requests from outside get their seats; a new plan is published whenever that changes.
    public Published<FlowPlan> flows() {
        return flows;
    }

    /// The clock by which objects are stamped, and so by which they get old.
    public TimeSource time() {
        return handlers.time();
    }

    /// Notified of exceptions that nobody foresaw.
    public FaultReporter faults() {
        return faults;
    }

    public Authorizer authorizer() {
        return authorizer;
    }

    @Override
    public ApiReply call(ApiRequest request) {
        Optional<Status> refusal = refusal(request);
        return refusal.isPresent() ? new ApiReply.Failure(refusal.get(), List.of()) : callAuthorised(request);
    }

    /// What the sender of a request is told when it may not do what it asks for, or nobody can find out.
    private Optional<Status> refusal(ApiRequest request) {
        try {
            authorise(request);
            return Optional.empty();
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return Optional.of(failure(e, about(request)));
        }
    }

    /// Carries out a request that was authorised, with a body that was read since.
    ///
    /// Where several servers share a store, this one may not have seen the newest revision yet, and refuse a
    /// write for what is no longer so. Such a write is tried once more when there was something newer, unless
    /// the first attempt has changed something, or may have.
    public ApiReply callAuthorised(ApiRequest request) {
        try {
            return answer(request);
        } catch (RuntimeException | StackOverflowError e) {
            return new ApiReply.Failure(failure(e, about(request)), List.of());
        }
    }

    private ApiReply answer(ApiRequest request) {
        long known = store.revision();
        Attempt first = attempt(request);
        if (!first.repeatable() || isReading(request)) {
            return first.reply();
        }
        try {
            return isOutOfDate(known) ? attempt(request).reply() : first.reply();
        } catch (StoreUnavailableException e) {
            // what was refused for a state of which nobody can say whether it still holds is not refused
            return new ApiReply.Failure(failure(e, about(request)), List.of());
        }
    }

    /// @param repeatable whether nothing was changed, and a state that this server had not seen yet may be
    ///     why
    private record Attempt(ApiReply reply, boolean repeatable) {}

    private static boolean isRepeatable(Throwable e) {
        return switch (e) {
            case RefusedException refused -> !refused.hasWritten();
            case PatchException _ -> true;
            case DecodeException _ -> true;
            default -> false;
        };
    }

    /// @throws StoreUnavailableException when that cannot be found out
    private boolean isOutOfDate(long known) {
        return store.catchUp() && store.revision() > known;
    }

    private static boolean isReading(ApiRequest request) {
        return switch (request.verb()) {
            case GET, LIST, WATCH -> true;
            case CREATE, UPDATE, PATCH, DELETE, DELETE_COLLECTION -> false;
        };
    }

    /// A read without a revision, or of one that is not known yet, sees all that was acknowledged before it.
    private void catchUp(ApiRequest request) {
        String revision = request.parameter("resourceVersion").orElse("");
        boolean newest = revision.isEmpty() && request.parameter("continue").isEmpty();
        boolean unknown = REVISION.matches(revision) && Long.parseLong(revision) > store.revision();
        if (newest || unknown) {
            store.catchUp();
        }
    }

    private Attempt attempt(ApiRequest request) {
        var warnings = new ArrayList<String>();
        try {
            KindEntry entry = Routes.entry(kinds.get(), request.target());
            Target target = Routes.about(entry, request.target(), request.verb());
            Routes.check(entry, target, request.verb());
            if (isReading(request)) {
                catchUp(request);
            }
            return new Attempt(dispatch(entry, request.about(target), warnings), false);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return new Attempt(new ApiReply.Failure(failure(e, about(request)), warnings), isRepeatable(e));
        }
    }

    /// Whether a request may keep a processor busy for long: it is about all objects of a kind, brings a
    /// large body, or is about a large object, which a small body may have read, checked and written anew.
    /// Whoever carries it out on a virtual thread would keep others from running; see
    /// [dev.tenure.runtime.io.HardWork].
    public boolean isHard(ApiRequest request) {
        return request.verb() == ApiRequest.Verb.DELETE_COLLECTION
                || request.body().content().size() > HARD_BYTES
                || (!request.target().name().isEmpty() && bytesStored(request.target()) > HARD_BYTES);
    }

    private int bytesStored(Target target) {
        return kinds.get()
                .find(target.group(), target.version(), target.resource())
                .flatMap(entry -> store.get(entry.stored().key(target.namespace(), target.name())))
                .map(object -> object.content().size())
                .orElse(0);
    }

    /// Takes a request that was authorised to enter an object through admission.
    ///
    /// @param options what was asked for, as an object
    /// @param warnings where plugins add theirs, also when one refuses
    /// @throws RefusedException when a plugin refuses
    public void admitEntry(ApiRequest request, ObjectNode options, List<String> warnings) {
        handlers.admitEntry(Routes.entry(kinds.get(), request.target()), request, options, warnings);
    }

    @Override
    public WatchReply watch(ApiRequest request) {
        Optional<Status> refusal = refusal(request);
        return refusal.isPresent() ? new WatchReply.Refused(refusal.get()) : watchAuthorised(request);
    }

    /// Begins a watch that was authorised.
    public WatchReply watchAuthorised(ApiRequest request) {
        try {
            KindEntry entry = Routes.entry(kinds.get(), request.target());
            Routes.check(entry, request.target(), request.verb());
            catchUp(request);
            return handlers.watch(entry, request);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return new WatchReply.Refused(failure(e, about(request)));
        }
    }

    private static String about(ApiRequest request) {
        Target target = request.target();
        return "%s of %s/%s %s/%s %s by %s"
                .formatted(
                        request.verb(),
                        target.group(),
                        target.resource(),
                        target.namespace(),
                        target.name(),
                        target.subresource(),
                        request.caller().user());
    }

    private ApiReply dispatch(KindEntry entry, ApiRequest request, List<String> warnings) {
        Target target = request.target();
        String key = target.group() + "/" + target.resource();
        SpecialHandler handler = special.get(target.subresource().isEmpty() ? key : key + "/" + target.subresource());
        if (handler == null && target.subresource().equals("scale")) {
            handler = handlers.scales();
        }
        if (handler != null) {
            return handler.call(entry, request, warnings);
        }
        boolean generic = entry.subresource(target.subresource())
                .map(Subresource::ofObject)
                .orElse(true);
        if (!generic || entry.has(KindEntry.Flag.VIRTUAL)) {
            throw new RefusedException(Statuses.unknownPath());
        }
        return handlers.call(entry, request, warnings);
    }

    /// @throws RefusedException with 403 when the caller may not
    private void authorise(ApiRequest request) {
        Attributes attributes = Attributes.of(request);
        if (authorizer.decide(attributes) instanceof Decision.Refuse refuse) {
            throw new RefusedException(Refusals.of(attributes, refuse.reason()));
        }
    }

    /// The Status that a client gets for an exception. Of one that nobody foresaw it shows the message alone.
    public static Status failure(RuntimeException e) {
        return foreseen(e).orElseGet(() -> Statuses.internal(words(e)));
    }

    /// As [#failure], but a fault that nobody foresaw stands in the log, under an id that the client gets.
    ///
    /// @param about the request, for people
    public Status failure(Throwable e, String about) {
        return foreseen(e).orElseGet(() -> {
            String id = faults.report(COMPONENT, about, e);
            String where = " (fault " + id + " in this server's log)";
            return switch (e) {
                case OutOfMemoryError _ ->
                    Statuses.unavailable("this server has too little memory for the request" + where);
                case StackOverflowError _ -> Statuses.internal("something in the request is nested too deeply" + where);
                default -> Statuses.internal(words(e) + where);
            };
        });
    }

    private static String words(Throwable e) {
        return Optional.ofNullable(e.getMessage()).orElse("no reason was given");
    }

    /// Clients repeat by themselves what says when, so only that does which has changed nothing.
    private static Status unavailable(String message, boolean passing) {
        return passing ? Statuses.unavailableFor(message, RETRY_SECONDS) : Statuses.unavailable(message);
    }

    private static Optional<Status> foreseen(Throwable e) {
        return switch (e) {
            case RefusedException refused -> Optional.of(refused.status());
            case PatchException patch -> Optional.of(patch.status());
            case DecodeException decode -> Optional.of(Statuses.badRequest(String.valueOf(decode.getMessage())));
            case ExpiredException expired -> Optional.of(Statuses.tooOldRevision(expired.asked(), expired.compacted()));
            case OverloadedException _ ->
                Optional.of(Statuses.tooManyRequests("too many requests, please try again later", 1, List.of()));
            case StoreUnavailableException unavailable ->
                Optional.of(unavailable(
                        FOLDERS.matcher(String.valueOf(unavailable.getMessage()))
                                .replaceAll(""),
                        unavailable.isPassing()));
            case UnreadableException unreadable ->
                Optional.of(Statuses.unreadable(String.valueOf(unreadable.getMessage())));
            case UncheckedIOException gone -> Optional.of(Statuses.internal(words(gone)));
            // what waited for its turn when the server was stopped
            case CancellationException _ -> Optional.of(Statuses.unavailable("this server is being stopped"));
            default -> Optional.empty();
        };
    }
}
