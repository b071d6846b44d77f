package dev.tenure.plan.resilience;

import dev.tenure.controllers.node.CloudMachine;
import dev.tenure.controllers.node.SimulatedCloudRule;
import dev.tenure.controllers.nodelifecycle.zone.ZoneCount;
import dev.tenure.controllers.nodelifecycle.zone.ZoneHealth;
import dev.tenure.controllers.nodelifecycle.zone.ZoneHealthRule;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceQuota;
import dev.tenure.model.core.Service;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.forecast.RestingCluster;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.rules.fit.PodRequestsRule;
import dev.tenure.rules.fit.Resources;
import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.rules.pod.PodRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What losses of a cluster at rest are worked out from: every pod with what follows when it leaves, by node.
/// Made once, immutable then, and read by all who work them out.
final class LossGround {
    /// Why a loss is unclear, as a clause.
    static final String DISORDERED = "the node is not in order before";

    private static final String EXCLUDED = "node.kubernetes.io/exclude-disruption";

    /// A node and its pods, in the order of namespace and name.
    ///
    /// @param played whether the real cluster plays it already, so that containers take no time
    /// @param disordered whether something is wrong with it already
    /// @param unclear why only a whole world can tell what its silence does
    record Site(Node node, boolean played, List<Standing> pods, boolean disordered, Optional<String> unclear) {}

    /// A budget, and how many of its pods are healthy.
    record Guard(PodDisruptionBudget budget, int healthy) {}

    /// A service, and how many of its pods are ready.
    record Front(String name, int ready) {}

    private final RestingCluster cluster;
    private final ForecastOptions options;
    private final Map<String, Site> sites = new LinkedHashMap<>();
    private final List<Guard> guards = new ArrayList<>();
    private final List<Front> fronts = new ArrayList<>();
    private final Map<String, List<ResourceQuota>> quotas = new HashMap<>();
    private final List<Pod> waiting = new ArrayList<>();
    private final Map<ResourceType, List<StoredObject>> objects = new HashMap<>();
    private int lowestPriority = Integer.MAX_VALUE;

    private LossGround(RestingCluster cluster, ForecastOptions options) {
        this.cluster = cluster;
        this.options = options;
    }

    /// @param types of objects that are kept for [#all]
    static LossGround of(ClusterDump dump, RestingCluster cluster, ForecastOptions options, List<ResourceType> types) {
        var ground = new LossGround(cluster, options);
        types.forEach(type -> ground.objects.put(type, cluster.all(type)));
        ground.read(dump);
        return ground;
    }

    /// By the names of the nodes, in their order.
    Map<String, Site> sites() {
        return sites;
    }

    List<Guard> guards() {
        return guards;
    }

    List<Front> fronts() {
        return fronts;
    }

    /// The pods without a node.
    List<Pod> waiting() {
        return waiting;
    }

    /// The least priority that any pod on a node has.
    int lowestPriority() {
        return lowestPriority;
    }

    ForecastOptions options() {
        return options;
    }

    List<StoredObject> all(ResourceType type) {
        return objects.getOrDefault(type, List.of());
    }

    private void read(ClusterDump dump) {
        Map<String, Resources> asks = new HashMap<>();
        Set<String> owned = new HashSet<>();
        dump.all(ResourceTypes.PODS).forEach(object -> {
            Pod pod = object.view(Pod.class);
            asks.put(pod.qualifiedName(), asks(pod));
            if (pod.meta().controllerOwner().isPresent()) {
                owned.add(object.uid());
            }
        });
        cluster.all(ResourceTypes.RESOURCE_QUOTAS)
                .forEach(object -> quotas.computeIfAbsent(object.key().namespace(), _ -> new ArrayList<>())
                        .add(object.view(ResourceQuota.class)));
        List<StoredObject> pods = all(ResourceTypes.PODS);
        var successors = new SuccessorFinder(cluster, pods, owned);
        var counting = new Counting(cluster.all(ResourceTypes.POD_DISRUPTION_BUDGETS), services());
        Map<String, List<Standing>> byNode = new HashMap<>();
        for (StoredObject object : pods) {
            Pod pod = object.view(Pod.class);
            String node = pod.spec().nodeName();
            if (node.isEmpty()) {
                waiting.add(pod);
            } else if (!PodRule.terminal(pod)) {
                lowestPriority = Math.min(lowestPriority, pod.spec().priority());
                byNode.computeIfAbsent(node, _ -> new ArrayList<>())
                        .add(standing(object, pod, asks, successors, counting));
            }
        }
        guards.addAll(counting.guards());
        fronts.addAll(counting.fronts());
        addSites(byNode);
    }

    private static Resources asks(Pod pod) {
        return Resources.of(PodRequestsRule.requests(pod, PodRequestsRule.Options.WRITTEN))
                .plus(new Resources(0, 0, 0, 1, Map.of()));
    }

    private List<Service> services() {
        return cluster.all(ResourceTypes.SERVICES).stream()
                .map(object -> object.view(Service.class))
                .filter(service -> !service.selector().isEmpty())
                .toList();
    }

    private Standing standing(
            StoredObject object, Pod pod, Map<String, Resources> asks, SuccessorFinder successors, Counting counting) {
        boolean healthy = PodRule.active(pod) && PodRule.ready(pod);
        Successor successor = successors.of(object, pod);
        long gone = successor instanceof Successor.Again
                ? cluster.usual().gone(object).toMillis()
                : 0;
        return new Standing(
                pod,
                healthy,
                counting.of(pod, healthy),
                successor,
                gone,
                asks.computeIfAbsent(pod.qualifiedName(), _ -> asks(pod)));
    }

