package dev.tenure.node.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.kubelet.image.CredentialProvider;
import dev.tenure.kubelet.image.CredentialProvider.Tokens;
import dev.tenure.kubelet.image.RegistryLogin;
import dev.tenure.kubelet.image.RegistryLogin.Source;
import dev.tenure.model.meta.Caller;
import dev.tenure.node.environment.ConfigSource;
import dev.tenure.node.image.ProviderCalls.Run;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Programs that hand out credentials, with real ones: scripts that note what they are told.
final class ProviderLoginsTest {
    private static final String VERSION = CredentialProvider.NEWEST;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String HEAD = "{\"kind\":\"CredentialProviderResponse\",\"apiVersion\":\"" + VERSION + "\",";
    private static final String LOGIN = "\"auth\":{\"r.test\":{\"username\":\"me\",\"password\":\"geheim\"}}}";

    @TempDir
    private Path folder = Path.of("");

    private final ServedAccounts served = new ServedAccounts();
    private final List<Run> runs = new CopyOnWriteArrayList<>();

    @BeforeEach
    void noteNothingYet() throws IOException {
        Files.writeString(folder.resolve("told"), "");
    }

    /// A program that notes its input and prints this answer.
    private void program(String name, String answer) throws IOException {
        Files.writeString(folder.resolve("answer"), answer);
        script(name, "cat >> told; echo >> told; cat answer");
    }

