package dev.tenure.node.environment;

import dev.tenure.kubelet.pod.ConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A file of variables that a container of the pod has written into a volume: lines `NAME='value'`, where the
/// value may go over several lines and nothing in it is special; comments begin with `#`. Upstream:
/// kubelet/util/env/env_util.go.
final class EnvironmentFile {
    private static final int BYTES_MAX = 1 << 20;
    private static final String WHITE = " \t";

    private final List<String> lines;
    private int at;

    EnvironmentFile(String text) {
        this.lines = text.lines().toList();
    }

    /// @param path below the volume, and no link may lead out of it
    /// @throws ConfigException when there is none that can be read
    static EnvironmentFile of(Path volume, String path) {
        try {
            Path real = volume.resolve(path).toRealPath();
            if (!real.startsWith(volume.toRealPath()) || !Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS)) {
                throw unreadable();
            }
            try (InputStream in = Files.newInputStream(real, LinkOption.NOFOLLOW_LINKS)) {
                byte[] bytes = in.readNBytes(BYTES_MAX + 1);
                if (bytes.length > BYTES_MAX) {
                    throw unreadable();
                }
                return new EnvironmentFile(new String(bytes, StandardCharsets.UTF_8));
            }
        } catch (IOException _) {
            throw unreadable();
        }
    }

    private static ConfigException unreadable() {
        return new ConfigException("couldn't parse env file");
    }

    /// The value of that name; what is empty counts as absent. Lines behind it are not looked at.
    ///
    /// @throws ConfigException when a line before it is none of the kinds above
    Optional<String> value(String name) {
        for (at = 0; at < lines.size(); at++) {
            String line = withoutMargin(lines.get(at));
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            int equals = line.indexOf('=');
            if (equals <= 0 || WHITE.indexOf(line.charAt(equals - 1)) >= 0) {
                throw unreadable();
            }
            String value = value(line, equals + 1);
            if (line.substring(0, equals).equals(name)) {
                return Optional.of(value).filter(text -> !text.isEmpty());
            }
        }
        return Optional.empty();
    }

    /// Reads on over further lines where the value goes over them.
    private String value(String line, int from) {
        if (from < line.length() && WHITE.indexOf(line.charAt(from)) >= 0) {
            return "";
        }
        if (!line.startsWith("'", from)) {
            throw unreadable();
        }
        var value = new StringBuilder();
        String rest = line.substring(from + 1);
        int end = rest.indexOf('\'');
        while (end < 0) {
            at++;
            if (at == lines.size()) {
                throw unreadable();
            }
            value.append(rest).append('\n');
            rest = lines.get(at);
            end = rest.indexOf('\'');
        }
        String behind = withoutMargin(rest.substring(end + 1));
        if (!behind.isEmpty() && !behind.startsWith("#")) {
            throw unreadable();
        }
        return value.append(rest, 0, end).toString();
    }

    private static String withoutMargin(String line) {
        int begin = 0;
        while (begin < line.length() && WHITE.indexOf(line.charAt(begin)) >= 0) {
            begin++;
        }
        return line.substring(begin);
    }
}
