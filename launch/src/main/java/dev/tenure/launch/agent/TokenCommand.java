package dev.tenure.launch.agent;

import dev.tenure.cli.command.ClusterOptions;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.DurationConverter;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.command.OutputOption;
import dev.tenure.cli.command.ServerOptions;
import dev.tenure.cli.print.TextTable;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.Connection;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.tls.PemReader;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Makes, lists and takes back the tokens with which machines join. Upstream: `kubeadm token`.
@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        description = "Make, list and take back the tokens with which machines join.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:it could not be done", "2:wrong usage", "3:nothing answers there"})
public final class TokenCommand implements Runnable {
    private static final String NAMESPACE = "kube-system";
    private static final String TYPE = "bootstrap.kubernetes.io/token";
    private static final String PREFIX = "bootstrap-token-";
    private static final String LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";
    private static final int ID_LENGTH = 6;
    private static final int SECRET_LENGTH = 16;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing: create, list or delete");
    }

    @Command(
            name = "create",
            mixinStandardHelpOptions = true,
            description = {
                "Make a token and print it.",
                "The first one also opens the cluster to joining: everybody may read the ConfigMap"
                        + " kube-public/cluster-info, and who has a token gets a certificate as a node."
            })
    int create(
            @Mixin ClusterOptions cluster,
            @Option(
                            names = "--ttl",
                            paramLabel = "DURATION",
                            defaultValue = "24h",
                            converter = DurationConverter.class,
                            description = "How long it lasts (default: ${DEFAULT-VALUE}); 0 for ever.")
                    Duration ttl,
            @Option(names = "--description", paramLabel = "TEXT", defaultValue = "", description = "What it is for.")
                    String description,
            @Option(names = "--print-join-command", description = "Print the command to be run on the machine.")
                    boolean joining) {
        var random = new SecureRandom();
        String id = letters(random, ID_LENGTH);
        String secret = letters(random, SECRET_LENGTH);
        ObjectNode object = secret(id, secret, description);
        if (!ttl.isZero()) {
            object.withObjectProperty("stringData")
                    .put(
                            "expiration",
                            new SystemTime()
                                    .wall()
                                    .plus(ttl)
                                    .truncatedTo(ChronoUnit.SECONDS)
                                    .toString());
        }
        Connection connection = connection(cluster);
        String authority = connection
                .authority()
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.FAILED,
                        "%s does not say who vouches for the cluster: it needs certificate-authority-data"
                                .formatted(cluster.file())));
        String hash = hash(authority);
        return cluster.ask(endpoint -> {
            ClusterClient client = ClusterOptions.client(endpoint);
            JoinObjects.all(connection.server().toString(), authority).forEach(each -> put(client, each));
            done(client.create(ResourceTypes.SECRETS, NAMESPACE, Document.of(object)));
            print(
                    joining
                            ? "tenure agent join --server %s --token %s.%s --ca-cert-hash %s"
                                    .formatted(connection.server(), id, secret, hash)
                            : id + "." + secret);
            return ExitCode.OK;
        });
    }

    private static Connection connection(ClusterOptions cluster) {
        try {
            return cluster.connection(new ServerOptions());
        } catch (ConnectionException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    private static String hash(String authority) {
        try {
            return AuthorityPin.of(PemReader.certificates(authority).getFirst());
        } catch (GeneralSecurityException e) {
            throw new CommandFailure(ExitCode.FAILED, "the cluster's authority is no certificate: " + e.getMessage());
        }
    }

    private static ObjectNode secret(String id, String secret, String description) {
        ObjectNode object = Json.object();
        object.put("apiVersion", "v1").put("kind", "Secret").put("type", TYPE);
        object.putObject("metadata").put("name", PREFIX + id);
        ObjectNode data = object.putObject("stringData");
        data.put("token-id", id).put("token-secret", secret);
        data.put("usage-bootstrap-authentication", "true").put("usage-bootstrap-signing", "true");
        data.put("auth-extra-groups", JoinObjects.GROUP);
        if (!description.isEmpty()) {
            data.put("description", description);
        }
        return object;
    }

    /// What is there stays, but for where the cluster is and who vouches for it.
    private static void put(ClusterClient client, JoinObjects.Wanted wanted) {
        Document object = Document.of(wanted.object());
        ApiReply reply = client.create(wanted.type(), wanted.namespace(), object);
        if (reply.isConflict()) {
            if (wanted.type().equals(ResourceTypes.CONFIG_MAPS)) {
                done(client.update(wanted.type(), wanted.namespace(), JoinObjects.INFO, object));
            }
            return;
        }
        done(reply);
    }

    private static void done(ApiReply reply) {
        if (reply instanceof ApiReply.Failure(var status, var _)) {
            throw new CommandFailure(ExitCode.FAILED, status.message());
        }
    }

    private static List<String> usages(JsonNode data) {
        return Stream.of("authentication", "signing")
                .filter(usage -> text(data, "usage-bootstrap-" + usage).equals("true"))
                .toList();
    }

    private static String letters(SecureRandom random, int count) {
        var text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }

    @Command(name = "list", mixinStandardHelpOptions = true, description = "List tokens, without their secrets.")
    int list(@Mixin ClusterOptions cluster, @Mixin OutputOption output) {
        return cluster.ask(endpoint -> {
            ApiReply reply = ClusterOptions.client(endpoint)
                    .list(ResourceTypes.SECRETS, NAMESPACE, Map.of("fieldSelector", "type=" + TYPE));
            done(reply);
            if (!(reply instanceof ApiReply.Many many)) {
                throw new CommandFailure(ExitCode.FAILED, "the server answers with something that is no list");
            }
            List<JsonNode> tokens = many.items().stream()
                    .map(item -> Document.of(item.content()).tree().path("data"))
                    .toList();
            print(
                    output.forPrograms()
                            ? output.written("TokenList", document(tokens)).stripTrailing()
                            : table(tokens).stripTrailing());
            return ExitCode.OK;
        });
    }

    private static String table(List<JsonNode> tokens) {
        var table = new TextTable("ID", "EXPIRES", "USAGES", "GROUPS", "DESCRIPTION");
        for (JsonNode data : tokens) {
            String usages = String.join(",", usages(data));
            table.row(
                    text(data, "token-id"),
                    text(data, "expiration").isEmpty() ? "never" : text(data, "expiration"),
                    usages.isEmpty() ? "none" : usages,
                    text(data, "auth-extra-groups"),
                    text(data, "description"));
        }
        return table.text();
    }

    /// What the data of Secrets tell of tokens, without their secrets.
    static ObjectNode document(List<JsonNode> tokens) {
        ObjectNode all = Json.object();
        ArrayNode list = all.putArray("tokens");
        for (JsonNode data : tokens) {
            ObjectNode token = list.addObject().put("id", text(data, "token-id"));
            if (!text(data, "expiration").isEmpty()) {
                token.put("expires", text(data, "expiration"));
            }
            usages(data).forEach(token.putArray("usages")::add);
            ArrayNode groups = token.putArray("groups");
            Stream.of(text(data, "auth-extra-groups").split(","))
                    .filter(group -> !group.isEmpty())
                    .forEach(groups::add);
            token.put("description", text(data, "description"));
        }
        return all;
    }

    private static String text(JsonNode data, String key) {
        try {
            return new String(Base64.getDecoder().decode(data.path(key).asText("")), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return "";
        }
    }

    @Command(
            name = "delete",
            mixinStandardHelpOptions = true,
            description = "Take tokens back. Machines that have joined stay.")
    int delete(
            @Mixin ClusterOptions cluster,
            @Parameters(arity = "1..*", paramLabel = "ID", description = "Tokens, or their ids.") List<String> ids) {
        return cluster.ask(endpoint -> {
            for (String given : ids) {
                String id = given.replaceFirst("\\..*", "");
                done(ClusterOptions.client(endpoint)
                        .delete(ResourceTypes.SECRETS, NAMESPACE, PREFIX + id, Document.of(Json.object())));
                print("token/%s deleted".formatted(id));
            }
            return ExitCode.OK;
        });
    }

    private void print(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }
}