    private void script(String name, String script) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, "#!/bin/sh\ncd %s\n%s\n".formatted(folder, script));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private List<String> told() throws IOException {
        return Files.readAllLines(folder.resolve("told"));
    }

    private static CredentialProvider provider(Duration kept, Optional<Tokens> tokens) {
        return new CredentialProvider(
                "p", List.of("r.test/team", "*.r.test"), kept, VERSION, List.of("--flag"), Map.of("WHAT", "x"), tokens);
    }

    private ProviderLogins logins(CredentialProvider... providers) {
        var source = new ConfigSource(new ClusterClient(served, Caller.component("agent", List.of(), "agent")));
        return new ProviderLogins(new ProviderCalls(List.of(providers), folder, runs::add), source, new SystemTime());
    }

    private static JsonNode pod(String uid, String account) {
        String pod = "{'metadata': {'namespace': 'ns', 'name': 'p', 'uid': '%s'}, 'spec': {%s}}"
                .formatted(uid, account.isEmpty() ? "" : "'serviceAccountName': '%s'".formatted(account));
        return Json.readObject(pod.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> users(List<RegistryLogin> logins) {
        return logins.stream().map(RegistryLogin::username).toList();
    }

    @Test
    void aProgramIsToldOfTheImageAndItsAnswerIsForAllPods() throws IOException {
        program("p", HEAD + "\"cacheKeyType\":\"Image\"," + LOGIN);
        var logins = logins(provider(MINUTE, Optional.empty()));
        assertThat(logins.lookup("r.test/team/app", pod("u", "a")))
                .containsExactly(new RegistryLogin("me", "geheim", "", Optional.empty()));
        assertThat(told())
                .containsExactly("{\"kind\":\"CredentialProviderRequest\",\"apiVersion\":\"" + VERSION
                        + "\",\"image\":\"r.test/team/app\"}");
        assertThat(runs).singleElement().matches(run -> run.provider().equals("p") && !run.failed());
    }

    @Test
    void aProgramIsNotAskedForImagesThatAreNotItsOwn() throws IOException {
        program("p", HEAD + "\"cacheKeyType\":\"Image\"," + LOGIN);
        var logins = logins(provider(MINUTE, Optional.empty()));
        assertThat(logins.lookup("r.test/other", pod("u", "a"))).isEmpty();
        assertThat(logins.lookup("a.b.r.test/team", pod("u", "a"))).isEmpty();
        assertThat(told()).isEmpty();
        assertThat(logins.lookup("a.r.test/team", pod("u", "a")))
                .as("asked, and has none for that registry")
                .isEmpty();
        assertThat(told()).hasSize(1);
    }

    /// How often it is asked for three images of two registries, each twice.
    @Test
    void anAnswerHoldsForTheImageTheRegistryOrAll() throws IOException {
        Map<String, Integer> asked = Map.of("Image", 3, "Registry", 2, "Global", 1);
        for (var entry : asked.entrySet()) {
            noteNothingYet();
            program("p", HEAD + "\"cacheKeyType\":\"" + entry.getKey() + "\"," + LOGIN);
            var logins = logins(provider(MINUTE, Optional.empty()));
            for (int round = 0; round < 2; round++) {
                for (String image : List.of("r.test/team/a", "r.test/team/b", "x.r.test/a")) {
                    logins.lookup(image, pod("u", "a"));
                }
            }
            assertThat(told()).as(entry.getKey()).hasSize(entry.getValue());
        }
    }

    /// What the program says comes before what the configuration says, zero too.
    @Test
    void anAnswerHoldsAsLongAsTheProgramOrTheConfigurationSays() throws IOException {
        String said = HEAD + "\"cacheKeyType\":\"Global\",%s" + LOGIN;
        Map<String, Integer> none = Map.of("", 2, "\"cacheDuration\":\"1m\",", 1);
        Map<String, Integer> some = Map.of("", 1, "\"cacheDuration\":\"0s\",", 2, "\"cacheDuration\":\"-1s\",", 2);
        for (var kept : Map.of(Duration.ZERO, none, MINUTE, some).entrySet()) {
            for (var entry : kept.getValue().entrySet()) {
                noteNothingYet();
                program("p", said.formatted(entry.getKey()));
                var logins = logins(provider(kept.getKey(), Optional.empty()));
                logins.lookup("r.test/team/a", pod("u", "a"));
                assertThat(users(logins.lookup("r.test/team/a", pod("u", "a")))).containsExactly("me");
                assertThat(told()).as(kept.getKey() + entry.getKey()).hasSize(entry.getValue());
            }
        }
    }

    @Test
    void itsArgumentsAndVariablesAreGiven() throws IOException {
        script(
                "p",
                "echo '" + HEAD + "\"cacheKeyType\":\"Image\",\"auth\":{\"r.test\":{\"username\":\"'$1-$WHAT'\"}}}'");
        assertThat(users(logins(provider(MINUTE, Optional.empty())).lookup("r.test/team/a", pod("u", "a"))))
                .containsExactly("--flag-x");
    }

    @Test
    void aProgramThatFailsGivesNoneAndTheNextIsAsked() throws IOException {
        var second = new CredentialProvider(
                "second", List.of("r.test"), MINUTE, VERSION, List.of(), Map.of(), Optional.empty());
        program("second", HEAD + "\"cacheKeyType\":\"Image\"," + LOGIN);
        for (String script : List.of("exit 3", "echo nonsense", "echo '{\"apiVersion\":\"v1\"}'")) {
            script("p", script);
            assertThat(users(logins(provider(MINUTE, Optional.empty()), second).lookup("r.test/team/a", pod("u", "a"))))
                    .as(script)
                    .containsExactly("me");
        }
        assertThat(runs.stream().filter(Run::failed))
                .as("the others ended well")
                .hasSize(1);
    }

    private static Optional<Tokens> tokens(boolean required, boolean perToken) {
        return Optional.of(new Tokens("registry", required, perToken, List.of("need"), List.of("may", "other")));
    }

    @Test
    void withATokenThePodsAccountIsToldAndTheAnswerIsItsOwn() throws IOException {
        served.account("a", "{\"need\": \"1\", \"may\": \"2\", \"rest\": \"3\"}");
        program("p", HEAD + "\"cacheKeyType\":\"Image\"," + LOGIN);
        var logins = logins(provider(MINUTE, tokens(true, false)));
        var account = new Source.Account("uid-a", "ns", "a");
        assertThat(logins.lookup("r.test/team/app", pod("u", "a")))
                .containsExactly(new RegistryLogin("me", "geheim", "", Optional.of(account)));
        assertThat(told())
                .containsExactly("{\"kind\":\"CredentialProviderRequest\",\"apiVersion\":\"" + VERSION
                        + "\",\"image\":\"r.test/team/app\",\"serviceAccountToken\":\"token-1-registry\","
                        + "\"serviceAccountAnnotations\":{\"may\":\"2\",\"need\":\"1\"}}");
        assertThat(users(logins.lookup("r.test/team/app", pod("v", "a")))).containsExactly("me");
        assertThat(told()).as("the answer holds for the account").hasSize(1);
    }

    @Test
    void anAnswerThatIsForOneTokenHoldsForNoOther() throws IOException {
        served.account("a", "{\"need\": \"1\"}");
        program("p", HEAD + "\"cacheKeyType\":\"Image\"," + LOGIN);
        var logins = logins(provider(MINUTE, tokens(true, true)));
        for (String uid : List.of("u", "v", "u")) {
            assertThat(users(logins.lookup("r.test/team/app", pod(uid, "a")))).containsExactly("me");
        }
        assertThat(told()).as("two pods have two tokens").hasSize(2);
    }

    @Test
    void aPodWithoutAnAccountOrWhatItHasToHaveIsNotAskedFor() throws IOException {
        served.account("a", "{\"may\": \"2\"}");
        program("p", HEAD + "\"cacheKeyType\":\"Image\"," + LOGIN);
        for (String account : List.of("a", "gone", "")) {
            assertThat(logins(provider(MINUTE, tokens(true, false))).lookup("r.test/team/app", pod("u", account)))
                    .isEmpty();
        }
        assertThat(told()).isEmpty();
        var optional = Optional.of(new Tokens("registry", false, false, List.of(), List.of()));
        assertThat(logins(provider(MINUTE, optional)).lookup("r.test/team/app", pod("u", "")))
                .containsExactly(new RegistryLogin("me", "geheim", "", Optional.empty()));
        assertThat(told().getFirst()).doesNotContain("Token");
    }

    /// A token that comes back as a password has to be kept for that token alone.
    @Test
    void aTokenIsNoPasswordUnlessAnswersAreForOneToken() throws IOException {
        served.account("a", "{\"need\": \"1\"}");
        String echo = LOGIN.replace("geheim", "token-1-registry");
        program("p", HEAD + "\"cacheKeyType\":\"Image\"," + echo);
        assertThat(logins(provider(MINUTE, tokens(true, false))).lookup("r.test/team/app", pod("u", "a")))
                .isEmpty();
        served.begin();
        assertThat(users(logins(provider(MINUTE, tokens(true, true))).lookup("r.test/team/app", pod("u", "a"))))
                .containsExactly("me");
    }
}
