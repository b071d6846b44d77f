package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.authn.ServiceAccountTokens;
import dev.tenure.apiserver.authn.StaticTokens;
import dev.tenure.apiserver.authn.TokenAuthenticator;
import dev.tenure.apiserver.authz.AuthorizationMode;
import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.apiserver.pki.Pem;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.DurationConverter;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.kinds.admission.AdmissionOptions;
import dev.tenure.kinds.admission.PluginCatalogue;
import dev.tenure.kinds.admission.serviceaddresses.AddressRange;
import dev.tenure.kinds.webhookclient.WebhookServices.Routing;
import dev.tenure.launch.process.GateOptions;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.runtime.io.IoWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The flags of kube-apiserver that mean the same here, for every command that runs an API server.
/// Upstream: cmd/kube-apiserver/app/options, pkg/kubeapiserver/options.
public final class ApiFlags {
    private static final Duration TOKEN_LEAST = Duration.ofHours(1);
    private static final Duration TOKEN_MOST = Duration.ofSeconds(1L << 32);

    @Option(
            names = "--token-auth-file",
            paramLabel = "FILE",
            description = "Bearer tokens that are let in, one a line: token,user,uid,\"group1,group2\".")
    private @Nullable Path tokenFile;

    @Option(
            names = "--enable-admission-plugins",
            paramLabel = "NAME",
            split = ",",
            description = "Admission plugins to use in addition to those that are on by default.")
    private List<String> enabled = List.of();

    @Option(
            names = "--disable-admission-plugins",
            paramLabel = "NAME",
            split = ",",
            description = "Admission plugins not to use.")
    private List<String> disabled = List.of();

    @Option(
            names = "--admission-control-config-file",
            paramLabel = "FILE",
            description = "AdmissionConfiguration, YAML or JSON, with the settings of admission plugins.")
    private @Nullable Path admissionFile;

    @Option(
            names = "--authorization-mode",
            paramLabel = "MODE",
            split = ",",
            description = "Who is asked whether a request is allowed, in this order: Node, RBAC (default: RBAC; of up:"
                    + " Node,RBAC and the admission plugin NodeRestriction).")
    private List<String> authorization = List.of();

    @Option(
            names = "--kubelet-certificate-authority",
            paramLabel = "FILE",
            description =
                    "PEM certificates, one of which has to vouch for the agents of nodes when logs and the like are"
                            + " asked of them; \"\": whatever they show is taken (default: \"\"; of up: the cluster's own"
                            + " authority).")
    private @Nullable Path agentAuthority;

    @Option(
            names = "--enable-bootstrap-token-auth",
            arity = "0..1",
            paramLabel = "BOOL",
            fallbackValue = "true",
            description =
                    "Let machines join with a token, a Secret of type bootstrap.kubernetes.io/token in kube-system"
                            + " (default: false; of up: true).")
    private @Nullable Boolean bootstrapTokens;

    @Mixin
    private GateOptions gates = new GateOptions();

    @Mixin
    private EtcdFlags etcd = new EtcdFlags();

    @Mixin
    private AuditFlags audit = new AuditFlags();

    @Mixin
    private FrontProxyFlags proxy = new FrontProxyFlags();

    @Mixin
    private IdentityFlags identity = new IdentityFlags();

    @Option(
            names = "--allow-privileged",
            arity = "0..1",
            paramLabel = "BOOL",
            defaultValue = "true",
            fallbackValue = "true",
            description =
                    "Privileged containers are always let in here, whatever kube-apiserver's default is: only true"
                            + " can be given.")
    private boolean privileged = true;

    @Option(
            names = "--service-cluster-ip-range",
            paramLabel = "CIDR",
            defaultValue = "10.0.0.0/16",
            description = "IPv4 range that services have their addresses from (default: ${DEFAULT-VALUE}).")
    private String serviceRange = AddressRange.USUAL.toString();

    @Option(
            names = "--service-account-issuer",
            paramLabel = "URL",
            defaultValue = ApiConfig.USUAL_ISSUER,
            description = "Who issues the tokens of service accounts (default: ${DEFAULT-VALUE}).")
    private String issuer = ApiConfig.USUAL_ISSUER;

