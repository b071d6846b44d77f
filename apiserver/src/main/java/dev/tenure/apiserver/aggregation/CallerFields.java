package dev.tenure.apiserver.aggregation;

import dev.tenure.model.meta.Caller;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The fields of a request by which a front proxy tells who sends it. Pure. Upstream:
/// client-go/transport/round_trippers.go (SetAuthProxyHeaders).
public final class CallerFields {
    /// The names of the fields, as they are published for backends.
    public static final String USER = "X-Remote-User";

    public static final String UID = "X-Remote-Uid";
    public static final String GROUP = "X-Remote-Group";
    public static final String EXTRA_PREFIX = "X-Remote-Extra-";

    private static final String LEGAL = "!#$&'*+-.^_`|~";

    private CallerFields() {}

    /// Whether a field says who sends a request; nobody but a front proxy may.
    public static boolean isOne(String name) {
        return name.equalsIgnoreCase(USER)
                || name.equalsIgnoreCase(UID)
                || name.equalsIgnoreCase(GROUP)
                || name.toLowerCase(Locale.ROOT).startsWith(EXTRA_PREFIX.toLowerCase(Locale.ROOT));
    }

    /// @throws UnreachableException when the caller has a name that cannot be written so
    public static Map<String, List<String>> of(Caller caller) throws UnreachableException {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        fields.put(USER, List.of(caller.user()));
        if (!caller.uid().isEmpty()) {
            fields.put(UID, List.of(caller.uid()));
        }
        if (!caller.groups().isEmpty()) {
            fields.put(GROUP, caller.groups());
        }
        caller.extra().forEach((key, values) -> {
            if (!values.isEmpty()) {
                fields.put(EXTRA_PREFIX + escaped(key), values);
            }
        });
        boolean plain = fields.values().stream().flatMap(List::stream).allMatch(CallerFields::isPlain);
        if (!plain) {
            throw new UnreachableException(
                    "net/http: invalid header field value for \"X-Remote-User\", \"X-Remote-Group\""
                            + " or \"X-Remote-Extra-\": only printable ASCII characters can be passed on");
        }
        return fields;
    }

    /// What is not ASCII would reach the other side as question marks, by which two users could look the
    /// same.
    private static boolean isPlain(String value) {
        return value.chars().allMatch(c -> c >= ' ' && c <= '~');
    }

    private static String escaped(String key) {
        var out = new StringBuilder();
        for (byte b : key.getBytes(StandardCharsets.UTF_8)) {
            boolean word = (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9');
            if (word || LEGAL.indexOf(b) >= 0) {
                out.append((char) b);
            } else {
                out.append('%').append("%02X".formatted(b));
            }
        }
        return out.toString();
    }
}
