package dev.tenure.apiserver.negotiate;

import dev.tenure.apiserver.negotiate.Representation.Form;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.Status;
import dev.tenure.wire.ObjectCodec.Format;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// An `Accept` header, its clauses in order of preference. Immutable.
public record Accept(List<Clause> clauses) {
    private static final List<String> ALL =
            Arrays.stream(Format.values()).map(Format::mediaType).toList();
    private static final List<String> CONVERSION = List.of("as", "g", "v");
    /// The forms of watches, as refusals name them.
    public static final List<String> STREAMS =
            List.of("application/json;stream=watch", "application/vnd.kubernetes.protobuf;stream=watch");

    /// @param parameters without `q`
    public record Clause(String type, Map<String, String> parameters, double quality) {
        boolean matches(Format format) {
            String wanted = format.mediaType();
            return type.equals("*/*") || type.equals(wanted) || type.equals("application/*");
        }

        public String parameter(String name) {
            return parameters.getOrDefault(name, "");
        }

        /// Whether something else than the object is asked for, be it only a version of nothing.
        boolean converts() {
            return CONVERSION.stream().anyMatch(parameters::containsKey);
        }

        /// Whether it asks for a stream that there is not.
        boolean streamsOddly(Format format) {
            String stream = parameter("stream");
            return !stream.isEmpty() && !(stream.equals("watch") && format != Format.YAML);
        }
    }

    /// @param header empty when there is none, which accepts everything
    public static Accept parse(String header) {
        if (header.isBlank()) {
            return new Accept(List.of(new Clause("*/*", Map.of(), 1)));
        }
        var clauses = new ArrayList<Clause>();
        for (String part : header.split(",")) {
            clauses.add(clause(part));
        }
        clauses.sort(Comparator.comparingDouble(Clause::quality).reversed());
        return new Accept(clauses);
    }

    private static Clause clause(String part) {
        String[] pieces = part.strip().split(";");
        var parameters = new HashMap<String, String>();
        double quality = 1;
        for (int i = 1; i < pieces.length; i++) {
            int equals = pieces[i].indexOf('=');
            String name = (equals < 0 ? pieces[i] : pieces[i].substring(0, equals)).strip();
            String value = equals < 0 ? "" : pieces[i].substring(equals + 1).strip();
            if (name.equals("q")) {
                quality = quality(value);
            } else {
                parameters.put(name, value);
            }
        }
        String type = pieces.length == 0 ? "" : pieces[0].strip().toLowerCase(Locale.ROOT);
        return new Clause(type, Frozen.map(parameters), quality);
    }

    private static double quality(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException _) {
            return 1;
        }
    }

    /// The first form that client and server both know.
    ///
    /// @param offered what the path gives, as named in the refusal; empty when the path has no router
    /// @throws RefusedException with 406 when there is none
    public Representation choose(List<String> offered, boolean pretty) {
        return choose(offered, pretty, _ -> true);
    }

    /// As [#choose] where there are no tables and no metadata alone.
    public Representation chooseWhole(List<String> offered, boolean pretty) {
        return choose(offered, pretty, chosen -> chosen.form() == Form.OBJECT);
    }

    /// As [#choose] where there are no tables.
    public Representation chooseRowless(List<String> offered, boolean pretty) {
        return choose(offered, pretty, chosen -> chosen.form() != Form.TABLE);
    }

    /// As [#choose] where there is no protobuf.
    public Representation chooseText(boolean pretty) {
        return first(pretty, chosen -> chosen.format() != Format.PROTOBUF)
                .orElseThrow(() ->
                        new RefusedException(Statuses.notAcceptable(List.of("application/json", "application/yaml"))));
    }

    private Representation choose(List<String> offered, boolean pretty, Predicate<Representation> fits) {
        if (!offered.isEmpty()) {
            require(offered);
        }
        return first(pretty, fits).orElseThrow(() -> new RefusedException(Statuses.notAcceptable(ALL)));
    }

    /// The form of a refusal, which is sent whatever is accepted.
    public Representation wholeOrJson(boolean pretty) {
        return first(pretty, chosen -> chosen.form() == Form.OBJECT)
                .orElse(new Representation(Format.JSON, Form.OBJECT, "", pretty));
    }

    /// What upstream's router asks, which knows no parameters of media types.
    ///
    /// @throws RefusedException with 406 when nothing that is offered is accepted
    public void require(List<String> offered) {
        if (clauses.stream().noneMatch(c -> c.type().equals("*/*") || offered.contains(c.type()))) {
            throw new RefusedException(notAcceptable(offered));
        }
    }

    private Optional<Representation> first(boolean pretty, Predicate<Representation> fits) {
        for (Clause clause : clauses) {
            for (Format format : Format.values()) {
                boolean possible = clause.matches(format) && !clause.streamsOddly(format);
                Optional<Representation> chosen = possible ? form(clause, format, pretty) : Optional.empty();
                Optional<Representation> fitting = chosen.filter(fits);
                if (fitting.isPresent()) {
                    return fitting;
                }
            }
        }
        return Optional.empty();
    }

    /// The first form that client and server both know of a kind that was defined at run time: such objects
    /// have no protobuf form, but their metadata has.
    public Optional<Representation> chooseUntyped(boolean pretty) {
        return first(pretty, chosen -> chosen.format() != Format.PROTOBUF || chosen.form() != Form.OBJECT);
    }

    /// The form of a refusal where a table or metadata were asked for, or nothing that there is: it is
    /// neither, so that the first clause counts that asks for no such form. Who accepts no object at all is
    /// shown one for people.
    public Representation chooseForRefusal(boolean pretty) {
        for (Clause clause : clauses) {
            for (Format format : Format.values()) {
                if (clause.matches(format) && !clause.converts() && !clause.streamsOddly(format)) {
                    return new Representation(format, Form.OBJECT, "", pretty);
                }
            }
        }
        return Representation.INDENTED;
    }

    /// What upstream's router answers when the path gives nothing of what is accepted.
    public static Status notAcceptable(List<String> offered) {
        return new Status(
                406,
                "NotAcceptable",
                "406: Not Acceptable\n\nAvailable representations: " + String.join(", ", offered),
                Optional.of(new Status.Details("", "", "", "", List.of(), 0)));
    }

    /// Of tables there is no protobuf form. Upstream: handlers/rest.go (AllowsMediaTypeTransform).
    private static Optional<Representation> form(Clause clause, Format format, boolean pretty) {
        if (!clause.converts()) {
            return Optional.of(new Representation(format, Form.OBJECT, "", pretty));
        }
        String as = clause.parameter("as");
        String version = clause.parameter("v");
        boolean known = !as.isEmpty()
                && clause.parameter("g").equals("meta.k8s.io")
                && (version.equals("v1") || version.equals("v1beta1"));
        for (Form form : Form.values()) {
            boolean possible = form != Form.TABLE || format != Format.PROTOBUF;
            if (known && possible && form.kind().equals(as)) {
                return Optional.of(new Representation(format, form, version, pretty));
            }
        }
        return Optional.empty();
    }
}