    private void addSites(Map<String, List<Standing>> byNode) {
        List<Node> nodes = all(ResourceTypes.NODES).stream()
                .map(object -> object.view(Node.class))
                .toList();
        var zones = new LinkedHashMap<String, ZoneCount>();
        nodes.forEach(node -> zones.merge(
                zone(node),
                ZoneCount.NONE.plus(isReady(node)),
                (all, one) -> new ZoneCount(all.ready() + one.ready(), all.notReady() + one.notReady())));
        for (Node node : nodes) {
            sites.put(
                    node.name(),
                    new Site(
                            node,
                            ManagedNodeRule.managed(node, false),
                            List.copyOf(byNode.getOrDefault(node.name(), List.of())),
                            disordered(node),
                            unclear(node, zones)));
        }
    }

    private static String zone(Node node) {
        return ZoneHealthRule.zoneKey(node.meta().labels());
    }

    private static boolean isReady(Node node) {
        return node.isTrue(Node.READY);
    }

    private static boolean disordered(Node node) {
        boolean machine = SimulatedCloudRule.machine(node)
                .filter(state -> !(state instanceof CloudMachine.Running))
                .isPresent();
        return !isReady(node)
                || machine
                || ManagedNodeRule.fault(node) != ManagedNodeRule.Fault.NONE
                || node.spec().taints().stream().anyMatch(taint -> taint.effect() == TaintEffect.NO_EXECUTE);
    }

    /// Why it takes a world to tell what the silence of a node does.
    private Optional<String> unclear(Node node, Map<String, ZoneCount> zones) {
        if (disordered(node)) {
            return Optional.of(DISORDERED);
        }
        ForecastOptions.Monitor monitor = options.monitor();
        var settings = new ZoneHealthRule.Settings(
                monitor.rate(), monitor.secondaryRate(), monitor.unhealthyThreshold(), monitor.largeCluster());
        ZoneCount before = zones.getOrDefault(zone(node), ZoneCount.NONE);
        var after = new ZoneCount(before.ready() - 1, before.notReady() + 1);
        ZoneHealth health = ZoneHealthRule.health(after, settings);
        boolean another = zones.entrySet().stream()
                .anyMatch(zone ->
                        !zone.getKey().equals(zone(node)) && zone.getValue().ready() > 0);
        boolean usual = health == ZoneHealth.NORMAL || (health == ZoneHealth.FULL_DISRUPTION && another);
        if (!usual || monitor.rate() <= 0 || node.meta().labels().containsKey(EXCLUDED)) {
            return Optional.of("the node's zone falls ill with it");
        }
        return Optional.empty();
    }

    /// Whether the quotas of their namespaces have room for all of these pods beside what is there.
    boolean isWithinQuotas(List<Pod> pods) {
        return quotas.isEmpty() || QuotaRoom.isEnough(quotas, pods);
    }

    /// Which budgets and services select which pods.
    private static final class Counting {
        private record Sort(String namespace, Map<String, String> labels) {}

        private final List<PodDisruptionBudget> budgets;
        private final List<Service> services;
        private final int[] healthy;
        private final int[] ready;
        private final Map<Sort, Standing.Counted> known = new HashMap<>();

        Counting(List<StoredObject> budgets, List<Service> services) {
            this.budgets = budgets.stream()
                    .map(object -> object.view(PodDisruptionBudget.class))
                    .toList();
            this.services = services;
            healthy = new int[budgets.size()];
            ready = new int[services.size()];
        }

        Standing.Counted of(Pod pod, boolean counts) {
            var sort = new Sort(pod.meta().namespace(), pod.meta().labels());
            Standing.Counted counted = known.computeIfAbsent(sort, this::find);
            if (counts) {
                for (int budget : counted.budgets()) {
                    healthy[budget]++;
                }
                for (int service : counted.services()) {
                    ready[service]++;
                }
            }
            return counted;
        }

        private Standing.Counted find(Sort sort) {
            var ofBudgets = new ArrayList<Integer>();
            for (int i = 0; i < budgets.size(); i++) {
                PodDisruptionBudget budget = budgets.get(i);
                if (budget.meta().namespace().equals(sort.namespace())
                        && budget.selector()
                                .filter(selector -> selector.matches(sort.labels()))
                                .isPresent()) {
                    ofBudgets.add(i);
                }
            }
            var ofServices = new ArrayList<Integer>();
            for (int i = 0; i < services.size(); i++) {
                Service service = services.get(i);
                if (service.meta().namespace().equals(sort.namespace())
                        && LabelSelector.ofLabels(service.selector()).matches(sort.labels())) {
                    ofServices.add(i);
                }
            }
            return new Standing.Counted(
                    ofBudgets.stream().mapToInt(Integer::intValue).toArray(),
                    ofServices.stream().mapToInt(Integer::intValue).toArray());
        }

        List<Guard> guards() {
            var guards = new ArrayList<Guard>();
            for (int i = 0; i < budgets.size(); i++) {
                guards.add(new Guard(budgets.get(i), healthy[i]));
            }
            return guards;
        }

        List<Front> fronts() {
            var fronts = new ArrayList<Front>();
            for (int i = 0; i < services.size(); i++) {
                var meta = services.get(i).meta();
                fronts.add(new Front(meta.namespace() + "/" + meta.name(), ready[i]));
            }
            return fronts;
        }
    }
}
