package dev.tenure.apiserver.registry.field;

/// Where a field stands in an object, for example `spec.containers[0].resources.limits[cpu]`.
public record Path(String text) {
    /// The object itself.
    public static final Path ROOT = new Path("");

    public Path child(String... names) {
        StringBuilder longer = new StringBuilder(text);
        for (String name : names) {
            if (!longer.isEmpty()) {
                longer.append('.');
            }
            longer.append(name);
        }
        return new Path(longer.toString());
    }

    public Path index(int position) {
        return new Path(text + "[" + position + "]");
    }

    /// An entry of a map.
    public Path key(String name) {
        return new Path(text + "[" + name + "]");
    }

    @Override
    public String toString() {
        return text;
    }
}
