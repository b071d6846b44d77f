package dev.tenure.launch.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.ControllerCatalogue;
import dev.tenure.controllers.ControllerEntry;
import dev.tenure.controllers.machineset.MachineSetLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What `deploy/controllers.yaml` must not lack.
final class DeployedRightsTest {
    private static final Pattern ROLE = Pattern.compile("kind: ClusterRole\nmetadata:\n  name: tenure-(\\S+)");

    /// Machine sets are kept only where the machines are simulated, which is never so for `tenure
    /// controllers`.
    @Test
    void everyControllerThatRunsAloneHasARole() throws IOException {
        String file = Files.readString(Path.of("..", "deploy", "controllers.yaml"));
        List<String> roles = ROLE.matcher(file)
                .results()
                .map((MatchResult role) -> role.group(1))
                .toList();
        List<String> controllers = ControllerCatalogue.all().stream()
                .filter(entry -> !entry.name().equals(MachineSetLoop.NAME))
                .map(ControllerEntry::shortName)
                .toList();
        assertThat(roles).containsExactlyInAnyOrderElementsOf(controllers);
    }
}
