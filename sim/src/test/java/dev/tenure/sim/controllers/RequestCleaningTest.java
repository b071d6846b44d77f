package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.ControllerContext;
import dev.tenure.controllers.certificates.RequestCleaningLoop;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import org.junit.jupiter.api.Test;

/// Requests for certificates go within an hour of their end, and not before.
final class RequestCleaningTest {
    private static final ResourceType REQUESTS = new ResourceType(
            "certificates.k8s.io", "v1", "certificatesigningrequests", "CertificateSigningRequest", Scope.CLUSTER);
    private static final double HOUR = 3_600;
    private static final String CONTENT =
            "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlISE1HNENBUUF3RERFS01BZ0dBMVVFQXd3QmRUQl"
                    + "pNQk1HQnlxR1NNNDlBZ0VHQ0NxR1NNNDlBd0VIQTBJQQpCTmJwRnhZTmRIT3Jlai94WmNwYjFtY1A0bml2RnZjZ2RZ"
                    + "L2hvTFFHYlA1aGpWWHVWaTJxaHo0OXVMaEozdWJJCk50WDdEdEZKd1BtSmFPdlVkNW4vK0dPZ0FEQUtCZ2dxaGtqT1"
                    + "BRUURBZ05KQURCR0FpRUF4NG5nUGYrbmd0QTIKcEoxVE94RVpRQk5acFRjSERsUGloaWw3MmNEOFdQQUNJUUNnZEhk"
                    + "S25YWC82a3lEUjlyZVV1VW0yU2F4bkM3NgppUnJuemhVSlZwMFp0Zz09Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUV"
                    + "VFU1QtLS0tLQo=";

    private final Stage stage = Stage.of(Semantics.DOCUMENTED);

    private void create(String name) {
        stage.create(REQUESTS, StageManifests.json("""
            {'metadata': {'name': '%s'}, 'spec': {'request': '%s', 'signerName': 'example.com/any',
             'usages': ['client auth']}}\
            """.formatted(name, CONTENT)));
    }

    @Test
    void theDeniedGoSoonAndThoseThatNobodyAnsweredAfterADay() {
        var loop = stage.cluster().world().loop(RequestCleaningLoop.NAME);
        loop.post("start", new RequestCleaningLoop(ControllerContext.alone(loop, stage.client()))::start);
        stage.begin().at(1);
        create("denied");
        create("waits");
        stage.patch(REQUESTS, "denied", "approval", """
            {'status': {'conditions': [{'type': 'Denied', 'status': 'True', 'reason': 'No', 'message': 'no'}]}}\
            """);

        stage.at(HOUR - 10);
        assertThat(stage.find(REQUESTS, "denied")).isPresent();
        stage.at(2 * HOUR + 10);
        assertThat(stage.find(REQUESTS, "denied")).isEmpty();
        stage.at(24 * HOUR - 10);
        assertThat(stage.find(REQUESTS, "waits")).isPresent();
        stage.at(25 * HOUR + 10);
        assertThat(stage.find(REQUESTS, "waits")).isEmpty();
    }
}
