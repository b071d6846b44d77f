package dev.tenure.kinds.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodQosTest {
    private static final String LIMITED = "{'limits':{'cpu':'1','memory':'1Mi'},'requests':{'cpu':'1','memory':'1Mi'}}";

    /// What a pod names for itself counts alone, even if it names nothing.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            ''                           | Guaranteed
            'resources':{},              | BestEffort
            'resources':{'requests':{}}, | BestEffort
            'resources':{'limits':{'memory':'1Mi'}},   | Burstable
            'resources':{'requests':{'cpu':'1'}},      | Burstable
            'resources':{'limits':{'cpu':'1','memory':'1'},'requests':{'cpu':'1','memory':'1'}}, | Guaranteed
            """)
    void aPodsOwnResourcesCountAlone(String own, String expected) {
        ObjectNode pod = pod(own.equals("''") ? "" : own);
        assertThat(PodQos.of(pod.path("spec"))).isEqualTo(expected);
        assertThat(PodQos.stated(pod)).isEqualTo(expected);
        pod.putObject("status").put("qosClass", "BestEffort");
        assertThat(PodQos.stated(pod)).isEqualTo("BestEffort");
    }

    private static ObjectNode pod(String own) {
        String spec = "{" + own + "'containers':[{'name':'c','resources':" + LIMITED + "}]}";
        return Json.readObject(("{'spec':" + spec + "}").replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
