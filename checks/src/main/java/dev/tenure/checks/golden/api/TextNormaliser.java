package dev.tenure.checks.golden.api;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Replaces in texts what differs between two correct servers: names of the run, times, uids, addresses,
/// tokens.
final class TextNormaliser {
    static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

    private static final Pattern UUID =
            Pattern.compile("\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b");
    private static final Pattern TIME =
            Pattern.compile("\\b(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)");
    private static final Pattern SERVICE_IP = Pattern.compile("\\b10\\.0\\.\\d{1,3}\\.\\d{1,3}\\b");
    private static final Pattern ACCESS_VOLUME = Pattern.compile("kube-api-access-[%s]{5}\\b".formatted(ALPHABET));
    private static final Pattern JWT = Pattern.compile("^ey[\\w-]+\\.ey[\\w-]+\\.[\\w-]+$");
    private static final Pattern DUMP = Pattern.compile("Invalid value: (?=[{\"])");
    private static final int LARGE_DUMP = 300;
    private static final int GENERATED_STEM_MAX = 58;
    private static final Duration NEAR = Duration.ofDays(1);

    private record Replacement(Pattern pattern, String by) {
        Replacement(String pattern, String by) {
            this(Pattern.compile(pattern), by);
        }
    }

    private static final List<Replacement> RULES = List.of(
            new Replacement("(Too large resource version: \\d+, current: )\\d+", "$1<rv>"),
            new Replacement("(too old resource version: \\d+ \\()\\d+(\\))", "$1<rv>$2"),
            new Replacement(
                    "(ResourceVersion in the precondition \\()\\d+(\\) does not match the ResourceVersion in record \\()\\d+(\\))",
                    "$1<rv>$2<rv>$3"),
            new Replacement("(\\?hash=)[0-9A-Fa-f]{16,}", "$1<hash>"),
            new Replacement("(resourceVersion: \")\\d+(\")", "$1<rv>$2"),
            new Replacement("(\"resourceVersion\":\\s*\")\\d+(\")", "$1<rv>$2"),
            new Replacement("(serverAddress: )\\S+", "$1<server>"),
            new Replacement("(pkg/runtime/scheme\\.go:)\\d+", "$1<line>"),
            new Replacement("(pod updates may not change fields other than [^\\n]*\\n)[\\s\\S]*", "$1<diff>"));

    private final GoldenIdentities identities;
    private final Instant now;
    private final Function<JsonNode, String> claims;

    /// @param now when the run began
    /// @param claims normalises the claims of a token and writes them as text
    TextNormaliser(GoldenIdentities identities, Instant now, Function<JsonNode, String> claims) {
        this.identities = identities;
        this.now = now;
        this.claims = claims;
    }

    static boolean isJwt(String text) {
        return JWT.matcher(text).find();
    }

    String text(String original) {
        if (isJwt(original)) {
            return jwt(original).orElse(original);
        }
        String text = original;
        var byLength = new ArrayList<>(identities.tokens().entrySet());
        byLength.sort(Comparator.comparingInt((Map.Entry<String, String> token) ->
                        token.getKey().codePointCount(0, token.getKey().length()))
                .reversed());
        for (Map.Entry<String, String> token : byLength) {
            text = text.replace(token.getKey(), token.getValue());
        }
        for (String base : identities.generateNames()) {
            String stem = base.substring(0, Math.min(base.length(), GENERATED_STEM_MAX));
            text = Pattern.compile(Pattern.quote(stem) + "[%s]{5}\\b".formatted(ALPHABET))
                    .matcher(text)
                    .replaceAll(Matcher.quoteReplacement(stem + "<rand5>"));
        }
        if (text.indexOf('-') >= 0) {
            text = UUID.matcher(text).replaceAll(match -> quoted(identities.uuid(match.group())));
            text = TIME.matcher(text).replaceAll(match -> quoted(time(match)));
            text = ACCESS_VOLUME.matcher(text).replaceAll("kube-api-access-<rand5>");
        }
        text = SERVICE_IP.matcher(text).replaceAll(match -> quoted(identities.address(match.group())));
        if (text.contains("Invalid value: ")) {
            text = withoutDumps(text);
        }
        for (Replacement rule : RULES) {
            text = rule.pattern().matcher(text).replaceAll(rule.by());
        }
        return text;
    }

    private static String quoted(String replacement) {
        return Matcher.quoteReplacement(replacement);
    }

    private String time(MatchResult match) {
        Instant moment;
        try {
            moment = OffsetDateTime.parse(match.group(1) + match.group(3)).toInstant();
        } catch (DateTimeException _) {
            return match.group();
        }
        if (Duration.between(now, moment).abs().compareTo(NEAR) > 0) {
            return match.group();
        }
        String fraction = match.group(2);
        return fraction == null ? "<time>" : "<time.%d>".formatted(fraction.length() - 1);
    }

    private Optional<String> jwt(String token) {
        try {
            byte[] part = Base64.getUrlDecoder().decode(token.split("\\.", -1)[1].getBytes(StandardCharsets.US_ASCII));
            return Optional.of("<jwt " + claims.apply(Json.readObject(part)) + ">");
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// In validation messages, whole objects printed by the server (over 300 characters, or as a Go map)
    /// become `<object>`.
    private static String withoutDumps(String text) {
        var out = new StringBuilder();
        int at = 0;
        for (Matcher match = DUMP.matcher(text); match.find(); ) {
            if (match.end() < at) {
                continue;
            }
            int end = endOfValue(text, match.end());
            if (end > 0 && isLarge(text.substring(match.end(), end))) {
                out.append(text, at, match.end()).append("<object>");
                at = end;
            }
        }
        return out.append(text, at, text.length()).toString();
    }

    private static boolean isLarge(String dump) {
        if (!dump.startsWith("\"")) {
            return dump.length() > LARGE_DUMP;
        }
        String value = Json.read(dump.getBytes(StandardCharsets.UTF_8)).asText();
        return value.startsWith("map[") || (value.startsWith("{") && value.length() > LARGE_DUMP);
    }

    /// Where the JSON value that begins at `from` ends; -1 when none does.
    private static int endOfValue(String text, int from) {
        int end = text.charAt(from) == '"' ? endOfString(text, from) : endOfObject(text, from);
        if (end < 0) {
            return -1;
        }
        try {
            Json.read(text.substring(from, end).getBytes(StandardCharsets.UTF_8));
            return end;
        } catch (JsonSyntaxException _) {
            return -1;
        }
    }

    private static int endOfString(String text, int from) {
        for (int i = from + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '"') {
                return i + 1;
            }
        }
        return -1;
    }

    private static int endOfObject(String text, int from) {
        int depth = 0;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                int end = endOfString(text, i);
                if (end < 0) {
                    return -1;
                }
                i = end - 1;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
                if (depth == 0) {
                    return i + 1;
                }
            }
        }
        return -1;
    }
}
