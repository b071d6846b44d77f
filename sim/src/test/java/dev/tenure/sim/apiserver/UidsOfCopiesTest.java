package dev.tenure.sim.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.world.ClusterParts;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.Observer;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.sim.world.Substitutes;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A uid that is given out twice would make one of two objects.
class UidsOfCopiesTest {
    private static final ClusterSettings SETTINGS = ClusterSettings.standard(5, Semantics.DOCUMENTED);

    private static List<StoredObject> list(SimulatedCluster cluster, ResourceType type) {
        return cluster.client().list(type, "", Map.of()) instanceof ApiReply.Many many ? many.items() : List.of();
    }

    @Test
    void aClusterThatBeginsWithObjectsOfAnotherOneOfTheSameSeedGivesOutOtherUids() {
        var first = new SimulatedCluster(SETTINGS);
        List<StoredObject> namespaces = list(first, ResourceTypes.NAMESPACES);
        List<StoredObject> classes = list(first, ResourceTypes.PRIORITY_CLASSES);
        var copy = new SimulatedCluster(
                SETTINGS, new ClusterParts(namespaces, 1_000_000, Observer.NOBODY, Substitutes.NONE, false));

        List<String> uids = Stream.concat(namespaces.stream(), classes.stream())
                .map(StoredObject::uid)
                .toList();
        assertThat(uids).hasSizeGreaterThan(4).doesNotHaveDuplicates();
        assertThat(list(copy, ResourceTypes.NAMESPACES)).hasSameSizeAs(namespaces);
        assertThat(list(copy, ResourceTypes.PRIORITY_CLASSES))
                .hasSameSizeAs(classes)
                .extracting(StoredObject::uid)
                .doesNotContainAnyElementsOf(uids);
    }
}
