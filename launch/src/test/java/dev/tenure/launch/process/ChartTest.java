package dev.tenure.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.ControllerCatalogue;
import dev.tenure.controllers.ControllerEntry;
import dev.tenure.controllers.machineset.MachineSetLoop;
import dev.tenure.launch.TenureMain;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.yaml.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.CommandSpec;

/// `deploy/chart` starts what there is, with flags that there are, and looks at metrics that there are.
class ChartTest {
    private static final Path CHART = Path.of("..", "deploy", "chart");
    private static final Pattern METRIC = Pattern.compile("\\b([a-z]+(?:_[a-z]+)+)[{\\[]");
    private static final Pattern LITERAL = Pattern.compile("\"([a-z_]+)\"");

    private static JsonNode schema(String pointer) throws IOException {
        return Json.read(Files.readAllBytes(CHART.resolve("values.schema.json")))
                .at("/properties" + pointer);
    }

    private static List<String> words(JsonNode list) {
        var words = new ArrayList<String>();
        list.forEach(word -> words.add(word.asText()));
        return words;
    }

    @Test
    void itsValuesTakeTheControllersThatRunAloneAndNoOthers() throws IOException {
        Stream<String> controllers = ControllerCatalogue.all().stream()
                .filter(entry -> !entry.name().equals(MachineSetLoop.NAME))
                .map(ControllerEntry::shortName);
        assertThat(words(schema("/controllers/properties/names/items/enum")))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(Stream.of("*"), controllers).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"controllers", "scheduler"})
    void itStartsACommandWithFlagsThatItHas(String command) throws IOException {
        CommandSpec spec = Objects.requireNonNull(
                        TenureMain.commandLine().getSubcommands().get(command))
                .getCommandSpec();
        String template = Files.readString(CHART.resolve("templates").resolve(command + ".yaml"));
        assertThat(template).contains("list \"" + command + "\"");
        Matcher flag = Pattern.compile("\"(--[a-z-]+)=").matcher(template);
        var flags = new TreeSet<String>();
        while (flag.find()) {
            flags.add(flag.group(1));
            assertThat(spec.findOption(flag.group(1))).as(flag.group(1)).isNotNull();
        }
        assertThat(flags).contains("--metrics-address");
    }

    @ParameterizedTest
    @ValueSource(strings = {"controllers.yaml", "scheduler.yaml"})
    void itsRightsAreTheFilesOfDeploy(String file) throws IOException {
        assertThat(Files.isSameFile(CHART.resolve("rbac").resolve(file), CHART.resolveSibling(file)))
                .isTrue();
    }

    @Test
    void itsAlertsAndPanelsAskForMetricsThatThereAre() throws IOException {
        Set<String> literals = literals();
        var asked = new TreeSet<String>();
        for (String file : List.of("rules.yaml", "dashboard.json")) {
            Matcher metric =
                    METRIC.matcher(Files.readString(CHART.resolve("files").resolve(file)));
            while (metric.find()) {
                asked.add(metric.group(1).replaceFirst("_(bucket|sum|count)$", ""));
            }
        }
        assertThat(asked).hasSizeGreaterThan(6).allMatch(name -> isMade(name, literals));
        assertThat(asked).contains("tenure_taint_eviction_held_pods", "tenure_taint_eviction_extra_pods");
        assertThat(isMade("scheduler_no_such_thing", literals)).isFalse();
    }

    /// Names of metrics stand in the sources as one text, or as what a controller is called and the rest.
    private static boolean isMade(String name, Set<String> literals) {
        return literals.contains(name)
                || literals.stream()
                        .anyMatch(start ->
                                name.startsWith(start + "_") && literals.contains(name.substring(start.length())));
    }

    private static Set<String> literals() throws IOException {
        var literals = new HashSet<String>();
        for (String room : List.of("runtime", "controllers", "scheduler")) {
            try (Stream<Path> files = Files.walk(Path.of("..", room, "src", "main", "java"))) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    Matcher literal = LITERAL.matcher(Files.readString(file));
                    while (literal.find()) {
                        literals.add(literal.group(1));
                    }
                }
            }
        }
        return literals;
    }

    @Test
    void itsUsualValuesAreOnesThatTheProgramTakes() throws IOException {
        JsonNode values =
                Yaml.read(Files.readAllBytes(CHART.resolve("values.yaml"))).value();
        String[] words = {
            "controllers",
            "--controllers=" + String.join(",", words(values.at("/controllers/names"))),
            "--semantics=" + values.at("/controllers/semantics").asText()
        };
        assertThat(TenureMain.commandLine().parseArgs(words).hasSubcommand()).isTrue();
        assertThat(words(schema("/controllers/properties/semantics/enum")))
                .containsExactly("documented", "kubernetes-1.36");
    }
}
