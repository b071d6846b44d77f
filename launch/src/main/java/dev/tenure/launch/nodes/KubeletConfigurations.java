package dev.tenure.launch.nodes;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.kubelet.configuration.ConfigurationException;
import dev.tenure.kubelet.configuration.KubeletFile;
import dev.tenure.kubelet.lint.KubeletLintRule;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.YamlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads a file of a KubeletConfiguration for who is to start with it: any mistake in any of its documents is
/// refused.
public final class KubeletConfigurations {
    private KubeletConfigurations() {}

    /// The first document.
    ///
    /// @param flags written over the first document before it is judged
    /// @param exitCode of a refusal
    /// @param warnings notified of settings that are ignored
    /// @throws CommandFailure when the file cannot be read, or a kubelet would not start with it; names every
    ///     line
    public static KubeletFile.Part read(
            Path path, Consumer<ObjectNode> flags, int exitCode, Consumer<String> warnings) {
        KubeletFile file = file(path, exitCode);
        KubeletFile.Part first = file.documents().getFirst().with(flags);
        List<KubeletFile.Part> others =
                file.documents().subList(1, file.documents().size());
        String mistakes = Stream.concat(Stream.of(first), others.stream())
                .flatMap(part -> part.mistakes().stream())
                .map(each -> "\n  %s:%d: %s: %s"
                        .formatted(
                                path,
                                each.line(),
                                each.mistake().field(),
                                each.mistake().message()))
                .collect(Collectors.joining());
        if (first.number() > 1) {
            throw refused(path, exitCode, "its first document is no KubeletConfiguration");
        }
        if (!mistakes.isEmpty() || first.configuration().isEmpty()) {
            throw new CommandFailure(
                    exitCode, "kubelet configuration \"%s\" is not valid:%s".formatted(path, mistakes));
        }
        KubeletLintRule.ignored(first.configuration().get())
                .forEach(each -> warnings.accept("%s:%d: %s: %s"
                        .formatted(path, first.places().lineOf(each.field()), each.field(), each.message())));
        unknownGates(first.fields())
                .forEach(name ->
                        warnings.accept("%s:%d: featureGates: %s is not known here and has no effect; there are %s"
                                .formatted(path, first.places().lineOf("featureGates"), name, FeatureGates.names())));
        others.forEach(part -> warnings.accept(
                "%s:%d: document %d %s".formatted(path, part.places().line(), part.number(), KubeletFile.IGNORED)));
        return first;
    }

    /// Gates of upstream's kubelet that nothing here depends on.
    private static Set<String> unknownGates(JsonNode fields) {
        var names = new TreeSet<String>();
        fields.path("featureGates").fieldNames().forEachRemaining(names::add);
        names.removeAll(FeatureGates.known());
        return names;
    }

    private static KubeletFile file(Path path, int exitCode) {
        try {
            return KubeletFile.read(Files.readAllBytes(path));
        } catch (IOException e) {
            throw new CommandFailure(
                    exitCode, "kubelet configuration \"%s\" cannot be read (%s)".formatted(path, IoWords.briefly(e)));
        } catch (YamlException e) {
            throw new CommandFailure(
                    exitCode, "kubelet configuration \"%s\" is no YAML: %s".formatted(path, e.getMessage()));
        } catch (ConfigurationException e) {
            throw refused(path, exitCode, String.valueOf(e.getMessage()));
        }
    }

    private static CommandFailure refused(Path path, int exitCode, String why) {
        return new CommandFailure(exitCode, "kubelet configuration \"%s\" is not valid: %s".formatted(path, why));
    }
}