    @Option(
            names = "--service-account-max-token-expiration",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "How long a token of a service account lasts at most, whatever its request says: an hour or"
                    + " more (default: as long as asked for).")
    private @Nullable Duration longestToken;

    @Option(
            names = {"--compaction-interval", "--etcd-compaction-interval"},
            paramLabel = "DURATION",
            defaultValue = "5m",
            converter = DurationConverter.class,
            description = "How long old revisions can be read and watched from (default: ${DEFAULT-VALUE}).")
    private Duration history = Duration.ofMinutes(5);

    @Option(
            names = {"--quota-bytes", "--quota-backend-bytes"},
            paramLabel = "BYTES",
            defaultValue = "2147483648",
            description = "How large the store may become: beyond it only deletions are let through; 0 for no bound"
                    + " (default: ${DEFAULT-VALUE}, 2 GiB).")
    private long quotaBytes = ApiConfig.QUOTA_BYTES;

    @Option(
            names = "--default-not-ready-toleration-seconds",
            paramLabel = "SECONDS",
            defaultValue = "300",
            description = "Toleration of not-ready:NoExecute given to pods that have none (default: ${DEFAULT-VALUE}).")
    private long notReadySeconds;

    @Option(
            names = "--default-unreachable-toleration-seconds",
            paramLabel = "SECONDS",
            defaultValue = "300",
            description =
                    "Toleration of unreachable:NoExecute given to pods that have none (default: ${DEFAULT-VALUE}).")
    private long unreachableSeconds;

    @Option(
            names = "--enable-aggregator-routing",
            arity = "0..1",
            paramLabel = "BOOL",
            defaultValue = "true",
            fallbackValue = "true",
            description = "Dial the endpoints of a service that is a webhook or answers for a group, not its cluster"
                    + " address (default: ${DEFAULT-VALUE}).")
    private boolean endpoints = true;

    @Option(
            names = "--max-requests-inflight",
            paramLabel = "N",
            defaultValue = "400",
            description = "Reads that are answered at a time; 0 for any number (default: ${DEFAULT-VALUE}).")
    private int reading;

    @Option(
            names = "--max-mutating-requests-inflight",
            paramLabel = "N",
            defaultValue = "200",
            description = "Writes that are answered at a time; 0 for any number (default: ${DEFAULT-VALUE}).")
    private int mutating;

    @Option(
            names = "--request-timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            defaultValue = "1m0s",
            description = "Within which the body of a request is to be here (default: ${DEFAULT-VALUE}).")
    private Duration requestTimeout = Duration.ofMinutes(1);

    @Option(
            names = "--min-request-timeout",
            paramLabel = "SECONDS",
            defaultValue = "1800",
            description = "How long a watch lasts at least, and at most twice, when the client does not say (default:"
                    + " ${DEFAULT-VALUE}).")
    private int watchSecondsMin;

    /// `config` with what the flags say.
    ///
    /// @throws CommandFailure when a value is wrong; it names the flag, the value and what is expected
    public ApiConfig apply(ApiConfig config) {
        check(config);
        return config.identified(identity.files())
                .calling(new ApiConfig.Outward(endpoints ? Routing.ENDPOINT : Routing.CLUSTER_ADDRESS, proxy.files()))
                .admitting(admission(config.admission()))
                .switching(gates())
                .keeping(new ApiConfig.Keeping(
                        config.ephemeral(), history, quotaBytes, etcd.etcd(), etcd.encryption(), etcd.eventLifetime()))
                .accessible(new ApiConfig.Access(
                        tokens(),
                        terms(),
                        authorization.isEmpty() ? config.access().authorization() : authorization(),
                        audit.settings(),
                        agents(config.access().agents()),
                        bootstrapTokens == null ? config.access().bootstrapTokens() : bootstrapTokens))
                .bearing(new ApiConfig.Load(
                        new InFlightLimits(reading, mutating),
                        config.load().timeouts().lasting(requestTimeout, Duration.ofSeconds(watchSecondsMin))));
    }

