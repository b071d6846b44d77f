package dev.tenure.node.image;

import dev.tenure.kubelet.image.LoginKeyring;
import dev.tenure.kubelet.image.RegistryLogin;
import dev.tenure.node.environment.ConfigSource;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Credentials that programs of the node hand out. Waits for them and for the API. Safe for use by several
/// threads. Upstream: credentialprovider/plugin/plugins.go.
public final class ProviderLogins {
    private final List<ProviderProgram> programs = new ArrayList<>();

    public ProviderLogins(ProviderCalls calls, ConfigSource source, TimeSource time) {
        calls.providers()
                .forEach(provider ->
                        programs.add(new ProviderProgram(provider, calls, new AccountTokens(source, time), time)));
    }

    /// In the order in which they are tried; a program that fails hands out none, which is logged.
    ///
    /// @param repository whole, as `docker.io/library/busybox`
    /// @param pod for which the image is
    public List<RegistryLogin> lookup(String repository, JsonNode pod) {
        var all = new ArrayList<Map<String, RegistryLogin>>();
        for (ProviderProgram program : programs) {
            all.add(program.logins(repository, pod));
        }
        return new LoginKeyring(all).lookup(repository);
    }
}
