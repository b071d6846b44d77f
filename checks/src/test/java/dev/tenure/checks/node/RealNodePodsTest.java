package dev.tenure.checks.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.eviction.ranking.OomScoreRule;
import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.node.cgroup.GroupName;
import dev.tenure.node.stats.MachineReader;
import dev.tenure.rules.qos.QosClass;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.Yaml;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a pod can ask of a real node: volumes, probes, hooks, containers before and beside, limits.
final class RealNodePodsTest extends OnRealNode {
    private static final long MEBI = 1L << 20;

    private Path shared = Path.of("");

    @Override
    Path data(Path folder) throws Exception {
        shared = Files.createDirectories(folder.resolve("shared"));
        return folder;
    }

    @Override
    List<String> flags() {
        return List.of("--eviction-hard", "memory.available<1Mi");
    }

    private static ObjectNode read(String yaml) {
        return (ObjectNode) Yaml.read(yaml.getBytes(StandardCharsets.UTF_8)).value();
    }

    private String seen(String file) throws IOException {
        Path path = shared.resolve(file);
        return Files.exists(path) ? Files.readString(path).strip() : "";
    }

    private static boolean ready(Pod pod) {
        return pod.status().containerStatuses().stream().allMatch(ContainerStatus::ready)
                && pod.status().condition("Ready").stream()
                        .anyMatch(condition -> condition.status().word().equals("True"));
    }

    /// One pod of all that: what it saw of its volumes, and the order in which things happened, it writes to
    /// a folder of the machine.
    private ObjectNode pod() {
        return read("""
                apiVersion: v1
                kind: Pod
                metadata: {name: all, labels: {color: blue}}
                spec:
                  nodeName: %s
                  terminationGracePeriodSeconds: 5
                  automountServiceAccountToken: false
                  initContainers:
                  - name: first
                    image: %s
                    command: [sh, -c, "echo first >> /host/order; echo page > /web/index.html"]
                    volumeMounts: [{name: host, mountPath: /host}, {name: web, mountPath: /web}]
                  - name: beside
                    image: %2$s
                    restartPolicy: Always
                    command: [sh, -c, "echo beside >> /host/order; trap 'echo beside ends >> /host/order; exit 0' TERM; while :; do sleep 0.3; done"]
                    volumeMounts: [{name: host, mountPath: /host}]
                  containers:
                  - name: main
                    image: %2$s
                    command:
                    - sh
                    - -c
                    - |
                      echo main >> /host/order
                      cat /config/k /secret/k /self/name /self/color /all/k /all/s /all/cpu > /host/seen
                      env | grep ^FROM_ | sort > /host/environment
                      mount | grep -c ' /memory type tmpfs' > /host/memory
                      trap 'echo main ends >> /host/order; exit 0' TERM
                      httpd -p 8080 -h /web
                      while :; do sleep 0.3; done
                    env:
                    - {name: FROM_CONFIG, valueFrom: {configMapKeyRef: {name: c, key: k}}}
                    - {name: FROM_SECRET, valueFrom: {secretKeyRef: {name: s, key: k}}}
                    - {name: FROM_FIELD, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
                    resources: {requests: {cpu: 100m, memory: 32Mi}, limits: {cpu: 800m, memory: 64Mi}}
                    startupProbe: {periodSeconds: 1, timeoutSeconds: 10, failureThreshold: 60, exec: {command: [test, -e, /web/started]}}
                    readinessProbe: {periodSeconds: 1, timeoutSeconds: 10, httpGet: {path: /index.html, port: 8080}}
                    livenessProbe: {periodSeconds: 1, timeoutSeconds: 10, tcpSocket: {port: 8080}}
                    lifecycle:
                      postStart: {exec: {command: [sh, -c, "touch /web/started; echo hook >> /host/order"]}}
                      preStop: {exec: {command: [sh, -c, "echo pre-stop >> /host/order"]}}
                    volumeMounts:
                    - {name: host, mountPath: /host}
                    - {name: web, mountPath: /web}
                    - {name: config, mountPath: /config}
                    - {name: secret, mountPath: /secret}
                    - {name: self, mountPath: /self}
                    - {name: all, mountPath: /all}
                    - {name: memory, mountPath: /memory}
                  volumes:
                  - {name: host, hostPath: {path: %s, type: Directory}}
                  - {name: web, emptyDir: {}}
                  - {name: memory, emptyDir: {medium: Memory, sizeLimit: 8Mi}}
                  - {name: config, configMap: {name: c}}
                  - {name: secret, secret: {secretName: s}}
                  - name: self
                    downwardAPI:
                      items:
                      - {path: name, fieldRef: {fieldPath: metadata.name}}
                      - {path: color, fieldRef: {fieldPath: "metadata.labels['color']"}}
                  - name: all
                    projected:
                      sources:
                      - {configMap: {name: c}}
                      - {secret: {name: s, items: [{key: k, path: s}]}}
                      - downwardAPI: {items: [{path: cpu, resourceFieldRef: {containerName: main, resource: limits.cpu, divisor: 1m}}]}
                """.formatted(ContainerdNode.NAME, TrialRuntime.IMAGE, shared));
    }

