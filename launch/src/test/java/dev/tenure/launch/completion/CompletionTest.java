package dev.tenure.launch.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.launch.TenureMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class CompletionTest {
    private static final CommandLine TENURE = TenureMain.commandLine();

    @TempDir
    private static Path folder = Path.of("");

    @BeforeAll
    static void writeACluster() throws IOException {
        Files.writeString(folder.resolve("cluster.yaml"), """
            {apiVersion: v1, kind: Node, metadata: {name: node-1, labels: {topology.kubernetes.io/zone: zone-a}}}
            ---
            apiVersion: v1
            kind: Node
            metadata: {name: node-2, labels: {topology.kubernetes.io/zone: zone-b}}
            spec: {taints: [{key: dedicated, value: gpu, effect: NoExecute}, {key: dedicated, effect: NoSchedule}]}
            ---
            {apiVersion: v1, kind: Namespace, metadata: {name: shop}}
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web, namespace: shop}
            spec:
              selector: {matchLabels: {app: web}}
              template: {metadata: {labels: {app: web}}, spec: {containers: [{name: main, image: web}]}}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: web-0, namespace: shop}
            spec: {containers: [{name: main, image: web}]}
            """);
        Files.writeString(folder.resolve("config"), """
            contexts: [{name: home, context: {cluster: c}}, {name: work, context: {cluster: c}}]
            clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
            """);
    }

    /// The candidates without what they mean, and the directive.
    private static List<String> completed(String... words) {
        return Completion.of(TENURE, List.of(words), ClusterNames.of(List.of(words))::all).stream()
                .map(line -> line.replaceAll("\t.*", ""))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pla | plan :4",
                "plan ta | taint :4",
                "plan l | lose :4",
                "plan drain ~ | node-1 node-2 :4",
                "plan drain node-1 ~ | node-2 :4",
                "plan drain node-1 node-2 ~ | :4",
                "plan drain --ig | --ignore-daemonsets :4",
                "plan drain --timeout ~ | :4",
                "plan drain --timeout 5s node-2 n | node-1 :4",
                "plan taint ~ | nodes :4",
                "plan taint nodes node-2 ~ | node-1 :4",
                "plan delete node ~ | node-1 node-2 :4",
                "plan lose ~ | node zone :4",
                "plan lose zone ~ | zone-a zone-b :4",
                "plan scale -n shop ~ | deployment/web :4",
                "plan scale ~ | :4",
                "plan forecast -n s | shop :4",
                "plan forecast --namespace=s | --namespace=shop :4",
                "plan forecast -o m | markdown :4",
                "plan forecast --output=h | --output=html :4",
                "plan apply -f ~ | :0",
                "plan forecast --context ~ | home work :4",
                "plan forecast --context=w | --context=work :4",
                "plan forecast --no-such=x | :4",
                "show ~ | :0",
                "explain pod -n shop ~ | web-0 :4",
                "explain po -n shop w | web-0 :4",
                "explain pod ~ | :4",
                "explain pod shop/ | shop/web-0 :4",
                "explain pod shop/w | shop/web-0 :4",
                "explain pod shop/x | :4",
                "explain pod other/ | :4",
                "explain pod shop/web-0 ~ | :4",
                "taints -w --key d | dedicated :4",
                "taints -w --node ~ | node-1 node-2 :4",
                "evictions -w --node ~ | node-1 node-2 :4",
                "evictions --loops --node ~ | node-1 node-2 :4",
                "evictions --within ~ | :4",
            })
    void wordsAreCompletedWithWhatThereIs(String typed, String expected) {
        var words = new ArrayList<String>();
        for (String word : typed.split(" ")) {
            words.add(word.equals("~") ? "" : word);
        }
        if (words.size() > 2) {
            words.addAll(
                    2,
                    List.of(
                            "--from", folder.resolve("cluster.yaml").toString(),
                            "--kubeconfig", folder.resolve("config").toString()));
        }

        assertThat(String.join(" ", completed(words.toArray(String[]::new)))).isEqualTo(expected);
    }

    @Test
    void aClusterThatCannotBeReadHasNoNames() {
        assertThat(completed("plan", "drain", "--server", "https://127.0.0.1:1", ""))
                .containsExactly(":4");
        assertThat(completed("plan", "drain", "--from", "no-such-file", "")).containsExactly(":4");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "help evi | evictions :4",
                "help plan dr | drain :4",
                "help plan drain ~ | :4",
                "help nothing ~ | :4",
                "restart ~ | controllers :4",
                "restart controllers ~ | :4",
                "completion ~ | bash fish powershell zsh :4",
                "node set n | nodes :4",
                "node set node-1 d | disk-pressure :4",
                "toleration --for ~ | workloads :4",
                "explain pods ~ | pods :4",
                "compare --b ~ | :0",
                "lint ~ | :0",
                "taints ~ | taint-keys :4",
                "taints --sort n | nodes :4",
                "toleration --key ~ | taint-keys :4",
                "status ~ | :4",
            })
    void eachCommandHasTheWordsThatItTakes(String typed, String expected) {
        List<String> words = List.of(typed.replace("~", "").split(" ", -1));

        assertThat(Completion.of(TENURE, words, List::of).stream().map(line -> line.replaceAll("\t.*", "")))
                .containsExactly(expected.split(" "));
    }

    @Test
    void whatAWordMeansStandsBehindIt() {
        assertThat(Completion.of(TENURE, List.of("plan", "for"), _ -> List.of()))
                .first()
                .satisfies(line -> assertThat(line).startsWith("forecast\tWhat is coming"));
    }
}
