package dev.tenure.apiserver.registry;

import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.Status;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.json.decode.Empties;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Collects what is wrong with an object, in the order in which it is found. Of an object in which very much
/// is wrong the first faults are kept and the others counted, where upstream keeps them all. Confined to one
/// request.
public final class FieldErrors {

    private static final int FOUND_MAX = 10_000;
    /// Of the text of all faults together, each of which may show a value as large as a request.
    private static final int TEXT_CHARS_MAX = 8 << 20;

    private final List<FieldError> found = new ArrayList<>();
    private int uncollected;
    private final List<String> warnings = new ArrayList<>();
    private final Empties empties;
    private @Nullable JsonNode faultless;
    private @Nullable JsonNode unchanged;

    public FieldErrors() {
        this(Empties.NONE);
    }

    /// @param empties what the object has that is empty: it is shown so, and not as absent
    public FieldErrors(Empties empties) {
        this.empties = empties;
    }

    public void invalid(String field, JsonNode value, String detail) {
        add(FieldError.Type.INVALID, field, Optional.of(value), detail);
    }

    public void invalid(String field, String value, String detail) {
        invalid(field, TextNode.valueOf(value), detail);
    }

    public void invalid(String field, long value, String detail) {
        invalid(field, NumberNode.valueOf(value), detail);
    }

    public void required(String field, String detail) {
        add(FieldError.Type.REQUIRED, field, Optional.empty(), detail);
    }

    public void forbidden(String field, String detail) {
        add(FieldError.Type.FORBIDDEN, field, Optional.empty(), detail);
    }

    public void duplicate(String field, JsonNode value) {
        add(FieldError.Type.DUPLICATE, field, Optional.of(value), "");
    }

    public void duplicate(String field, String value) {
        duplicate(field, TextNode.valueOf(value));
    }

    public void notFound(String field, String value) {
        add(FieldError.Type.NOT_FOUND, field, Optional.of(TextNode.valueOf(value)), "");
    }

    /// @param supported in the order in which they are to be named
    public void notSupported(String field, String value, List<String> supported) {
        String detail = supported.isEmpty()
                ? ""
                : "supported values: " + supported.stream().map(Quoted::of).collect(Collectors.joining(", "));
        add(FieldError.Type.NOT_SUPPORTED, field, Optional.of(TextNode.valueOf(value)), detail);
    }

    /// @param bytesMax not negative
    public void tooLong(String field, int bytesMax) {
        add(
                FieldError.Type.TOO_LONG,
                field,
                Optional.empty(),
                "may not be more than %d byte%s".formatted(bytesMax, bytesMax == 1 ? "" : "s"));
    }

    public void tooMany(String field, int actual, int max) {
        add(
                FieldError.Type.TOO_MANY,
                field,
                Optional.of(NumberNode.valueOf(actual)),
                "must have at most %d item%s".formatted(max, max == 1 ? "" : "s"));
    }

    public void internal(String field, String detail) {
        add(FieldError.Type.INTERNAL, field, Optional.empty(), detail);
    }

    public void add(FieldError.Type type, String field, Optional<JsonNode> value, String detail) {
        collect(new FieldError(
                type,
                field,
                value.map(v -> empties.at(field)
                        .filter(_ -> v.isNull() || v.isMissingNode())
                        .orElse(v)),
                detail));
    }

    private void collect(FieldError error) {
        if (found.size() < FOUND_MAX) {
            found.add(error);
        } else {
            uncollected++;
        }
    }

    /// Notes what was wrong before already, so that it is only warned of.
    public void warn(FieldError error) {
        warnings.add(error.text());
    }

    /// Texts for `Warning` headers, sent whether or not anything is wrong.
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /// For another list of faults of the same object.
    public FieldErrors another() {
        return new FieldErrors(empties);
    }

    /// What the object has that is empty.
    public Empties empties() {
        return empties;
    }

    public void addAll(FieldErrors others) {
        others.found.forEach(this::collect);
        uncollected += others.uncollected;
        warnings.addAll(others.warnings);
    }

    /// Notes that a part of the object was looked at and is without fault, so that a second look can be
    /// spared: whoever would report a fault twice, as upstream does, has none to report.
    public void noteFaultless(JsonNode part) {
        faultless = part;
    }

    /// Whether a part says what the last one noted says.
    public boolean isFaultless(JsonNode part) {
        return part.equals(faultless);
    }

    /// Notes that a part of the object is as it is stored, and so was looked at before it was stored.
    public void noteUnchanged(JsonNode part) {
        unchanged = part;
        faultless = part;
    }

    /// Whether a part says what the one says that was noted to be unchanged.
    public boolean isUnchanged(JsonNode part) {
        return part.equals(unchanged);
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /// How much was found, collected or only counted.
    public int size() {
        return found.size() + uncollected;
    }

    /// What was collected.
    public List<FieldError> list() {
        return List.copyOf(found);
    }

    /// The 422 that names all of them.
    ///
    /// @param name of the object; its generateName or empty when it has none
    public Status status(ResourceType type, String name) {
        return Statuses.invalid(type.group(), type.kind(), name, Told.of(found, uncollected));
    }

    /// All lines as one text: bare when there is one, `[a, b]` otherwise, without repetitions.
    public static String aggregate(List<FieldError> errors) {
        return Told.of(errors, 0).text();
    }

    /// As many faults as an answer can hold.
    ///
    /// @param untold how many others there are
    record Told(List<FieldError> errors, int untold) {
        static Told of(List<FieldError> found, int uncollected) {
            long chars = 0;
            int count = 0;
            for (FieldError error : found) {
                chars += error.text().length();
                if (count > 0 && chars > TEXT_CHARS_MAX) {
                    break;
                }
                count++;
            }
            return new Told(found.subList(0, count), found.size() - count + uncollected);
        }

        String text() {
            var lines = new LinkedHashSet<String>();
            errors.forEach(e -> lines.add(e.text()));
            if (untold > 0) {
                lines.add(more());
            }
            return lines.size() == 1 ? lines.getFirst() : "[" + String.join(", ", lines) + "]";
        }

        List<Status.Cause> causes() {
            Stream<Status.Cause> others = untold == 0 ? Stream.of() : Stream.of(new Status.Cause("", more(), ""));
            return Stream.concat(errors.stream().map(FieldError::cause), others).toList();
        }

        private String more() {
            return "and " + untold + " more";
        }
    }
}
