package dev.tenure.apiserver.http.page;

import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.apiserver.negotiate.Accept;
import dev.tenure.apiserver.negotiate.Renderer;
import dev.tenure.apiserver.negotiate.Representation;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.ObjectCodec.Format;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// `/statusz` and `/flagz`: what runs here, since when, and with which flags. People get text, in which what
/// separates a name from its value changes from one answer to the next, so that no program takes it apart;
/// whoever names the kind in `Accept` gets an object. Upstream: apiserver/pkg/server/statusz,
/// apiserver/pkg/server/flagz. Safe for use by several threads.
public final class StatusPages {
    static final String STATUS = "/statusz";
    static final String FLAGS = "/flagz";

    private static final String GROUP = "config.k8s.io";
    private static final String NEWEST = "v1beta1";
    private static final String OLD = "v1alpha1";
    private static final Set<String> VERSIONS = Set.of(NEWEST, OLD);
    private static final List<String> KIND_PARAMETERS = List.of("as", "g", "v");
    private static final List<String> SEPARATORS = List.of(":", ": ", "=", " ");
    private static final String TEXT = "text/plain";
    private static final Set<String> FOR_TEXT = Set.of("*/*", "text/*", TEXT);
    private static final Set<String> FOR_JSON = Set.of("*/*", "application/*", Format.JSON.mediaType());
    private static final List<String> OFFERED = List.of("application/json", "application/yaml", TEXT);
    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss zzz yyyy", Locale.ENGLISH);

    private final ComponentFacts facts;
    private final List<String> paths;
    private final TimeSource time;
    private final RandomGenerator random;
    private final Instant begun;
    private final Tick begunAt;

    /// @param paths further ones where this component tells of itself
    /// @param random chooses the separator
    public StatusPages(ComponentFacts facts, List<String> paths, TimeSource time, RandomGenerator random) {
        this.facts = facts;
        this.paths = List.copyOf(paths);
        this.time = time;
        this.random = random;
        this.begun = time.wall().truncatedTo(ChronoUnit.SECONDS);
        this.begunAt = time.now();
    }

    /// The form of an answer.
    private sealed interface Wanted {
        record Text() implements Wanted {}

        record Described(Format format, String version) implements Wanted {}
    }

    /// @return whether the path is one of the two
    public boolean answer(Exchange exchange) throws IOException {
        switch (exchange.path()) {
            case STATUS -> give(exchange, "Statusz");
            case FLAGS -> give(exchange, "Flagz");
            default -> {
                return false;
            }
        }
        return true;
    }

    private void give(Exchange exchange, String kind) throws IOException {
        switch (wanted(exchange.header("Accept"), kind)) {
            case Wanted.Text _ ->
                exchange.answer(
                        200,
                        TEXT + "; charset=utf-8",
                        text(kind.toLowerCase(Locale.ROOT)).getBytes(StandardCharsets.UTF_8));
            case Wanted.Described(Format format, String version) -> {
                if (version.equals(OLD)) {
                    exchange.setHeader("Warning", """
                            299 - "This version of the %s endpoint is deprecated. Please use a newer version.\"""".formatted(kind.toLowerCase(Locale.ROOT)));
                }
                String type = "%s;g=%s;v=%s;as=%s".formatted(format.mediaType(), GROUP, version, kind);
                boolean pretty = exchange.pretty();
                var form = new Representation(format, Representation.Form.OBJECT, "", pretty);
                exchange.answer(
                        200,
                        type,
                        Renderer.written(200, described(kind, version), form).body());
            }
        }
    }

    /// @throws RefusedException with 406 when nothing fits
    private static Wanted wanted(String accepted, String kind) {
        for (Accept.Clause clause : Accept.parse(accepted).clauses()) {
            Optional<Wanted> one = wanted(clause, kind);
            if (one.isPresent()) {
                return one.get();
            }
        }
        throw new RefusedException(Statuses.notAcceptable(OFFERED));
    }

    private static Optional<Wanted> wanted(Accept.Clause clause, String kind) {
        if (KIND_PARAMETERS.stream().allMatch(name -> clause.parameter(name).isEmpty())) {
            return FOR_TEXT.contains(clause.type()) ? Optional.of(new Wanted.Text()) : Optional.empty();
        }
        String version = clause.parameter("v");
        boolean known = clause.parameter("as").equals(kind)
                && clause.parameter("g").equals(GROUP)
                && VERSIONS.contains(version);
        return known ? format(clause.type()).map(format -> new Wanted.Described(format, version)) : Optional.empty();
    }

    private static Optional<Format> format(String type) {
        if (type.equals(Format.YAML.mediaType())) {
            return Optional.of(Format.YAML);
        }
        return FOR_JSON.contains(type) ? Optional.of(Format.JSON) : Optional.empty();
    }

    private ObjectNode described(String kind, String version) {
        ObjectNode object = Json.object();
        object.put("kind", kind).put("apiVersion", GROUP + "/" + version);
        object.putObject("metadata").put("name", facts.name());
        if (kind.equals("Flagz")) {
            ObjectNode flags = object.putObject("flags");
            flags().forEach(flags::put);
            return object;
        }
        object.put("startTime", begun.toString());
        object.put("uptimeSeconds", seconds());
        object.put("goVersion", ServerVersion.RUNTIME);
        object.put("binaryVersion", ServerVersion.NUMBER);
        object.put("emulationVersion", ServerVersion.EMULATED);
        paths.forEach(object.putArray("paths")::add);
        return object;
    }

    private String text(String page) {
        String between = SEPARATORS.get(random.nextInt(SEPARATORS.size()));
        var text = new StringBuilder("""

                %s %s
                Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees \
                and is for debugging purposes only.
                """.formatted(facts.name(), page));
        if (page.equals("flagz")) {
            flags().forEach((name, value) ->
                    text.append(name).append(between).append(value).append('\n'));
            return text.toString();
        }
        long seconds = seconds();
        String up = "%d hr %02d min %02d sec".formatted(seconds / 3600, seconds / 60 % 60, seconds % 60);
        return text.append('\n')
                .append(line("Started", between, MOMENT.format(begun.atZone(ZoneId.systemDefault()))))
                .append(line("Up", between, up))
                .append(line("Go version", between, ServerVersion.RUNTIME))
                .append(line("Binary version", between, ServerVersion.NUMBER))
                .append(line("Emulation version", between, ServerVersion.EMULATED))
                .append(line("Paths", between, String.join(" ", paths)))
                .toString();
    }

    private static String line(String name, String between, String value) {
        return name + between + " " + value + "\n";
    }

    private long seconds() {
        return time.now().since(begunAt).toSeconds();
    }

    private Map<String, String> flags() {
        return new TreeMap<>(facts.flags().get());
    }
}
