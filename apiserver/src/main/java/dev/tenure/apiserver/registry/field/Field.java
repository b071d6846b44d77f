package dev.tenure.apiserver.registry.field;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.TextNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/// One field of an object under check: its value, its place, and where to report what is wrong with it.
///
/// An absent field reads as the zero value of its type, as in the API. Fields never change the tree.
public final class Field {
    private final Path path;
    private final JsonNode node;
    private final FieldErrors errors;

    private Field(Path path, JsonNode node, FieldErrors errors) {
        this.path = path;
        this.node = node;
        this.errors = errors;
    }

    /// The whole object.
    public static Field root(JsonNode object, FieldErrors errors) {
        return new Field(Path.ROOT, object, errors);
    }

    /// A tree under a place of its own, for values that stand elsewhere than their messages say.
    public static Field of(Path path, JsonNode node, FieldErrors errors) {
        return new Field(path, node, errors);
    }

    public Path path() {
        return path;
    }

    public JsonNode node() {
        return node;
    }

    /// The value with what was empty in it, which the object itself does not have: for messages that show
    /// more than one value.
    public JsonNode given() {
        return given(node);
    }

    /// Another value for this place, with what was empty in this one.
    public JsonNode given(JsonNode value) {
        return errors.empties().in(path.text(), value);
    }

    /// Whether a list or map is there, empty or not; upstream: whether it is nil.
    public boolean isGiven() {
        return isSet() || wasEmpty();
    }

    /// Whether the sender stated a list or map without anything in it, for which defaults do not stand in
    /// upstream.
    public boolean wasEmpty() {
        return errors.empties().at(path.text()).isPresent();
    }

    public FieldErrors errors() {
        return errors;
    }

    /// The member with this name, absent or not.
    public Field at(String name) {
        return new Field(path.child(name), node.path(name), errors);
    }

    public Field at(String first, String... more) {
        Field field = at(first);
        for (String name : more) {
            field = field.at(name);
        }
        return field;
    }

    /// The same value under another place.
    public Field under(Path other) {
        return new Field(other, node, errors);
    }

    /// The same field, reporting elsewhere.
    public Field reportingTo(FieldErrors other) {
        return new Field(path, node, other);
    }

    /// The elements of a list; none when it is absent.
    public List<Field> items() {
        List<Field> items = new ArrayList<>(node.size());
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                items.add(new Field(path.index(i), node.get(i), errors));
            }
        }
        return items;
    }

    /// The entries of a map in the order of their names; none when it is absent.
    public Map<String, Field> entries() {
        Map<String, Field> entries = new TreeMap<>();
        if (node.isObject()) {
            node.properties()
                    .forEach(entry ->
                            entries.put(entry.getKey(), new Field(path.key(entry.getKey()), entry.getValue(), errors)));
        }
        return entries;
    }

    /// The texts of a list.
    public List<String> texts() {
        List<String> texts = new ArrayList<>(node.size());
        if (node.isArray()) {
            node.forEach(item -> texts.add(item.asText("")));
        }
        return texts;
    }

    public boolean isSet() {
        return !node.isMissingNode() && !node.isNull();
    }

    /// Absent, or without a character, element or member.
    public boolean isEmpty() {
        return !isSet() || (node.isTextual() ? node.asText().isEmpty() : node.isContainerNode() && node.isEmpty());
    }

    public boolean isText() {
        return node.isTextual();
    }

    public int size() {
        return node.size();
    }

    public String text() {
        return node.asText("");
    }

    /// Whether the text has more bytes than that in UTF-8, which upstream's limits count.
    public boolean isLongerThan(int bytesMax) {
        return NameShape.isLonger(text(), bytesMax);
    }

    public boolean is(String value) {
        return text().equals(value);
    }

    public long number() {
        return node.asLong(0);
    }

    public boolean flag() {
        return node.asBoolean(false);
    }

    public void required() {
        errors.required(path.text(), "");
    }

    public void required(String detail) {
        errors.required(path.text(), detail);
    }

    /// Reports the value of this field; absent prints as `null`.
    public void invalid(String detail) {
        invalid(node, detail);
    }

    /// Reports the text of this field; absent prints as `""`.
    public void invalidText(String detail) {
        errors.invalid(path.text(), text(), detail);
    }

    /// Reports the number of this field; absent prints as `0`.
    public void invalidNumber(String detail) {
        errors.invalid(path.text(), number(), detail);
    }

    public void invalid(JsonNode value, String detail) {
        errors.invalid(path.text(), value.isMissingNode() ? NullNode.INSTANCE : value, detail);
    }

    public void invalid(String value, String detail) {
        errors.invalid(path.text(), value, detail);
    }

    public void invalid(long value, String detail) {
        errors.invalid(path.text(), value, detail);
    }

    public void forbidden(String detail) {
        errors.forbidden(path.text(), detail);
    }

    public void duplicate() {
        errors.duplicate(path.text(), node.isNumber() ? node : TextNode.valueOf(text()));
    }

    public void duplicate(String value) {
        errors.duplicate(path.text(), value);
    }

    /// @param value as upstream prints it
    public void duplicate(JsonNode value) {
        errors.duplicate(path.text(), value);
    }

    public void tooLong(int bytesMax) {
        errors.tooLong(path.text(), bytesMax);
    }

    public void tooMany(int countMax) {
        errors.tooMany(path.text(), size(), countMax);
    }

    public void notFound() {
        errors.notFound(path.text(), text());
    }

    /// Reports a text that is not one of those supported, which are listed in the order given.
    public void unsupported(String... supported) {
        unsupported(Arrays.asList(supported));
    }

    public void unsupported(List<String> supported) {
        errors.notSupported(path.text(), text(), supported);
    }

    /// Reports each complaint of a rule about the text of this field.
    public void mustBe(Function<String, List<String>> rule) {
        rule.apply(text()).forEach(this::invalidText);
    }

    /// Like [#mustBe], but an empty text is reported as missing.
    public void mustBeGivenAndBe(Function<String, List<String>> rule) {
        if (isEmpty()) {
            required();
        } else {
            mustBe(rule);
        }
    }

    /// Checks the text against a closed list; an absent text is checked as `""`.
    public void mustBeOneOf(String... supported) {
        if (!Arrays.asList(supported).contains(text())) {
            unsupported(supported);
        }
    }

    /// Like [#mustBeOneOf(String...)], but an empty text is reported as missing.
    public void mustBeGivenAndOneOf(String... supported) {
        if (isEmpty()) {
            required();
        } else {
            mustBeOneOf(supported);
        }
    }

    public void mustNotBeNegative() {
        if (number() < 0) {
            invalidNumber("must be greater than or equal to 0");
        }
    }

    public void mustBePositive() {
        if (number() <= 0) {
            invalidNumber("must be greater than zero");
        }
    }

    public void mustBeBetween(long lowest, long highest) {
        if (number() < lowest || number() > highest) {
            invalidNumber("must be between " + lowest + " and " + highest + ", inclusive");
        }
    }

    /// A field that is not there, at this place.
    public Field absent() {
        return new Field(path, MissingNode.INSTANCE, errors);
    }

    @Override
    public String toString() {
        return path + "=" + node;
    }
}
