package dev.tenure.checks.golden.pressure;

import dev.tenure.model.core.Pod;
import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// The ten pods whose admission recorded node-pressure cases tell.
final class AdmissionPods {
    private static final String TOLERATES =
            "'tolerations': [{'key': 'node.kubernetes.io/%s', 'operator': 'Exists', 'effect': 'NoSchedule'}]";

    static final Map<String, Pod> ALL = all();

    private AdmissionPods() {}

    private static Map<String, Pod> all() {
        Map<String, Pod> pods = new LinkedHashMap<>();
        pods.put("besteffort", pod("", ""));
        pods.put("besteffort-tolerates-memory-pressure", pod("", TOLERATES.formatted("memory-pressure")));
        pods.put("besteffort-tolerates-disk-pressure", pod("", TOLERATES.formatted("disk-pressure")));
        pods.put("besteffort-tolerates-everything", pod("", "'tolerations': [{'operator': 'Exists'}]"));
        pods.put("burstable", pod("'requests': {'memory': '100Mi'}", ""));
        pods.put(
                "guaranteed",
                pod("'requests': {'memory': '100Mi', 'cpu': '1'}, 'limits': {'memory': '100Mi', 'cpu': '1'}", ""));
        pods.put("critical-priority", pod("", "'priority': 2000000000"));
        pods.put("priority-just-below-critical", pod("", "'priority': 1999999999"));
        pods.put("static", pod("", "'annotations': {'kubernetes.io/config.source': 'file'}"));
        pods.put("mirror", pod("", "'annotations': {'kubernetes.io/config.mirror': 'hash'}"));
        return Collections.unmodifiableMap(pods);
    }

    private static Pod pod(String resources, String more) {
        String text = "{'name': 'p', 'uid': 'p', 'containers': [{'name': 'c'%s}]%s}"
                .formatted(resources.isEmpty() ? "" : ", " + resources, more.isEmpty() ? "" : ", " + more);
        return PressureDocument.pod(Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }
}
