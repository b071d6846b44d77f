package dev.tenure.scheduler.framework;

import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.PodInfo;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One attempt to place one pod: the pod, the cluster as it stands, and what the plugins have worked out
/// so far. Confined to the loop.
public final class Cycle {
    private final PodInfo pod;
    private final ClusterView cluster;
    private final Profile profile;
    private final Map<String, PluginState> states = new HashMap<>();
    private final Set<String> skippedFilters = new HashSet<>();
    private final Set<String> skippedScores = new HashSet<>();
    private @Nullable List<FilterPlugin> filters;

    public Cycle(PodInfo pod, ClusterView cluster, Profile profile) {
        this.pod = pod;
        this.cluster = cluster;
        this.profile = profile;
    }

    /// A cycle in which other pods can be imagined away or added without a trace in this one.
    public Cycle copy() {
        var copy = new Cycle(pod, cluster, profile);
        states.forEach((key, state) -> copy.states.put(key, state.copy()));
        copy.skippedFilters.addAll(skippedFilters);
        copy.skippedScores.addAll(skippedScores);
        return copy;
    }

    public PodInfo pod() {
        return pod;
    }

    public ClusterView cluster() {
        return cluster;
    }

    /// The plugins that decide.
    public Profile profile() {
        return profile;
    }

    public void put(String key, PluginState state) {
        states.put(key, state);
    }

    /// The state kept under `key`, if a plugin has kept one.
    public <T extends PluginState> Optional<T> state(String key, Class<T> type) {
        return Optional.ofNullable(states.get(key)).map(type::cast);
    }

    /// The state kept under `key`.
    ///
    /// @throws IllegalStateException when none is kept: the plugin was called out of turn
    public <T extends PluginState> T require(String key, Class<T> type) {
        PluginState state = states.get(key);
        if (state == null) {
            throw new IllegalStateException("no state \"" + key + "\" in this cycle");
        }
        return type.cast(state);
    }

    void skipFilter(String plugin) {
        skippedFilters.add(plugin);
        filters = null;
    }

    /// The filters that are to be asked, in order. Worked out once, for they are asked about each node.
    List<FilterPlugin> filters() {
        List<FilterPlugin> known = filters;
        if (known == null) {
            known = profile.filters().stream()
                    .filter(plugin -> !skippedFilters.contains(plugin.name()))
                    .toList();
            filters = known;
        }
        return known;
    }

    void skipScore(String plugin) {
        skippedScores.add(plugin);
    }

    public boolean filterSkipped(String plugin) {
        return skippedFilters.contains(plugin);
    }

    public boolean scoreSkipped(String plugin) {
        return skippedScores.contains(plugin);
    }
}
