package dev.tenure.node;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.kubelet.heartbeat.LeaseClient;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.node.NodeStatusReport.ReportedCondition;
import dev.tenure.node.NodeStatusReport.Said;
import dev.tenure.node.cri.ImageClient;
import dev.tenure.node.cri.ImageClient.Image;
import dev.tenure.node.cri.RuntimeUnavailableException;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Registers the node, renews its lease and posts its status. Confined to its loop.
final class NodeReporter {
    private static final System.Logger LOG = System.getLogger(NodeReporter.class.getPackageName());
    private static final String LEASE_ALARM = "lease";
    private static final String STATUS_ALARM = "node-status";
    private static final Duration RETRY = Duration.ofSeconds(2);
    private static final int RENEWALS_PER_LEASE = 4;

    /// Tells what is to be said at this moment.
    interface Conditions {
        Said now();
    }

    /// Hears of the node as the API shows it.
    interface Known {
        void node(Node node);
    }

    private final EventLoop loop;
    private final ClusterClient client;
    private final NodeFacts facts;
    private final NodeStatusReport report;
    private final LeaseClient leases;
    private final ImageClient images;
    private final EventRecorder events;
    private final Conditions conditions;
    private final Known known;
    private @Nullable Node node;
    private Optional<Tick> reportedAt = Optional.empty();
    private Said reported = Said.NOTHING;
    private boolean renewing;
    private boolean reporting;

    NodeReporter(Parts parts, NodeFacts facts, Conditions conditions, Known known) {
        this.loop = parts.loop();
        this.client = parts.client();
        this.images = parts.images();
        this.events = parts.events();
        this.facts = facts;
        this.report = new NodeStatusReport(facts);
        this.leases = new LeaseClient(client, facts.timing().lease());
        this.conditions = conditions;
        this.known = known;
    }

    record Parts(EventLoop loop, ClusterClient client, ImageClient images, EventRecorder events) {}

    /// Registers, and goes on from there; or goes on where it stopped.
    void resume() {
        if (node == null) {
            start();
        } else {
            renew();
            report();
        }
    }

    private void start() {
        loop.work("register", this::register, outcome -> {
            switch (outcome) {
                case Outcome.Done<StoredObject>(StoredObject stored) -> {
                    seen(stored);
                    events.record(
                            InvolvedObject.node(facts.name(), facts.name()),
                            EventRecorder.Type.Normal,
                            "Starting",
                            "Starting kubelet.");
                    renew();
                    report();
                }
                case Outcome.Failed<StoredObject>(Exception cause) -> {
                    LOG.log(System.Logger.Level.WARNING, "cannot register: {0}", cause.getMessage());
                    loop.alarm("register", loop.time().now().plus(RETRY), this::start);
                }
            }
        });
    }

    private StoredObject register() {
        ApiReply reply = client.create(ResourceTypes.NODES, "", Document.of(report.registration()));
        if (reply.isConflict()) {
            reply = client.get(ResourceTypes.NODES, "", facts.name());
        }
        return switch (reply) {
            case ApiReply.One(var _, StoredObject stored, var _) -> stored;
            case ApiReply.Failure(var status, var _) ->
                throw new UncheckedIOException(new IOException(status.message()));
            case ApiReply.Many _, ApiReply.Document _ ->
                throw new UncheckedIOException(new IOException("the API server answers something else than a node"));
        };
    }

    private void seen(StoredObject stored) {
        Node read = stored.view(Node.class);
        node = read;
        known.node(read);
    }

    private void renew() {
        loop.alarm(
                LEASE_ALARM, loop.time().now().plus(facts.timing().lease().dividedBy(RENEWALS_PER_LEASE)), this::renew);
        Node current = node;
        if (renewing || current == null) {
            return;
        }
        Instant now = loop.time().wall();
        loop.work("lease", () -> leases.renew(current, now), outcome -> {
            renewing = false;
            if (outcome instanceof Outcome.Failed<ApiReply>(Exception cause)) {
                LOG.log(System.Logger.Level.WARNING, "cannot renew the lease: {0}", cause.getMessage());
            }
        });
        renewing = true;
    }

