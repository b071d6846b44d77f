package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.serveridentity.IdentityLeaseCalls;
import dev.tenure.controllers.serveridentity.IdentityLeaseLoop;
import dev.tenure.controllers.serveridentity.ServerIdentity;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.coordination.Lease;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Document;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The Lease by which an API server shows that it lives.
final class IdentityLeaseTest {
    private static final String NAMESPACE = "kube-system";
    private static final ServerIdentity SELF = ServerIdentity.of("vm", "second-life");

    private final Stage stage = Stage.of(Semantics.DOCUMENTED);
    private final IdentityLeaseCalls calls = new IdentityLeaseCalls(stage.client(), SELF);

    private void start() {
        var loop = stage.cluster().world().loop(IdentityLeaseLoop.NAME);
        loop.post("start", () -> new IdentityLeaseLoop(loop, calls).start());
        stage.begin().at(1);
    }

    private Optional<StoredObject> find(String name) {
        return stage.client().get(ResourceTypes.LEASES, NAMESPACE, name)
                        instanceof ApiReply.One(var _, StoredObject lease, var _)
                ? Optional.of(lease)
                : Optional.empty();
    }

    private Lease own() {
        return find(SELF.name()).orElseThrow().view(Lease.class);
    }

    private void make(String name, String labels, String spec) {
        ApiReply made = stage.client()
                .create(ResourceTypes.LEASES, NAMESPACE, Document.of(StageManifests.json("""
                                {'apiVersion': 'coordination.k8s.io/v1', 'kind': 'Lease',
                                 'metadata': {'name': '%s', 'labels': %s}, 'spec': %s}""".formatted(
                                name, labels, spec))));
        assertThat(made).isInstanceOf(ApiReply.One.class);
    }

    @Test
    void aServerThatStartsMakesItAnewAndRenewsItEveryTenSeconds() {
        make(SELF.name(), "{}", "{'holderIdentity': 'first-life'}");
        String uid = find(SELF.name()).orElseThrow().uid();
        start();
        StoredObject lease = find(SELF.name()).orElseThrow();
        assertThat(lease.uid()).isNotEqualTo(uid);
        assertThat(lease.header().labels())
                .containsEntry("apiserver.kubernetes.io/identity", "kube-apiserver")
                .containsEntry("kubernetes.io/hostname", "vm");
        assertThat(own().holderIdentity()).isEqualTo(SELF.holder());
        assertThat(own().durationSeconds()).isEqualTo(3600);
        Instant first = own().renewTime().orElseThrow();
        stage.at(42);
        assertThat(Duration.between(first, own().renewTime().orElseThrow())).isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void oneThatSomebodyDeletesComesBack() {
        start();
        assertThat(calls.leave()).isEmpty();
        assertThat(find(SELF.name())).isEmpty();
        stage.at(12);
        assertThat(find(SELF.name())).isPresent();
    }

    @Test
    void thoseOfServersThatLiveNoLongerAreDeletedAndNoOthers() {
        String ofServer = "{'apiserver.kubernetes.io/identity': 'kube-apiserver'}";
        String over =
                "{'holderIdentity': 'x', 'leaseDurationSeconds': 3600, 'renewTime': '2020-01-01T00:00:00.000000Z'}";
        make("apiserver-over", ofServer, over);
        make("apiserver-unsaid", ofServer, "{'holderIdentity': 'x'}");
        make("apiserver-holds", ofServer, over.replace("2020", "2999"));
        make("leader", "{}", over);
        make("aggregated-over", "{'apiserver.kubernetes.io/identity': 'other-apiserver'}", over);
        start();
        assertThat(find("apiserver-over")).isEmpty();
        assertThat(find("apiserver-unsaid")).isEmpty();
        for (String kept : new String[] {"apiserver-holds", "leader", "aggregated-over", SELF.name()}) {
            assertThat(find(kept)).as(kept).isPresent();
        }
        make("apiserver-late", ofServer, over);
        stage.at(3_500);
        assertThat(find("apiserver-late")).isPresent();
        stage.at(3_700);
        assertThat(find("apiserver-late")).isEmpty();
    }
}
