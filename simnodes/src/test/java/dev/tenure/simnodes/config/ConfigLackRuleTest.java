package dev.tenure.simnodes.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ConfigLackRuleTest {
    private static JsonNode json(String text) {
        return Json.readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static final JsonNode POD = json("""
            {'spec': {
              'volumes': [
                {'name': 'a', 'configMap': {'name': 'files', 'items': [{'key': 'k', 'path': 'p'}]}},
                {'name': 'b', 'secret': {'secretName': 'keys'}},
                {'name': 'kube-api-access-x', 'projected': {'sources': [{'configMap': {'name': 'kube-root-ca.crt'}}]}},
                {'name': 'c', 'projected': {'sources': [{'secret': {'name': 'keys', 'items': [{'key': 'k', 'path': 'p'}]}},
                  {'configMap': {'name': 'files', 'optional': true}}, {'downwardAPI': {}}]}},
                {'name': 'd', 'emptyDir': {}}],
              'initContainers': [
                {'name': 'i', 'env': [{'name': 'V', 'valueFrom': {'secretKeyRef': {'name': 'keys', 'key': 'k'}}}]},
                {'name': 'j', 'envFrom': [{'secretRef': {'name': 'keys'}}]}],
              'containers': [
                {'name': 'm', 'envFrom': [{'configMapRef': {'name': 'files'}}, {'secretRef': {'name': 'keys'}}]},
                {'name': 'n', 'env': [{'name': 'U', 'value': 'u'}, {'name': 'F', 'valueFrom': {'fieldRef': {}}},
                  {'name': 'V', 'valueFrom': {'configMapKeyRef': {'name': 'files', 'key': 'k'}}}]}]}}""");

    /// In which places something lacks when only that is there.
    private static List<String> lacking(Map<String, String> objects) {
        var references = new ArrayList<>(ConfigReferences.ofVolumes(POD));
        references.addAll(ConfigReferences.ofEnvironments(POD));
        return ConfigLackRule.lacks(
                        "ns",
                        references,
                        reference -> Optional.ofNullable(objects.get(reference.name()))
                                .map(text -> ConfigKeys.of(json(text))))
                .stream()
                .map(lack -> switch (lack.place()) {
                    case ConfigPlace.Volume(String name) -> name + ": " + lack.message();
                    case ConfigPlace.Environment environment -> environment.path() + ": " + lack.message();
                })
                .toList();
    }

    @Test
    void allVolumesAreMadeBeforeAnyContainerIs() {
        assertThat(lacking(Map.of()))
                .containsExactly(
                        "a: configmap \"files\" not found",
                        "b: secret \"keys\" not found",
                        "c: secret \"keys\" not found");
        assertThat(lacking(Map.of("keys", "{'data': {'other': 'eA=='}}", "files", "{'binaryData': {'k': 'eA=='}}")))
                .containsExactly("c: references non-existent secret key: k");
    }

    /// A file may be made of bytes, a variable not.
    @Test
    void containersDoNotWaitForEachOther() {
        assertThat(lacking(Map.of("keys", "{'data': {'k': 'eA=='}}", "files", "{'binaryData': {'k': 'eA=='}}")))
                .containsExactly("spec.containers{n}: couldn't find key k in ConfigMap ns/files");
        assertThat(lacking(Map.of("keys", "{'data': {'k': 'eA=='}}", "files", "{'data': {'k': 'x'}}")))
                .isEmpty();
    }

    @Test
    void initContainersDo() {
        List<ConfigReference> environments = ConfigReferences.ofEnvironments(POD);
        assertThat(ConfigLackRule.lacks("ns", environments, _ -> Optional.empty()))
                .containsExactly(new ConfigLack(new ConfigPlace.Environment("i", true), "secret \"keys\" not found"));
        assertThat(ConfigLackRule.lacks("ns", environments.subList(2, environments.size()), _ -> Optional.empty()))
                .containsExactly(
                        new ConfigLack(new ConfigPlace.Environment("m", false), "configmap \"files\" not found"),
                        new ConfigLack(new ConfigPlace.Environment("n", false), "configmap \"files\" not found"));
    }
}