    /// Works out the status, and sends it when it changed or the time has come.
    void report() {
        loop.alarm(STATUS_ALARM, loop.time().now().plus(facts.timing().status()), this::report);
        Node current = node;
        if (reporting || current == null) {
            return;
        }
        Said saidNow = conditions.now();
        Instant now = loop.time().wall();
        Tick begun = loop.time().now();
        boolean recent = reportedAt
                .filter(at -> begun.since(at).compareTo(facts.timing().report()) < 0)
                .isPresent();
        boolean due = !saidNow.equals(reported) || !recent;
        loop.work("node-status", () -> send(current, saidNow, now, due), outcome -> {
            reporting = false;
            switch (outcome) {
                case Outcome.Done<Optional<StoredObject>>(Optional<StoredObject> stored) ->
                    stored.ifPresent(fresh -> sent(fresh, saidNow, begun));
                case Outcome.Failed<Optional<StoredObject>>(Exception cause) ->
                    LOG.log(System.Logger.Level.WARNING, "cannot post the node''s status: {0}", cause.getMessage());
            }
        });
        reporting = true;
    }

    private void sent(StoredObject stored, Said saidNow, Tick begun) {
        changes(saidNow.conditions())
                .forEach(each -> events.record(
                        InvolvedObject.node(facts.name(), facts.name()),
                        EventRecorder.Type.Normal,
                        eventReason(each),
                        "Node %s status is now: %s".formatted(facts.name(), eventReason(each))));
        reported = saidNow;
        reportedAt = Optional.of(begun);
        seen(stored);
    }

    private List<ReportedCondition> changes(List<ReportedCondition> conditionsNow) {
        Map<String, Boolean> before = new HashMap<>();
        reported.conditions().forEach(each -> before.put(each.type(), each.value()));
        return conditionsNow.stream()
                .filter(each -> !Boolean.valueOf(each.value()).equals(before.get(each.type())))
                .toList();
    }

    private static String eventReason(ReportedCondition condition) {
        return switch (condition.type()) {
            case Node.MEMORY_PRESSURE -> condition.value() ? "NodeHasInsufficientMemory" : "NodeHasSufficientMemory";
            case Node.DISK_PRESSURE -> condition.value() ? "NodeHasDiskPressure" : "NodeHasNoDiskPressure";
            case Node.PID_PRESSURE -> condition.value() ? "NodeHasInsufficientPID" : "NodeHasSufficientPID";
            default -> condition.value() ? "NodeReady" : "NodeNotReady";
        };
    }

    private Optional<StoredObject> send(Node current, Said saidNow, Instant now, boolean due) {
        if (!due && unchanged(current, saidNow.conditions())) {
            return Optional.empty();
        }
        List<Image> there = images();
        ObjectNode patch = report.status(current, saidNow, there, now);
        ApiReply reply = client.patch(
                ResourceTypes.NODES,
                "",
                facts.name(),
                "status",
                new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch)));
        return switch (reply) {
            case ApiReply.One(var _, StoredObject stored, var _) -> Optional.of(stored);
            case ApiReply.Failure(var status, var _) -> {
                if (status.isNotFound()) {
                    yield Optional.of(register());
                }
                throw new UncheckedIOException(new IOException(status.message()));
            }
            case ApiReply.Many _, ApiReply.Document _ -> Optional.empty();
        };
    }

    /// A node whose runtime is gone still has a status.
    private List<Image> images() {
        try {
            return images.images();
        } catch (RuntimeUnavailableException _) {
            return List.of();
        }
    }

    /// Whether the API still shows what was said, which others may have overwritten.
    private static boolean unchanged(Node current, List<ReportedCondition> conditionsNow) {
        return conditionsNow.stream()
                .allMatch(each -> current.condition(each.type())
                        .filter(condition -> condition.status().word().equals(each.value() ? "True" : "False"))
                        .isPresent());
    }

    /// The node changed in the API.
    void changed(StoredObject stored) {
        seen(stored);
    }

    /// The node is gone from the API: it registers again.
    void gone() {
        node = null;
        reported = Said.NOTHING;
        reportedAt = Optional.empty();
        start();
    }
}
