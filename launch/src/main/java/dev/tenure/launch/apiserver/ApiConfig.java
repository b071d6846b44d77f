package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.authn.TokenAuthenticator;
import dev.tenure.cli.kubeconfig.DataDirectory;
import java.time.Duration;
import java.util.List;

/// What an API server process is made of.
///
/// @param ephemeral whether objects are kept in memory only
/// @param port 0 for a free one
/// @param plugins admission, in order
/// @param tokens known bearer tokens
/// @param historyAge how long old revisions can be read and watched from
/// @param comparisonOperators whether tolerations may use Lt and Gt
public record ApiConfig(
        DataDirectory directory,
        boolean ephemeral,
        String bind,
        int port,
        List<AdmissionPlugin> plugins,
        List<TokenAuthenticator> tokens,
        Duration historyAge,
        boolean comparisonOperators) {
    public ApiConfig {
        plugins = List.copyOf(plugins);
        tokens = List.copyOf(tokens);
    }
}
