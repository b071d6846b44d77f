package dev.tenure.kinds.aggregation;

import dev.tenure.apiserver.aggregation.AggregatedView;
import dev.tenure.apiserver.aggregation.Backend;
import dev.tenure.apiserver.aggregation.BackendCalls;
import dev.tenure.apiserver.aggregation.BackendSpecs;
import dev.tenure.apiserver.aggregation.Registration;
import dev.tenure.apiserver.aggregation.UnreachableException;
import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.runtime.time.GrowingPause;
import dev.tenure.runtime.time.Tick;
import dev.tenure.store.Store;
import dev.tenure.store.Store.Change;
import dev.tenure.store.Store.LogCursor;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Follows APIServices and the services that they name. Whenever one of them changes, and every so often, it
/// has a backend asked whether it is there, which resources it has and what its OpenAPI is, and publishes
/// what is known. State is confined to its loop.
public final class BackendLoop {
    static final ResourceId API_SERVICES = new ResourceId("apiregistration.k8s.io", "apiservices");
    private static final ResourceId SERVICES = new ResourceId("", "services");
    private static final ResourceId SLICES = new ResourceId("discovery.k8s.io", "endpointslices");
    private static final String SERVICE_NAME = "kubernetes.io/service-name";
    private static final String NAME = "aggregation";
    private static final int BATCH = 1_000;
    private static final Duration AVAILABILITY_EVERY = Duration.ofSeconds(30);
    private static final Duration DOCUMENTS_EVERY = Duration.ofMinutes(1);
    private static final Duration OPENAPI_AFTER = Duration.ofSeconds(1);

    private final Store store;
    private final BackendCalls calls;
    private final AvailabilityWriter writer;
    private final Published<AggregatedView> views;

    private EventLoop loop;
    private Map<String, Known> known = Map.of();
    private final Map<String, BackendDiscovery.Told> told = new HashMap<>();
    private final Map<String, ObjectNode> discovered = new LinkedHashMap<>();
    private final Map<String, BackendSpecs> specs = new LinkedHashMap<>();
    private RoundTimers availability = availabilityTimers();
    private RoundTimers discovery = discoveryTimers();
    private RoundTimers openApi = openApiTimers();

    /// An APIService as it was last read.
    private record Known(String uid, long revision, Registration registration) {}

    /// @param loop of its own, for backends that do not answer hold its workers up
    /// @param views where what is known is published
    public BackendLoop(
            Store store,
            EventLoop loop,
            BackendCalls calls,
            AvailabilityWriter writer,
            Published<AggregatedView> views) {
        this.store = store;
        this.loop = loop;
        this.calls = calls;
        this.writer = writer;
        this.views = views;
    }

    private static RoundTimers availabilityTimers() {
        return new RoundTimers(AVAILABILITY_EVERY, new GrowingPause(Duration.ofMillis(5), Duration.ofSeconds(30)));
    }

    private static RoundTimers discoveryTimers() {
        return new RoundTimers(DOCUMENTS_EVERY, new GrowingPause(Duration.ofMillis(500), DOCUMENTS_EVERY));
    }

    private static RoundTimers openApiTimers() {
        return new RoundTimers(DOCUMENTS_EVERY, new GrowingPause(OPENAPI_AFTER, DOCUMENTS_EVERY));
    }

    /// Begins to follow.
    public void start() {
        new Supervisor(NAME, loop, life -> () -> follow(life)).start();
    }

    private void follow(EventLoop life) {
        loop = life;
        known = Map.of();
        availability = availabilityTimers();
        discovery = discoveryTimers();
        openApi = openApiTimers();
        long revision = store.revision();
        follow(API_SERVICES, revision, _ -> read());
        follow(
                SERVICES,
                revision,
                changes -> changes.forEach(change -> touched(
                        change.after().key().namespace(), change.after().key().name())));
        follow(
                SLICES,
                revision,
                changes -> changes.forEach(change -> touched(
                        change.after().key().namespace(),
                        change.after().header().labels().getOrDefault(SERVICE_NAME, ""))));
        read();
    }

    /// What is done about changes.
    @FunctionalInterface
    private interface Reaction {
        void to(List<Change> changes);
    }

    private void follow(ResourceId resource, long revision, Reaction reaction) {
        LogCursor cursor = store.watch(resource, "", revision);
        loop.supervision().atEnd(cursor::close);
        await(cursor, reaction);
    }

    private void await(LogCursor cursor, Reaction reaction) {
        cursor.onReady(() -> loop.post(NAME + "-changed", () -> {
            for (List<Change> changes = cursor.poll(BATCH); !changes.isEmpty(); changes = cursor.poll(BATCH)) {
                reaction.to(changes);
            }
            await(cursor, reaction);
        }));
    }

    /// The services of some backends are looked at again.
    private void touched(String namespace, String service) {
        Tick now = loop.time().now();
        known.values()
                .forEach(one -> one.registration()
                        .backend()
                        .filter(backend -> backend.service().namespace().equals(namespace)
                                && backend.service().name().equals(service))
                        .ifPresent(backend -> availability.at(backend.name(), now)));
        goOn();
    }

