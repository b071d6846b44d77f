package dev.tenure.plan.source;

/// Where an object was read.
///
/// @param file as it was named, `-` for standard input, or the address of a server
/// @param line at which the object begins, from 1; 0 where lines say nothing, as in JSON and from a server
public record Place(String file, int line) {
    @Override
    public String toString() {
        return line > 0 ? file + ":" + line : file;
    }
}
