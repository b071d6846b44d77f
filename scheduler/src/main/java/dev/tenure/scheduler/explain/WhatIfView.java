package dev.tenure.scheduler.explain;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.model.storage.CsiNode;
import dev.tenure.model.storage.StorageClass;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.DevicesView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PlacedClass;
import dev.tenure.scheduler.view.PodInfo;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A cluster in which one node is another one than it really is, with the same pods, or is there besides the
/// real ones, without any.
record WhatIfView(ClusterView real, NodeState changed) implements ClusterView {
    private NodeState either(NodeState node) {
        return node.name().equals(changed.name()) ? changed : node;
    }

    private boolean besides() {
        return real.node(changed.name()).isEmpty();
    }

    /// The same pods, with the changed node in the place of the real one.
    private record Moved(PlacedClass real, NodeState from, NodeState to) implements PlacedClass {
        @Override
        public PodInfo example() {
            return real.example();
        }

        @Override
        public Map<NodeState, Integer> nodes() {
            Integer count = real.nodes().get(from);
            if (count == null) {
                return real.nodes();
            }
            var nodes = new HashMap<>(real.nodes());
            nodes.remove(from);
            nodes.put(to, count);
            return nodes;
        }
    }

    private Collection<? extends PlacedClass> each(Collection<? extends PlacedClass> classes) {
        Optional<NodeState> replaced = real.node(changed.name());
        return replaced.isEmpty()
                ? classes
                : classes.stream()
                        .map(one -> new Moved(one, replaced.get(), changed))
                        .toList();
    }

    @Override
    public List<NodeState> nodes() {
        Stream<NodeState> all = real.nodes().stream().map(this::either);
        return (besides() ? Stream.concat(all, Stream.of(changed)) : all).toList();
    }

    @Override
    public Optional<NodeState> node(String name) {
        return name.equals(changed.name()) ? Optional.of(changed) : real.node(name);
    }

    @Override
    public Collection<? extends PlacedClass> podsWithTerms() {
        return each(real.podsWithTerms());
    }

    @Override
    public Collection<? extends PlacedClass> classesIn(String namespace) {
        return each(real.classesIn(namespace));
    }

    @Override
    public Collection<String> namespacesOfPods() {
        return real.namespacesOfPods();
    }

    @Override
    public boolean affinityMeans(PodInfo pod) {
        return real.affinityMeans(pod);
    }

    @Override
    public List<PodInfo> nominatedTo(String node) {
        return real.nominatedTo(node);
    }

    @Override
    public Map<String, String> namespaceLabels(String namespace) {
        return real.namespaceLabels(namespace);
    }

    @Override
    public Collection<String> namespacesWith(LabelSelector selector) {
        return real.namespacesWith(selector);
    }

    @Override
    public LabelSelector defaultSelectorOf(PodInfo pod) {
        return real.defaultSelectorOf(pod);
    }

    @Override
    public List<PodDisruptionBudget> budgets() {
        return real.budgets();
    }

    @Override
    public Optional<PersistentVolumeClaim> claim(String namespace, String name) {
        return real.claim(namespace, name);
    }

    @Override
    public long claimVersion(String namespace, String name) {
        return real.claimVersion(namespace, name);
    }

    @Override
    public Optional<PersistentVolume> volume(String name) {
        return real.volume(name);
    }

    @Override
    public long volumeVersion(String name) {
        return real.volumeVersion(name);
    }

    @Override
    public List<PersistentVolume> volumesFor(PersistentVolumeClaim claim, Node node) {
        return real.volumesFor(claim, node);
    }

    @Override
    public Optional<StorageClass> storageClass(String name) {
        return real.storageClass(name);
    }

    @Override
    public Optional<CsiNode> csiNode(String node) {
        return real.csiNode(node);
    }

    @Override
    public DevicesView devices() {
        return real.devices();
    }

    @Override
    public Instant now() {
        return real.now();
    }

    @Override
    public boolean claimInUse(String namespace, String name) {
        return real.claimInUse(namespace, name);
    }

    @Override
    public Optional<ImageSpread> image(String name) {
        return real.image(name);
    }
}