    @Test
    void aPodHasItsVolumesProbesHooksAndLimits() throws Exception {
        node().create(
                        ResourceTypes.CONFIG_MAPS,
                        read("{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {k: \"from-config \"}}"));
        node().create(
                        ResourceTypes.SECRETS,
                        read("{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {k: \"from-secret \"}}"));
        node().create(pod());
        Pod pod = node().await("all", RealNodePodsTest::ready);
        assertThat(seen("seen")).isEqualTo("from-config from-secret allbluefrom-config from-secret 800");
        assertThat(seen("environment").lines())
                .containsExactly("FROM_CONFIG=from-config ", "FROM_FIELD=all", "FROM_SECRET=from-secret");
        assertThat(seen("memory")).isEqualTo("1");
        assertThat(seen("order").lines()).startsWith("first", "beside").contains("main", "hook");
        limits(pod);
        node().delete("all");
        assertThat(seen("order").lines()).endsWith("pre-stop", "main ends", "beside ends");
        assertThat(node().groups()
                        .folder(
                                "memory",
                                GroupName.ofPod(QosClass.BURSTABLE, pod.meta().uid())))
                .doesNotExist();
    }

    private void limits(Pod pod) throws IOException {
        GroupName name = GroupName.ofPod(QosClass.BURSTABLE, pod.meta().uid());
        Path memory = node().groups().folder("memory", name);
        Path cpu = node().groups().folder("cpu", name);
        assertThat(memory.resolve("memory.limit_in_bytes"))
                .as("not all containers have a limit")
                .content()
                .satisfies(text -> assertThat(Long.parseLong(text.strip())).isGreaterThan(1L << 60));
        assertThat(cpu.resolve("cpu.shares")).hasContent("102");
        String id = pod.status().containerStatuses().getFirst().containerId().replaceFirst(".*//", "");
        assertThat(memory.resolve(id).resolve("memory.limit_in_bytes")).hasContent(String.valueOf(64 * MEBI));
        assertThat(cpu.resolve(id).resolve("cpu.cfs_quota_us")).hasContent("80000");
        String pid =
                Files.readAllLines(memory.resolve(id).resolve("cgroup.procs")).getFirst();
        long adjustment = OomScoreRule.adjustment(
                pod, pod.spec().containers().getFirst(), new MachineReader(Path.of("/")).memoryBytes("MemTotal"));
        assertThat(Path.of("/proc", pid, "oom_score_adj")).hasContent(String.valueOf(adjustment));
    }

    @Test
    void aContainerThatFailsItsLivenessProbeStartsAgain() throws Exception {
        ObjectNode pod = ContainerdNode.pod("steady", "touch /m/well; echo x >> /m/starts; sleep 100000");
        ((ObjectNode) pod.path("spec")).put("restartPolicy", "Always");
        ((ObjectNode) pod.at("/spec/containers/0"))
                .set("livenessProbe", read("{periodSeconds: 1, failureThreshold: 2, exec: {command: [rm, /m/well]}}"));
        node().create(pod);
        Pod again = node().await(
                        "steady",
                        seen -> seen.status().containerStatuses().stream().anyMatch(each -> each.restartCount() == 1));
        assertThat(node().starts(again)).isGreaterThanOrEqualTo(2);
        assertThat(node().events("steady"))
                .anyMatch(message -> message.startsWith("Liveness probe failed: rm: can't remove '/m/well'"))
                .contains("Container c failed liveness probe, will be restarted");
    }
}
