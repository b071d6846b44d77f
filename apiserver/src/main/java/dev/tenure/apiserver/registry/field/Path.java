package dev.tenure.apiserver.registry.field;

import org.jspecify.annotations.Nullable;

/// Where a field stands in an object, for example `spec.containers[0].resources.limits[cpu]`. Spelled out
/// only when it is asked for, since good objects never ask. Immutable; two threads that ask at once may both
/// spell it.
public final class Path {
    /// The object itself.
    public static final Path ROOT = new Path("");

    private final @Nullable Path parent;
    private final String step;
    private final int position;
    private @Nullable String text;

    /// A place that is spelled out already.
    public Path(String text) {
        this(null, "", FIELD);
        this.text = text;
    }

    private Path(@Nullable Path parent, String step, int position) {
        this.parent = parent;
        this.step = step;
        this.position = position;
    }

    private static final int FIELD = -1;
    private static final int KEY = -2;

    public Path child(String name) {
        return new Path(this, name, FIELD);
    }

    public Path child(String... names) {
        Path longer = this;
        for (String name : names) {
            longer = longer.child(name);
        }
        return longer;
    }

    public Path index(int at) {
        return new Path(this, "", at);
    }

    /// An entry of a map.
    public Path key(String name) {
        return new Path(this, name, KEY);
    }

    public String text() {
        String spelled = text;
        if (spelled == null) {
            spelled = spell();
            text = spelled;
        }
        return spelled;
    }

    private String spell() {
        String before = parent == null ? "" : parent.text();
        return switch (position) {
            case FIELD -> before.isEmpty() ? step : before + "." + step;
            case KEY -> before + "[" + step + "]";
            default -> before + "[" + position + "]";
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Path path && text().equals(path.text());
    }

    @Override
    public int hashCode() {
        return text().hashCode();
    }

    @Override
    public String toString() {
        return text();
    }
}
