package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.authn.ServiceAccountTokens;
import dev.tenure.apiserver.authn.TokenAuthenticator;
import dev.tenure.apiserver.authz.AuthorizationMode;
import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.apiserver.http.connection.Timeouts;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.kinds.admission.AdmissionOptions;
import dev.tenure.kinds.admission.serviceaddresses.AddressRange;
import dev.tenure.kinds.webhookclient.WebhookServices.Routing;
import dev.tenure.launch.encryption.Encryption;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.store.CompactionLoop;
import dev.tenure.store.etcd.EtcdOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// What an API server process is made of.
///
/// @param gates features that are switched on or off
/// @param outward how servers are called that objects name
/// @param files keys and certificates that somebody else looks after
/// @param flags with which the process runs, for those who ask
public record ApiConfig(
        DataDirectory directory,
        Listen listen,
        AdmissionOptions admission,
        FeatureGates gates,
        Keeping keeping,
        Access access,
        Load load,
        Outward outward,
        IdentityFiles files,
        Supplier<Map<String, String>> flags) {
    /// The issuer by default.
    public static final String USUAL_ISSUER = "https://kubernetes.default.svc";

    /// How large a store becomes by default: as etcd's.
    public static final long QUOTA_BYTES = 2L << 30;

    /// Where to listen.
    ///
    /// @param address of this machine
    /// @param port 0 for a free one
    /// @param names that the certificate answers for beside those that it always does
    /// @param advertised IP address at which others in the cluster find this server; empty for one of this
    ///     machine
    public record Listen(String address, int port, List<String> names, Optional<String> advertised) {
        public Listen {
            names = List.copyOf(names);
        }

        /// Without further names, found at an address of this machine.
        public Listen(String address, int port) {
            this(address, port, List.of(), Optional.empty());
        }
    }

    /// An etcd.
    ///
    /// @param prefix of all keys
    public record Etcd(EtcdOptions.Servers servers, String prefix) {
        /// What to start a server with to find it again.
        String flags() {
            String named = "--etcd-servers=" + servers.urls();
            return prefix.equals(EtcdOptions.USUAL_PREFIX) ? named : named + " --etcd-prefix=/" + prefix;
        }
    }

    /// Where objects are kept, and how many of them.
    ///
    /// @param ephemeral whether objects are kept in memory only
    /// @param historyAge how long old revisions can be read and watched from
    /// @param quotaBytes how large the store may become before only deletions are let through; 0 for no bound
    /// @param etcd where objects are kept instead of the data directory
    /// @param encryption what of the objects is encrypted there
    /// @param eventLifetime how long events are kept after they were last written
    public record Keeping(
            boolean ephemeral,
            Duration historyAge,
            long quotaBytes,
            Optional<Etcd> etcd,
            Encryption encryption,
            Duration eventLifetime) {
        /// How long events are kept where nothing else is said.
        public static final Duration EVENT_LIFETIME = Duration.ofHours(1);

        /// With nothing encrypted, and events kept as long as usual.
        public Keeping(boolean ephemeral, Duration historyAge, long quotaBytes, Optional<Etcd> etcd) {
            this(ephemeral, historyAge, quotaBytes, etcd, Encryption.NONE, EVENT_LIFETIME);
        }
    }

    /// Who comes in, what they may do, and what is written down of it.
    ///
    /// @param tokens known bearer tokens
    /// @param terms of the tokens of service accounts
    /// @param authorization who is asked whether a caller may do something, in this order
    /// @param agents who has to vouch for the agents of nodes
    /// @param bootstrapTokens whether machines may join with a token
    public record Access(
            List<TokenAuthenticator> tokens,
            ServiceAccountTokens.Terms terms,
            List<AuthorizationMode> authorization,
            Optional<AuditSettings> audit,
            AgentTrust agents,
            boolean bootstrapTokens) {
        public Access {
            tokens = List.copyOf(tokens);
            authorization = List.copyOf(authorization);
        }
    }

    /// How much clients may ask for.
    ///
    /// @param inFlight how many requests are answered at a time
    /// @param timeouts how long clients may take
    public record Load(InFlightLimits inFlight, Timeouts timeouts) {}

    /// How servers are called that objects name.
    ///
    /// @param routing what is dialled of a service
    /// @param proxy who this server is to those that it passes requests on to; empty: what its own authority
    ///     says
    public record Outward(Routing routing, Optional<FrontProxyFiles> proxy) {}

    /// Without any flag.
    public static ApiConfig standard(DataDirectory directory, boolean ephemeral, Listen listen) {
        return new ApiConfig(
                directory,
                listen,
                AdmissionOptions.standard(),
                FeatureGates.STANDARD,
                new Keeping(ephemeral, CompactionLoop.HISTORY_AGE, QUOTA_BYTES, Optional.empty()),
                new Access(
                        List.of(),
                        new ServiceAccountTokens.Terms(USUAL_ISSUER, Optional.empty()),
                        List.of(AuthorizationMode.RBAC),
                        Optional.empty(),
                        new AgentTrust.Anything(),
                        false),
                new Load(InFlightLimits.standard(), Timeouts.standard()),
                new Outward(Routing.ENDPOINT, Optional.empty()),
                IdentityFiles.NONE,
                Map::of);
    }

    public ApiConfig admitting(AdmissionOptions options) {
        return new ApiConfig(directory, listen, options, gates, keeping, access, load, outward, files, flags);
    }

    public ApiConfig switching(FeatureGates gates) {
        return new ApiConfig(directory, listen, admission, gates, keeping, access, load, outward, files, flags);
    }

    public ApiConfig keeping(Keeping other) {
        return new ApiConfig(directory, listen, admission, gates, other, access, load, outward, files, flags);
    }

    public ApiConfig accessible(Access other) {
        return new ApiConfig(directory, listen, admission, gates, keeping, other, load, outward, files, flags);
    }

    public ApiConfig bearing(Load other) {
        return new ApiConfig(directory, listen, admission, gates, keeping, access, other, outward, files, flags);
    }

    public ApiConfig calling(Outward other) {
        return new ApiConfig(directory, listen, admission, gates, keeping, access, load, other, files, flags);
    }

    public ApiConfig identified(IdentityFiles other) {
        return new ApiConfig(directory, listen, admission, gates, keeping, access, load, outward, other, flags);
    }

    public ApiConfig telling(Supplier<Map<String, String>> other) {
        return new ApiConfig(directory, listen, admission, gates, keeping, access, load, outward, files, other);
    }

    public ApiConfig knowing(List<TokenAuthenticator> tokens) {
        return accessible(new Access(
                tokens,
                access.terms(),
                access.authorization(),
                access.audit(),
                access.agents(),
                access.bootstrapTokens()));
    }

    public ApiConfig remembering(Duration age) {
        return keeping(new Keeping(
                keeping.ephemeral(),
                age,
                keeping.quotaBytes(),
                keeping.etcd(),
                keeping.encryption(),
                keeping.eventLifetime()));
    }

    /// Agents are kept to what is on their nodes and known by certificates of the cluster's authority, and
    /// machines may join with a token, as in every cluster that is set up with care.
    public ApiConfig guardingNodes() {
        var modes = List.of(AuthorizationMode.NODE, AuthorizationMode.RBAC);
        return admitting(admission.enabling(Set.of("NodeRestriction")))
                .accessible(new Access(
                        access.tokens(), access.terms(), modes, access.audit(), new AgentTrust.OwnAuthority(), true));
    }

    /// Whether objects are kept in memory only.
    public boolean ephemeral() {
        return keeping.ephemeral();
    }

    AddressRange services() {
        return admission.services();
    }
}
