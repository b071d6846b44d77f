package dev.tenure.checks.golden;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.checks.golden.api.ApiSuite;
import dev.tenure.checks.golden.suite.Engine;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.testkit.fake.EtcdServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

class GoldenApiTest {
    @Test
    void recordedExchangesAreAnsweredAsRecordedButTheListedOnes() throws IOException {
        Ratchet.hold(new ApiSuite(new SystemTime(), new Engine.Memory()));
    }

    @Test
    @EnabledIfSystemProperty(named = "tenure.full", matches = "true", disabledReason = "runs with ./check full")
    void theyAreOnEtcdToo() throws IOException {
        Optional<Path> etcd = EtcdServer.program();
        assumeTrue(etcd.isPresent(), EtcdServer.NONE);
        Ratchet.hold(new ApiSuite(new SystemTime(), new Engine.Etcd(etcd.orElseThrow())));
    }
}
