package dev.tenure.cli.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.cli.kubeconfig.KubeconfigFiles.Entry;
import dev.tenure.client.rest.Connection.Credentials;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExecLoginTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(200);

    private static Entry user(String mode, String script) {
        ObjectNode node = Json.object();
        ObjectNode exec = node.putObject("exec")
                .put("apiVersion", "client.authentication.k8s.io/v1")
                .put("command", "sh")
                .put("interactiveMode", mode);
        exec.putArray("args").add("-c").add(script);
        return new Entry(Path.of("config"), node);
    }

    private static Credentials run(Entry user, Duration interactive, Duration alone) {
        return ExecLogin.run(
                user, new Entry(Path.of("config"), Json.object()), new ExecLogin.Patience(interactive, alone));
    }

    @Test
    void whatItPrintsLogsTheUserIn() {
        String printed = "echo '{\"status\": {\"token\": \"t\"}}'";
        assertThat(run(user("Never", printed), SHORT, LONG)).isEqualTo(new Credentials.Token("t"));
        assertThatThrownBy(() -> run(user("Never", "exit 7"), SHORT, LONG))
                .isInstanceOf(ConnectionException.class)
                .hasMessageContaining("ends with code 7");
    }

    /// One that may ask somebody has longer.
    @Test
    void oneThatNeverEndsIsGivenUp() {
        assertThatThrownBy(() -> run(user("Never", "sleep 1000"), LONG, SHORT))
                .isInstanceOf(ConnectionException.class)
                .hasMessageStartingWith("the plugin \"sh\" that logs in the user of kubeconfig \"config\" "
                        + "cannot be run (it has not ended within ");
        assertThatThrownBy(() -> run(user("IfAvailable", "sleep 1000"), SHORT, LONG))
                .isInstanceOf(ConnectionException.class)
                .hasMessageContaining("it has not ended within ");
    }
}
