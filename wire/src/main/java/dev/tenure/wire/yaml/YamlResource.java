package dev.tenure.wire.yaml;

import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.InputStream;

/// Objects in YAML that are part of the program.
public final class YamlResource {
    private YamlResource() {}

    /// Reads one object; each call makes a new one.
    ///
    /// @param beside a class of the package that the file is in
    /// @throws IllegalStateException when this build has no such file, or no object is in it
    public static ObjectNode object(Class<?> beside, String file) {
        try (InputStream in = beside.getResourceAsStream(file)) {
            if (in != null && Yaml.read(in.readAllBytes()).value() instanceof ObjectNode object) {
                return object;
            }
            throw new IllegalStateException("resource " + file + " is not part of this build");
        } catch (IOException e) {
            throw new IllegalStateException("resource " + file + " cannot be read", e);
        }
    }
}
