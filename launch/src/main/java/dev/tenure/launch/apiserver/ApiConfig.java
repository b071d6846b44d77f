package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.authn.TokenAuthenticator;
import dev.tenure.apiserver.authz.AuthorizationMode;
import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.apiserver.http.Timeouts;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.kinds.admission.AdmissionOptions;
import dev.tenure.kinds.admission.serviceaddresses.AddressRange;
import dev.tenure.store.CompactionLoop;
import dev.tenure.store.etcd.EtcdOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What an API server process is made of.
///
/// @param ephemeral whether objects are kept in memory only
/// @param tokens known bearer tokens
/// @param issuer who issues the tokens of service accounts, a URL
/// @param historyAge how long old revisions can be read and watched from
/// @param comparisonOperators whether tolerations may use Lt and Gt
/// @param authorization who is asked whether a caller may do something, in this order
/// @param quotaBytes how large the store may become before only deletions are let through; 0 for no bound
/// @param inFlight how many requests are answered at a time
/// @param timeouts how long clients may take
/// @param etcd where objects are kept instead of the data directory
public record ApiConfig(
        DataDirectory directory,
        boolean ephemeral,
        Listen listen,
        AdmissionOptions admission,
        List<TokenAuthenticator> tokens,
        String issuer,
        Duration historyAge,
        boolean comparisonOperators,
        List<AuthorizationMode> authorization,
        long quotaBytes,
        InFlightLimits inFlight,
        Timeouts timeouts,
        Optional<Etcd> etcd) {
    /// The issuer unless something else is said.
    public static final String USUAL_ISSUER = "https://kubernetes.default.svc";

    /// How large a store becomes unless something else is said: as etcd's.
    public static final long QUOTA_BYTES = 2L << 30;

    /// Where to listen.
    ///
    /// @param address of this machine
    /// @param port 0 for a free one
    /// @param names that the certificate answers for beside those that it always does
    public record Listen(String address, int port, List<String> names) {
        public Listen {
            names = List.copyOf(names);
        }

        /// Without further names.
        public Listen(String address, int port) {
            this(address, port, List.of());
        }
    }

    /// An etcd.
    ///
    /// @param prefix of all keys
    /// @param eventLifetime how long events are kept
    public record Etcd(EtcdOptions.Servers servers, String prefix, Duration eventLifetime) {}

    public ApiConfig {
        tokens = List.copyOf(tokens);
        authorization = List.copyOf(authorization);
    }

    /// Without any flag.
    public static ApiConfig standard(DataDirectory directory, boolean ephemeral, Listen listen) {
        return new ApiConfig(
                directory,
                ephemeral,
                listen,
                AdmissionOptions.standard(),
                List.of(),
                USUAL_ISSUER,
                CompactionLoop.HISTORY_AGE,
                false,
                List.of(AuthorizationMode.RBAC),
                QUOTA_BYTES,
                InFlightLimits.standard(),
                Timeouts.standard(),
                Optional.empty());
    }

    public ApiConfig admitting(AdmissionOptions options) {
        return new ApiConfig(
                directory,
                ephemeral,
                listen,
                options,
                tokens,
                issuer,
                historyAge,
                comparisonOperators,
                authorization,
                quotaBytes,
                inFlight,
                timeouts,
                etcd);
    }

    public ApiConfig knowing(List<TokenAuthenticator> authenticators, String tokenIssuer) {
        return new ApiConfig(
                directory,
                ephemeral,
                listen,
                admission,
                authenticators,
                tokenIssuer,
                historyAge,
                comparisonOperators,
                authorization,
                quotaBytes,
                inFlight,
                timeouts,
                etcd);
    }

    public ApiConfig remembering(Duration age) {
        return new ApiConfig(
                directory,
                ephemeral,
                listen,
                admission,
                tokens,
                issuer,
                age,
                comparisonOperators,
                authorization,
                quotaBytes,
                inFlight,
                timeouts,
                etcd);
    }

    public ApiConfig comparing(boolean operators) {
        return new ApiConfig(
                directory,
                ephemeral,
                listen,
                admission,
                tokens,
                issuer,
                historyAge,
                operators,
                authorization,
                quotaBytes,
                inFlight,
                timeouts,
                etcd);
    }

    public ApiConfig limiting(InFlightLimits limits) {
        return new ApiConfig(
                directory,
                ephemeral,
                listen,
                admission,
                tokens,
                issuer,
                historyAge,
                comparisonOperators,
                authorization,
                quotaBytes,
                limits,
                timeouts,
                etcd);
    }

    public ApiConfig bounding(long bytes) {
        return new ApiConfig(
                directory,
                ephemeral,
                listen,
                admission,
                tokens,
                issuer,
                historyAge,
                comparisonOperators,
                authorization,
                bytes,
                inFlight,
                timeouts,
                etcd);
    }

    public ApiConfig authorizing(List<AuthorizationMode> modes) {
        return new ApiConfig(
                directory,
                ephemeral,
                listen,
                admission,
                tokens,
                issuer,
                historyAge,
                comparisonOperators,
                modes,
                quotaBytes,
                inFlight,
                timeouts,
                etcd);
    }

    /// Agents are kept to what is on their nodes, as in every cluster that is set up with care.
    public ApiConfig guardingNodes() {
        return admitting(admission.enabling(Set.of("NodeRestriction")))
                .authorizing(List.of(AuthorizationMode.NODE, AuthorizationMode.RBAC));
    }

    public ApiConfig timing(Timeouts times) {
        return new ApiConfig(
                directory,
                ephemeral,
                listen,
                admission,
                tokens,
                issuer,
                historyAge,
                comparisonOperators,
                authorization,
                quotaBytes,
                inFlight,
                times,
                etcd);
    }

    public ApiConfig keepingIn(Optional<Etcd> where) {
        return new ApiConfig(
                directory,
                ephemeral,
                listen,
                admission,
                tokens,
                issuer,
                historyAge,
                comparisonOperators,
                authorization,
                quotaBytes,
                inFlight,
                timeouts,
                where);
    }

    AddressRange services() {
        return admission.services();
    }
}