    private void check(ApiConfig config) {
        if (history.toMillis() < 1) {
            throw usage("--compaction-interval must be a millisecond at least");
        }
        if (quotaBytes < 0) {
            throw usage("--quota-bytes must be 0 or more");
        }
        if (reading < 0 || mutating < 0) {
            throw usage("--max-requests-inflight and --max-mutating-requests-inflight must be 0 or more");
        }
        if (requestTimeout.toSeconds() < 1 || watchSecondsMin < 1) {
            throw usage("--request-timeout and --min-request-timeout must be a second at least");
        }
        if (config.ephemeral() && etcd.etcd().isPresent()) {
            throw usage("--ephemeral keeps objects in memory and --etcd-servers in etcd: give one of them");
        }
        if (!privileged) {
            throw usage("--allow-privileged=false cannot be had: let the policy of pod security forbid privileged"
                    + " containers, by labels of namespaces");
        }
    }

    private ServiceAccountTokens.Terms terms() {
        Duration most = longestToken;
        if (most != null && (most.compareTo(TOKEN_LEAST) < 0 || most.compareTo(TOKEN_MOST) > 0)) {
            throw usage(
                    "--service-account-max-token-expiration must be an hour at least and 2^32 seconds at most, not %s"
                            .formatted(most));
        }
        return new ServiceAccountTokens.Terms(issuer, Optional.ofNullable(most));
    }

    /// The features that are switched on or off.
    public FeatureGates gates() {
        return gates.gates();
    }

    private List<AuthorizationMode> authorization() {
        List<AuthorizationMode> modes = new ArrayList<>();
        for (String name : authorization) {
            AuthorizationMode mode = Arrays.stream(AuthorizationMode.values())
                    .filter(one -> one.flag().equals(name))
                    .findFirst()
                    .orElseThrow(() ->
                            usage("--authorization-mode \"%s\" is unknown; there are Node and RBAC".formatted(name)));
            if (modes.contains(mode)) {
                throw usage("--authorization-mode names %s twice".formatted(name));
            }
            modes.add(mode);
        }
        return modes;
    }

    private AdmissionOptions admission(AdmissionOptions usual) {
        try {
            var wanted = new LinkedHashSet<>(usual.enabled());
            wanted.addAll(enabled);
            AdmissionOptions options = usual.enabling(wanted)
                    .disabling(new LinkedHashSet<>(disabled))
                    .tolerating(notReadySeconds, unreachableSeconds)
                    .addressing(AddressRange.parse(serviceRange));
            if (admissionFile != null) {
                options = options.configured(AdmissionFile.read(admissionFile));
            }
            PluginCatalogue.plugins(options, new SecureRandom());
            return options;
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    private List<TokenAuthenticator> tokens() {
        if (tokenFile == null) {
            return List.of();
        }
        String text = new String(read("--token-auth-file", tokenFile), StandardCharsets.UTF_8);
        try {
            return List.of(StaticTokens.parse(text.lines().toList()));
        } catch (IllegalArgumentException e) {
            throw usage("--token-auth-file \"%s\": %s".formatted(tokenFile, e.getMessage()));
        }
    }

    private AgentTrust agents(AgentTrust usual) {
        if (agentAuthority == null) {
            return usual;
        }
        if (agentAuthority.toString().isEmpty()) {
            return new AgentTrust.Anything();
        }
        String flag = "--kubelet-certificate-authority";
        try {
            var found = Pem.certificates(new String(read(flag, agentAuthority), StandardCharsets.US_ASCII));
            if (found.isEmpty()) {
                throw usage("%s \"%s\" holds no certificate".formatted(flag, agentAuthority));
            }
            return new AgentTrust.Named(found);
        } catch (GeneralSecurityException e) {
            throw usage("%s \"%s\" is no PEM certificate: %s".formatted(flag, agentAuthority, e.getMessage()));
        }
    }

    private static byte[] read(String flag, Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw usage("%s \"%s\" cannot be read (%s)".formatted(flag, file, IoWords.briefly(e)));
        }
    }

    private static CommandFailure usage(String message) {
        return new CommandFailure(ExitCode.USAGE, message);
    }
}
