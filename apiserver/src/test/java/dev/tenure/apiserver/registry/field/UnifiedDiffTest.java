package dev.tenure.apiserver.registry.field;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The expected texts are what a kube-apiserver 1.36.3 answered and what Python's difflib gives.
class UnifiedDiffTest {
    private static ObjectNode tree(String json) {
        return Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aPodsDescriptionIsShownWithAllMembersOfTheInternalType() {
        ObjectNode before = tree(
                "{'containers':[{'name':'c','image':'i:1','resources':{},'terminationMessagePath':'/dev/termination-log',"
                        + "'terminationMessagePolicy':'File','imagePullPolicy':'IfNotPresent'}],'restartPolicy':'Always',"
                        + "'terminationGracePeriodSeconds':30,'dnsPolicy':'ClusterFirst','serviceAccountName':'default',"
                        + "'automountServiceAccountToken':false,'securityContext':{},'schedulerName':'default-scheduler',"
                        + "'tolerations':[{'key':'a','operator':'Exists','effect':'NoExecute','tolerationSeconds':300},"
                        + "{'key':'b','operator':'Exists','effect':'NoExecute','tolerationSeconds':300}],'priority':0,"
                        + "'enableServiceLinks':true,'preemptionPolicy':'PreemptLowerPriority'}");
        ObjectNode after = before.deepCopy().put("enableServiceLinks", false);

        assertThat(UnifiedDiff.of(InternalTypes.podSpec(before), InternalTypes.podSpec(after)))
                .isEqualTo("""
                        @@ -93,7 +93,7 @@
                          "ReadinessGates": null,
                          "RuntimeClassName": null,
                          "Overhead": null,
                        - "EnableServiceLinks": true,
                        + "EnableServiceLinks": false,
                          "TopologySpreadConstraints": null,
                          "OS": null,
                          "SchedulingGates": null,
                        """);
    }

    @Test
    void theSecurityContextHoldsWhatPodsSayOutsideIt() {
        ObjectNode spec = tree("{'hostNetwork':true,'securityContext':{'runAsUser':1}}");

        assertThat(InternalTypes.podSpec(spec)
                        .path("SecurityContext")
                        .path("HostNetwork")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void changesFarApartAreShownApart() {
        ObjectNode before = tree("{'a':1,'b':2,'c':3,'d':4,'e':5,'f':6,'g':7,'h':8,'i':9,'j':10,'k':11,'l':12}");
        ObjectNode after = before.deepCopy().put("a", 0).put("l", 0);
        after.remove("g");

        assertThat(UnifiedDiff.of(before, after)).isEqualTo("""
                        @@ -1,14 +1,13 @@
                         {
                        - "a": 1,
                        + "a": 0,
                          "b": 2,
                          "c": 3,
                          "d": 4,
                          "e": 5,
                          "f": 6,
                        - "g": 7,
                          "h": 8,
                          "i": 9,
                          "j": 10,
                          "k": 11,
                        - "l": 12
                        + "l": 0
                         }
                        """);
        assertThat(UnifiedDiff.of(before, before)).isEmpty();
    }

    @Test
    void charactersOfHtmlAreSpelledByNumber() {
        assertThat(UnifiedDiff.of(tree("{'a':'x'}"), tree("{'a':'<&>'}")))
                .isEqualTo("@@ -1,3 +1,3 @@\n {\n- \"a\": \"x\"\n+ \"a\": \"\\u003c\\u0026\\u003e\"\n }\n");
    }

    /// Compared whole, these take minutes: every line that stayed begins another look at all that follow.
    @Test
    void ofTextsThatTakeTooLongTheRestIsShownAsReplaced() {
        ArrayNode before = Json.array();
        ArrayNode after = Json.array();
        for (int i = 0; i < 60_000; i++) {
            before.add(i % 2 == 0 ? "kept" + i : "old" + i);
            after.add(i % 2 == 0 ? "kept" + i : "new" + i);
        }
        before.add("last");
        after.add("last");

        String[] lines = UnifiedDiff.of(before, after).split("\n");

        assertThat(lines).contains("- \"old1\",", "- \"kept50000\",", "+ \"kept50000\",");
        assertThat(lines).contains("  \"kept0\",", "  \"last\"");
        assertThat(lines).doesNotContain("- \"kept0\",", "- \"last\"");
    }

    /// The lines that stayed or went are the old text, those that stayed or came are the new one.
    @Test
    void aDifferenceMakesTheOneTextTheOther() {
        var random = new Random(7);
        for (int round = 0; round < 200; round++) {
            ArrayNode before = Json.array();
            ArrayNode after = Json.array();
            for (int i = 0; i < 3; i++) {
                before.add(random.nextInt(3));
                after.add(random.nextInt(3));
            }
            String difference = UnifiedDiff.of(before, after);
            if (difference.isEmpty()) {
                assertThat(before).isEqualTo(after);
                continue;
            }
            List<String> lines = difference.lines().skip(1).toList();
            assertThat(lines.stream().filter(line -> !line.startsWith("+")).map(line -> line.substring(1)))
                    .isEqualTo(text(before));
            assertThat(lines.stream().filter(line -> !line.startsWith("-")).map(line -> line.substring(1)))
                    .isEqualTo(text(after));
        }
    }

    private static List<String> text(ArrayNode numbers) {
        List<String> lines = new ArrayList<>(List.of("["));
        for (int i = 0; i < numbers.size(); i++) {
            lines.add(" " + numbers.get(i).asInt() + (i + 1 < numbers.size() ? "," : ""));
        }
        lines.add("]");
        return lines;
    }
}
