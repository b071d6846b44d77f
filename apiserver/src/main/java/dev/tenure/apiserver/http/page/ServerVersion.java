package dev.tenure.apiserver.http.page;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// What `/version` says: the version of Kubernetes whose behaviour this server has.
public final class ServerVersion {
    static final String NUMBER = "1.36.3";
    static final String EMULATED = "1.36";

    /// Which Go it was made with.
    static final String RUNTIME = "none";

    private ServerVersion() {}

    public static Map<String, String> facts() {
        var facts = new LinkedHashMap<String, String>();
        facts.put("major", "1");
        facts.put("minor", "36");
        facts.put("emulationMajor", "1");
        facts.put("emulationMinor", "36");
        facts.put("minCompatibilityMajor", "1");
        facts.put("minCompatibilityMinor", "35");
        facts.put("gitVersion", "v" + NUMBER + "+tenure");
        facts.put("gitCommit", "");
        facts.put("gitTreeState", "clean");
        facts.put("buildDate", "1970-01-01T00:00:00Z");
        facts.put("goVersion", RUNTIME);
        facts.put("compiler", "javac");
        facts.put(
                "platform",
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT) + "/" + System.getProperty("os.arch", ""));
        return facts;
    }
}
