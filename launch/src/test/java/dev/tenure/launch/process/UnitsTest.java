package dev.tenure.launch.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.tenure.launch.TenureMain;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.yaml.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.CommandSpec;

/// The units of `deploy/ha` start commands that there are, with flags that they have.
class UnitsTest {
    private static final Path FOLDER = Path.of("..", "deploy", "ha");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");

    private static Map<String, String> variables() throws IOException {
        var all = new TreeMap<String, String>();
        for (String line : Files.readAllLines(FOLDER.resolve("ha.env"))) {
            if (!line.startsWith("#")) {
                all.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1));
            }
        }
        return all;
    }

    private static List<String> started(String unit) throws IOException {
        String text = Files.readString(FOLDER.resolve(unit)).replace("\\\n", " ");
        Matcher line = Pattern.compile("^ExecStart=(.*)$", Pattern.MULTILINE).matcher(text);
        assertThat(line.find()).isTrue();
        Map<String, String> variables = variables();
        String filled = VARIABLE.matcher(line.group(1))
                .replaceAll(found -> Matcher.quoteReplacement(variables.getOrDefault(found.group(1), "")));
        return List.of(filled.strip().split("\\s+"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tenure-apiserver.service", "tenure-scheduler.service", "tenure-controllers.service"})
    void aUnitStartsACommandWithFlagsThatItHas(String unit) throws IOException {
        List<String> words = started(unit);
        assertThat(words.getFirst()).isEqualTo("/usr/local/bin/tenure");
        String[] arguments = words.subList(1, words.size()).toArray(String[]::new);
        assertThat(arguments).allMatch(word -> !word.endsWith("="));
        assertThatCode(() -> TenureMain.commandLine().parseArgs(arguments)).doesNotThrowAnyException();
    }

    @Test
    void theScriptForOneMachineStartsCommandsWithFlagsThatTheyHave() throws IOException {
        String text = Files.readString(FOLDER.resolve("local.sh")).replace("\\\n", " ");
        Matcher started = Pattern.compile("\"\\$TENURE\" (\\w+) (.*)").matcher(text);
        var commands = new TreeSet<String>();
        while (started.find()) {
            commands.add(started.group(1));
            CommandSpec command = Objects.requireNonNull(
                            TenureMain.commandLine().getSubcommands().get(started.group(1)))
                    .getCommandSpec();
            Matcher flag = Pattern.compile("--[a-z-]+").matcher(started.group(2));
            while (flag.find()) {
                assertThat(command.findOption(flag.group()))
                        .as(started.group(1) + " " + flag.group())
                        .isNotNull();
            }
        }
        assertThat(commands).containsExactly("apiserver", "controllers", "scheduler");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tenure-apiserver.yaml", "tenure-scheduler.yaml", "tenure-controllers.yaml"})
    void aManifestStartsTheSameCommandAsTheUnit(String manifest) throws IOException {
        JsonNode pod = Yaml.read(Files.readAllBytes(FOLDER.resolve("manifests").resolve(manifest)))
                .value();
        List<String> words = new ArrayList<>();
        pod.at("/spec/containers/0/command").forEach(word -> words.add(word.asText()));
        assertThat(words.getFirst()).endsWith("/tenure");
        List<String> unit = started(manifest.replace(".yaml", ".service"));
        assertThat(words.subList(1, words.size())).isEqualTo(unit.subList(1, unit.size()));
    }
}
