package dev.tenure.launch.agent;

import dev.tenure.apiserver.pki.CertificateRequests;
import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.apiserver.pki.Pem;
import dev.tenure.cli.command.ClusterOptions;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.client.rest.Connection;
import dev.tenure.client.rest.Connection.Credentials;
import dev.tenure.client.rest.Connection.Trust;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.client.rest.KubeconfigText;
import dev.tenure.launch.agent.CertificateCalls.Answer;
import dev.tenure.launch.process.KubeconfigFile;
import dev.tenure.node.stats.MachineReader;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.io.ShellWord;
import dev.tenure.runtime.loop.WakeUp;
import dev.tenure.runtime.tls.CertificateSubject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.yaml.Yaml;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Gets this machine an identity of its own: the machine makes a key, and the cluster, which it knows by the
/// hash of its authority's key, signs for it because of a token. Upstream: `kubeadm join`, the kubelet's TLS
/// bootstrapping.
@Command(
        name = "join",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Get this machine a certificate as a node, with a token that `tenure token create` has made.",
            "The key is made here and stays here. What is written is a kubeconfig for `tenure agent`."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the kubeconfig is written",
            "1:the cluster is not the one meant, or does not let this machine join",
            "2:the command line is wrong",
            "3:nothing answers there"
        })
final class JoinCommand implements Callable<Integer> {
    private static final String INFO =
            "/api/v1/namespaces/%s/configmaps/%s".formatted(JoinObjects.PUBLIC, JoinObjects.INFO);
    private static final Duration LOOK_EVERY = Duration.ofMillis(200);
    private static final int LOOKS_MAX = 300;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--server",
            required = true,
            paramLabel = "URL",
            description = "Where the API server is, for example https://10.0.0.1:6443.")
    private String server = "";

    @Option(names = "--token", required = true, paramLabel = "ID.SECRET", description = "Lets this machine join.")
    private String token = "";

    @Option(
            names = {"--ca-cert-hash", "--discovery-token-ca-cert-hash"},
            required = true,
            paramLabel = "sha256:HASH",
            description = "Hash of the key of the cluster's authority; may be given more than once.")
    private List<String> hashes = new ArrayList<>();

    @Option(
            names = "--hostname-override",
            paramLabel = "NAME",
            description = "Name of the node (default: the machine's).")
    private @Nullable String hostname;

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            defaultValue = "/etc/kubernetes/kubelet.conf",
            description = "What is written (default: ${DEFAULT-VALUE}); it must not be there yet.")
    private Path kubeconfig = Path.of("");

    @Override
    public Integer call() {
        check();
        String given = hostname == null ? new MachineReader(Path.of("/")).line("proc/sys/kernel/hostname") : hostname;
        String node = given.strip().toLowerCase(Locale.ROOT);
        try {
            String authority = authority();
            var subject = new CertificateSubject("system:node:" + node, List.of("system:nodes"));
            Identity own = signed(authority, subject);
            write(authority, subject, own);
            var out = spec.commandLine().getOut();
            out.println("this machine has joined as node %s: %s lasts until %s"
                    .formatted(node, kubeconfig, own.certificate().getNotAfter().toInstant()));
            out.println("start the agent with: tenure agent --kubeconfig %s --hostname-override %s"
                    .formatted(ShellWord.of(kubeconfig), node));
            out.flush();
            return ExitCode.OK;
        } catch (ConnectionException e) {
            throw new CommandFailure(ExitCode.NOT_RUNNING, String.valueOf(e.getMessage()));
        } catch (JsonSyntaxException e) {
            throw failed("the server answers something that is no JSON: " + e.getMessage());
        }
    }

    private void check() {
        if (!token.matches("[a-z0-9]{6}\\.[a-z0-9]{16}")) {
            throw usage("--token is not of the form ID.SECRET, for example abcdef.0123456789abcdef");
        }
        for (String hash : hashes) {
            if (!AuthorityPin.isOne(hash)) {
                throw usage("--ca-cert-hash \"%s\" is not sha256: and 64 hexadecimal digits; `tenure token create"
                                .formatted(hash)
                        + " --print-join-command` prints it");
            }
        }
        if (!server.matches("https://[^/?#]+/?")) {
            throw usage("--server \"%s\" is not https://HOST:PORT".formatted(server));
        }
        if (Files.exists(kubeconfig)) {
            throw failed("%s is there already: move it away to join anew, or name another --kubeconfig"
                    .formatted(kubeconfig));
        }
    }

    private static CommandFailure usage(String why) {
        return new CommandFailure(ExitCode.USAGE, why);
    }

    private static CommandFailure failed(String why) {
        return new CommandFailure(ExitCode.FAILED, why);
    }

    private HttpEndpoint endpoint(Trust trust, Credentials credentials) {
        return new HttpEndpoint(
                new Connection(URI.create(server), trust, credentials, "default", Connection.Way.DIRECT));
    }

    /// Whoever answers is asked for the authority's certificate, and believed only when its key has the hash.
    /// The token is not told to him.
    private String authority() {
        try (HttpEndpoint anyone = endpoint(new Trust.Anyone(), new Credentials.Anonymous())) {
            HttpEndpoint.RawReply reply = anyone.get(INFO);
            if (!reply.isOk()) {
                throw failed("%s does not tell who vouches for it (%s answers %d): has `tenure token create` been run?"
                        .formatted(server, INFO, reply.code()));
            }
            String config =
                    Json.read(reply.body()).path("data").path("kubeconfig").asText("");
            JsonNode cluster =
                    Yaml.read(config.getBytes(StandardCharsets.UTF_8)).value().at("/clusters/0/cluster");
            String pem = new String(
                    Base64.getDecoder()
                            .decode(cluster.path("certificate-authority-data").asText("")),
                    StandardCharsets.US_ASCII);
            List<String> found = Pem.certificates(pem).stream()
                    .filter(each -> hashes.contains(AuthorityPin.of(each)))
                    .map(each -> Pem.of(each))
                    .toList();
            if (found.isEmpty()) {
                throw failed("%s is not the cluster that is meant: no key of its authority has the hash %s"
                        .formatted(server, String.join(" or ", hashes)));
            }
            return String.join("", found);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw failed("what %s tells of its authority cannot be read: %s".formatted(server, e.getMessage()));
        }
    }

    private Identity signed(String authority, CertificateSubject subject) {
        KeyPair pair = Issuer.newKey();
        try (HttpEndpoint endpoint = endpoint(new Trust.Authorities(authority), new Credentials.Token(token))) {
            var calls = new CertificateCalls(ClusterOptions.client(endpoint));
            Answer answer = calls.ask(CertificateCalls.Use.CLIENT, CertificateRequests.of(pair, subject));
            String name = "it";
            var never = new WakeUp();
            for (int look = 0; look < LOOKS_MAX && answer instanceof Answer.Waiting(String waits); look++) {
                never.await(LOOK_EVERY);
                name = waits;
                answer = calls.look(waits);
            }
            return switch (answer) {
                case Answer.Issued(X509Certificate certificate) -> own(certificate, pair, subject);
                case Answer.Refused(String why) -> throw failed("this machine may not join: " + why);
                case Answer.Waiting _ ->
                    throw failed("%s has not been approved and signed within a minute: an administrator may `kubectl"
                                    .formatted(name)
                            + " certificate approve` it, and then this machine join once more");
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("interrupted while it waited for the certificate");
        }
    }

    private static Identity own(X509Certificate issued, KeyPair pair, CertificateSubject wanted) {
        if (!issued.getPublicKey().equals(pair.getPublic())
                || !CertificateSubject.of(issued).equals(Optional.of(wanted))) {
            throw failed("the certificate that came is for %s, not for %s and the key of this machine"
                    .formatted(issued.getSubjectX500Principal().getName(), wanted.name()));
        }
        return new Identity(issued, pair.getPrivate());
    }

    private void write(String authority, CertificateSubject subject, Identity own) {
        try {
            Path folder = kubeconfig.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            KubeconfigFile.write(
                    kubeconfig,
                    subject.name(),
                    new KubeconfigText(server, authority, Pem.of(own.certificate()), Pem.keyOf(own)));
        } catch (IOException e) {
            throw failed("cannot write %s: %s".formatted(kubeconfig, IoWords.of(e)));
        }
    }
}
