package dev.tenure.wire.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A value of a [Document]: as text that nobody has read, or as what it consists of. Immutable, all of it,
/// and so are all its parts: documents share them. A text, a number, a truth value or null is its own node.
public sealed interface Part permits Part.Text, ValueNode, Part.Members, Part.Elements {
    /// A length that is not known.
    int UNKNOWN = -1;

    /// Whether it is an object.
    boolean isObject();

    /// Whether it is a list.
    boolean isList();

    /// Whether it is null.
    boolean isNull();

    /// What it consists of, which is read if it is a text.
    ///
    /// @throws JsonSyntaxException when it is no JSON value
    default Part resolved() {
        return PartReader.resolved(this);
    }

    /// How many bytes it has as JSON; negative as long as not all of it is text.
    int length();

    /// The same where the parts of an object or a list are known.
    ///
    /// @param marks characters between and around the parts
    private static int length(Part[] parts, int marks) {
        int length = marks;
        for (Part part : parts) {
            int one = part.length();
            if (one < 0) {
                return UNKNOWN;
            }
            length += one;
        }
        return length;
    }

    /// Any value as JSON, well-formed and without blanks.
    final class Text implements Part {
        private final byte[] json;
        private final int hash;

        /// @param json belongs to the text and is not changed any more
        public Text(byte[] json) {
            this.json = json;
            this.hash = Arrays.hashCode(json);
        }

        /// Shared: never write into it.
        public byte[] json() {
            return json;
        }

        @Override
        public boolean isNull() {
            return json.length > 0 && json[0] == 'n';
        }

        /// Whether it is a text value of printable ASCII alone, which JSON writes as it is.
        public boolean isPlain() {
            if (json.length < 2 || json[0] != '"') {
                return false;
            }
            for (int i = 1; i < json.length - 1; i++) {
                if (json[i] < ' ' || json[i] > '~' || json[i] == '\\') {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean isObject() {
            return json.length > 0 && json[0] == '{';
        }

        @Override
        public boolean isList() {
            return json.length > 0 && json[0] == '[';
        }

        @Override
        public int length() {
            return json.length;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other || (other instanceof Text text && hash == text.hash && Arrays.equals(json, text.json));
        }

        @Override
        public int hashCode() {
            return hash;
        }

        /// How deep it nests; less where that cannot be more than the bound.
        int depth(int bound) {
            if (!isObject() && !isList()) {
                return 0;
            }
            return json.length / 2 <= bound ? 1 : deepest();
        }

        private int deepest() {
            int depth = 0;
            int deepest = 0;
            boolean quoted = false;
            for (int at = 0; at < json.length; at++) {
                byte c = json[at];
                if (c == '"') {
                    quoted = !quoted;
                } else if (quoted) {
                    at += c == '\\' ? 1 : 0;
                } else if (c == '{' || c == '[') {
                    depth++;
                    deepest = Math.max(deepest, depth);
                } else if (c == '}' || c == ']') {
                    depth--;
                }
            }
            return deepest;
        }

        /// Whether it says exactly this value.
        boolean isTextOf(ValueNode value) {
            String text = value.textValue();
            if (text == null) {
                return json.length > 0 && json[0] != '"' && Arrays.equals(json, TreeWriter.write((Part) value));
            }
            if (json.length < text.length() + 2 || json[0] != '"') {
                return false;
            }
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c != json[i + 1]) {
                    return !TreeWriter.isPlain(c) && Arrays.equals(json, TreeWriter.write((Part) value));
                }
            }
            return json.length == text.length() + 2;
        }

        @Override
        public String toString() {
            return new String(json, StandardCharsets.UTF_8);
        }
    }

    /// An object, its members in the order in which they stand.
    final class Members implements Part {
        private final Shape shape;
        private final Part[] parts;
        private final int length;

        /// @param parts belongs to the object and is not changed any more
        Members(Shape shape, Part[] parts) {
            this.shape = shape;
            this.parts = parts;
            this.length = Part.length(parts, shape.length());
        }

        public Shape shape() {
            return shape;
        }

        public int size() {
            return parts.length;
        }

        public Part part(int at) {
            return parts[at];
        }

        @Override
        public boolean isNull() {
            return false;
        }

        /// Null when there is no such member.
        @Nullable
        Part part(String name) {
            int at = shape.place(name);
            return at < 0 ? null : parts[at];
        }

        /// As [#part] by name, which mostly stands at this place.
        @Nullable
        Part part(int at, String name) {
            return at < parts.length && shape.name(at).equals(name) ? parts[at] : part(name);
        }

        /// Whether another object has the same members with the very same values.
        boolean isMadeOf(Members other) {
            return shape.equals(other.shape) && Arrays.equals(parts, other.parts);
        }

        /// The same members with other values.
        Members with(Part[] values) {
            return new Members(shape, values);
        }

        /// Shared: never write into it.
        Part[] parts() {
            return parts;
        }

        Part[] copyOfParts() {
            return parts.clone();
        }

        @Override
        public int length() {
            return length;
        }

        @Override
        public boolean isObject() {
            return true;
        }

        @Override
        public boolean isList() {
            return false;
        }
    }

    /// A list.
    final class Elements implements Part {
        private final Part[] parts;
        private final int length;

        /// Whether another list has the very same elements.
        boolean isMadeOf(Elements other) {
            return Arrays.equals(parts, other.parts);
        }

        /// @param parts belongs to the list and is not changed any more
        Elements(Part[] parts) {
            this.parts = parts;
            this.length = Part.length(parts, Math.max(2, parts.length + 1));
        }

        public int size() {
            return parts.length;
        }

        public Part part(int at) {
            return parts[at];
        }

        @Override
        public boolean isNull() {
            return false;
        }

        /// Shared: never write into it.
        Part[] parts() {
            return parts;
        }

        Part[] copyOfParts() {
            return parts.clone();
        }

        @Override
        public int length() {
            return length;
        }

        @Override
        public boolean isObject() {
            return false;
        }

        @Override
        public boolean isList() {
            return true;
        }
    }
}