    private void read() {
        Map<String, Known> present = new LinkedHashMap<>();
        for (StoredObject object : store.list(Range.all(API_SERVICES, "")).items()) {
            if (!(object.content() instanceof Content.Unreadable)) {
                read(object, present);
            }
        }
        known.forEach((name, before) -> {
            boolean stays = Optional.ofNullable(present.get(name))
                    .filter(now -> now.uid().equals(before.uid())
                            && now.registration().backend().isPresent())
                    .isPresent();
            if (!stays) {
                forget(name);
            }
        });
        Map<String, Known> before = known;
        known = present;
        Tick now = loop.time().now();
        present.forEach((name, one) -> {
            boolean changed = Optional.ofNullable(before.get(name))
                    .filter(last -> last.revision() == one.revision())
                    .isEmpty();
            if (changed && one.registration().backend().isPresent()) {
                availability.at(name, now);
                discovery.at(name, now);
                openApi.at(name, now.plus(OPENAPI_AFTER));
                discovered.computeIfAbsent(
                        name,
                        _ -> VersionDocuments.fresh(
                                VersionDocuments.empty(one.registration().version()), false));
            }
        });
        publish();
        goOn();
    }

    private void read(StoredObject object, Map<String, Known> present) {
        String name = object.key().name();
        Known last = known.get(name);
        boolean same = last != null
                && last.revision() == object.revision()
                && last.uid().equals(object.uid());
        present.put(
                name,
                same
                        ? last
                        : new Known(
                                object.uid(), object.revision(), RegistrationParser.parse(ObjectTrees.tree(object))));
    }

    private void forget(String name) {
        availability.forget(name);
        discovery.forget(name);
        openApi.forget(name);
        told.remove(name);
        discovered.remove(name);
        specs.remove(name);
    }

    private void publish() {
        views.publish(new AggregatedView(
                known.values().stream().map(Known::registration).toList(), discovered, specs));
    }

    /// Takes up what is due, and sets the alarm for what is due next.
    private void goOn() {
        Tick now = loop.time().now();
        availability.take(now).forEach(this::lookForAvailability);
        discovery.take(now).forEach(this::lookForResources);
        openApi.take(now).forEach(this::lookForSpecs);
        Stream.of(availability, discovery, openApi)
                .flatMap(timers -> timers.next().stream())
                .min(Tick::compareTo)
                .ifPresentOrElse(due -> loop.alarm(NAME, due, this::goOn), () -> loop.cancel(NAME));
    }

    private void lookForAvailability(String name) {
        look(name, availability, writer::look, outcome -> switch (outcome) {
            case Outcome.Done<Boolean>(Boolean well) -> well;
            case Outcome.Failed<Boolean> _ -> false;
        });
    }

    /// Of a version that cannot be discovered nothing is told but that it is there.
    private void lookForResources(String name) {
        Optional<BackendDiscovery.Told> last = Optional.ofNullable(told.get(name));
        look(name, discovery, backend -> BackendDiscovery.ask(calls, backend, last), outcome -> switch (outcome) {
            case Outcome.Done<BackendDiscovery.Told>(BackendDiscovery.Told now) -> {
                told.put(name, now);
                show(name, VersionDocuments.fresh(now.version(), true));
                yield true;
            }
            case Outcome.Failed<BackendDiscovery.Told> _ -> {
                String version = Optional.ofNullable(known.get(name))
                        .map(one -> one.registration().version())
                        .orElse("");
                show(name, VersionDocuments.fresh(VersionDocuments.empty(version), false));
                yield false;
            }
        });
    }

    private void show(String name, ObjectNode version) {
        if (!version.equals(discovered.put(name, version))) {
            publish();
        }
    }

    private void lookForSpecs(String name) {
        look(name, openApi, backend -> BackendOpenApi.ask(calls, backend), outcome -> switch (outcome) {
            case Outcome.Done<BackendSpecs>(BackendSpecs now) -> {
                if (!now.equals(specs.put(name, now))) {
                    publish();
                }
                yield true;
            }
            case Outcome.Failed<BackendSpecs> _ -> false;
        });
    }

    /// What a backend is asked, away from the loop.
    @FunctionalInterface
    private interface Question<T> {
        T put(Backend backend) throws UnreachableException;
    }

    /// Has a backend asked. What was asked of one that is gone meanwhile, or is another one now, is of no
    /// interest.
    ///
    /// @param taker what is done with the answer; says whether it was one
    private <T> void look(String name, RoundTimers timers, Question<T> question, Predicate<Outcome<T>> taker) {
        Optional<Known> asked = Optional.ofNullable(known.get(name));
        Optional<Backend> backend = asked.flatMap(one -> one.registration().backend());
        if (backend.isEmpty()) {
            timers.done(name, true, loop.time().now());
            timers.forget(name);
            return;
        }
        loop.work(NAME + "-" + name, () -> question.put(backend.get()), outcome -> {
            if (outcome instanceof Outcome.Failed<T>(RuntimeException fault)) {
                loop.supervision().setAside("APIService " + name, fault);
            }
            Optional<Known> now = Optional.ofNullable(known.get(name));
            boolean same = now.filter(one -> one.uid().equals(asked.get().uid())
                            && one.registration().backend().isPresent())
                    .isPresent();
            timers.done(name, !same || taker.test(outcome), loop.time().now());
            if (now.isEmpty()) {
                timers.forget(name);
            }
            goOn();
        });
    }
}
