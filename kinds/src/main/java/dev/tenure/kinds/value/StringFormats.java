package dev.tenure.kinds.value;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.GoUrl;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.model.quantity.DurationFormatException;
import dev.tenure.model.quantity.GoDurationParser;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The formats that schemas may state. Upstream: apiserver/validation/formats.go, kube-openapi's strfmt.
public final class StringFormats {
    private static final Pattern BOOK_SEPARATORS = Pattern.compile("[\\s-]");
    private static final Pattern BOOK_NUMBER_10 = Pattern.compile("[0-9]{9}[0-9X]");
    private static final Pattern BOOK_NUMBER_13 = Pattern.compile("[0-9]{13}");
    private static final Pattern NO_DIGITS = Pattern.compile("[^0-9]");
    private static final Pattern CARD_NUMBER =
            Pattern.compile("4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}"
                    + "|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\\d{3})\\d{11}");
    private static final String HEX_BLOCK = "[0-9a-f]{4}";
    private static final String UUID_START = "(?i)^[0-9a-f]{8}-?" + HEX_BLOCK + "-?";
    private static final String SHADE = "(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])";
    private static final int HOST_NAME_MAX = 255;
    private static final int LABEL_MAX = 63;
    private static final String LETTER = "a-zA-Z0-9\\p{S}\\p{L}";
    private static final Pattern HOST_NAME = Pattern.compile("^([" + LETTER + "]((-?[" + LETTER + "]{0,62})?)|(["
            + LETTER + "](([-" + LETTER + "]{0,61}[" + LETTER + "])?)(\\.))+([a-zA-Z\\p{L}]){2,63})$");
    private static final Pattern AMOUNT = Pattern.compile("(\\d+)\\s*([A-Za-zµ]+)");
    /// The last word of each unit may go on.
    private static final List<Unit> UNITS = List.of(
            Unit.of("ns|nano.*", Duration.ofNanos(1)),
            Unit.of("us|µs|micro.*", Duration.ofNanos(1_000)),
            Unit.of("ms|milli.*", Duration.ofMillis(1)),
            Unit.of("s|sec.*", Duration.ofSeconds(1)),
            Unit.of("m|min.*", Duration.ofMinutes(1)),
            Unit.of("h|hr|hour.*", Duration.ofHours(1)),
            Unit.of("d|day.*", Duration.ofDays(1)),
            Unit.of("w|wk|week.*", Duration.ofDays(7)));
    private static final Pattern TIME_OF_DAY =
            Pattern.compile("^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$");
    private static final Set<String> WHOLE = Set.of("int32", "int64");
    private static final Set<String> DECIMAL = Set.of("float", "double");

    private static final Map<String, Predicate<String>> CHECKS = Map.ofEntries(
            Map.entry("bsonobjectid", matching("^[0-9a-fA-F]{24}$")),
            Map.entry("uri", text -> GoUrl.fault(text).isEmpty()),
            Map.entry("email", matching("^([^<>@]*<[^\\s<>@]+@[^\\s<>@]+>|[^\\s<>@]+@[^\\s<>@]+)$")),
            Map.entry("hostname", StringFormats::isHostName),
            Map.entry(
                    "ipv4", text -> !text.contains(":") && Addresses.parse(text).isPresent()),
            Map.entry(
                    "ipv6", text -> text.contains(":") && Addresses.parse(text).isPresent()),
            Map.entry("cidr", text -> Addresses.parseRange(text).isPresent()),
            Map.entry(
                    "mac",
                    matching("(?i)^([0-9a-f]{2}([:-][0-9a-f]{2}){5}([:-][0-9a-f]{2}){0,2}" + "|" + HEX_BLOCK + "(\\."
                            + HEX_BLOCK + "){2,3})$")),
            Map.entry("uuid", matching(UUID_START + HEX_BLOCK + "-?" + HEX_BLOCK + "-?[0-9a-f]{12}$")),
            Map.entry("uuid3", matching(UUID_START + "3[0-9a-f]{3}-?" + HEX_BLOCK + "-?[0-9a-f]{12}$")),
            Map.entry("uuid4", matching(UUID_START + "4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$")),
            Map.entry("uuid5", matching(UUID_START + "5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$")),
            Map.entry("isbn", text -> isBookNumber(text, 10) || isBookNumber(text, 13)),
            Map.entry("isbn10", text -> isBookNumber(text, 10)),
            Map.entry("isbn13", text -> isBookNumber(text, 13)),
            Map.entry("creditcard", StringFormats::isCardNumber),
            Map.entry("ssn", matching("^\\d{3}[- ]?\\d{2}[- ]?\\d{4}$")),
            Map.entry("hexcolor", matching("^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$")),
            Map.entry(
                    "rgbcolor",
                    matching("^rgb\\(\\s*" + SHADE + "\\s*,\\s*" + SHADE + "\\s*,\\s*" + SHADE + "\\s*\\)$")),
            Map.entry(
                    "byte",
                    matching("^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|" + "[A-Za-z0-9+/]{4})$")),
            Map.entry("password", _ -> true),
            Map.entry("date", StringFormats::isDate),
            Map.entry("duration", text -> duration(text).isPresent()),
            Map.entry("datetime", StringFormats::isMoment),
            Map.entry("k8sshortname", text -> Names.dnsLabel(text).isEmpty()),
            Map.entry("k8slongname", text -> Names.dnsSubdomain(text).isEmpty()));

    private StringFormats() {}

    /// The format that a schema states, if it is one that counts for the schema's type; empty otherwise.
    public static String recognised(JsonNode schema) {
        String format = schema.path("format").asText("");
        boolean union = schema.path("x-kubernetes-int-or-string").asBoolean(false);
        boolean known = switch (union ? "" : schema.path("type").asText("")) {
            case "", "string" -> isText(format);
            case "integer" -> WHOLE.contains(format);
            case "number" -> DECIMAL.contains(format);
            default -> false;
        };
        return known ? format : "";
    }

    static boolean isText(String format) {
        return CHECKS.containsKey(format.replace("-", ""));
    }

    /// @param format one of those that are known
    public static boolean valid(String format, String text) {
        Predicate<String> check = CHECKS.get(format.replace("-", ""));
        return check == null || check.test(text);
    }

    private static Predicate<String> matching(String expression) {
        Pattern pattern = Pattern.compile(expression);
        return text -> pattern.matcher(text).find();
    }

    private static boolean isHostName(String text) {
        return HOST_NAME.matcher(text).find()
                && text.getBytes(StandardCharsets.UTF_8).length <= HOST_NAME_MAX
                && Stream.of(text.split("\\.", -1))
                        .allMatch(label -> label.getBytes(StandardCharsets.UTF_8).length <= LABEL_MAX);
    }

    /// As Go writes it, or amounts of units anywhere in the text, which go round beyond 292 years. Upstream:
    /// strfmt's ParseDuration.
    ///
    /// @return empty when there is none
    public static Optional<Duration> duration(String text) {
        try {
            return Optional.of(GoDurationParser.parse(text));
        } catch (DurationFormatException _) {
            return amounts(text);
        }
    }

    /// @param words that stand for it, in any case
    private record Unit(Pattern words, long nanos) {
        static Unit of(String words, Duration length) {
            return new Unit(Pattern.compile("(?i)(?:" + words + ")"), length.toNanos());
        }
    }

    private static Optional<Duration> amounts(String text) {
        Matcher amounts = AMOUNT.matcher(text);
        boolean found = false;
        long nanos = 0;
        while (amounts.find()) {
            OptionalLong amount = whole(amounts.group(1));
            if (amount.isEmpty()) {
                return Optional.empty();
            }
            for (Unit unit : UNITS) {
                if (unit.words().matches(amounts.group(2))) {
                    found = true;
                    nanos += amount.getAsLong() * unit.nanos();
                }
            }
        }
        return found ? Optional.of(Duration.ofNanos(nanos)) : Optional.empty();
    }

    /// A number of digits, if it has room in 64 bits.
    private static OptionalLong whole(String digits) {
        try {
            return OptionalLong.of(Long.parseLong(digits));
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }

    private static boolean isDate(String text) {
        try {
            return text.length() == 10 && LocalDate.parse(text).getYear() >= 0;
        } catch (DateTimeParseException _) {
            return false;
        }
    }

    private static boolean isMoment(String text) {
        String[] parts = text.toLowerCase(Locale.ROOT).split("t", -1);
        if (parts.length < 2 || !isDate(parts[0])) {
            return false;
        }
        Matcher time = TIME_OF_DAY.matcher(parts[1]);
        return time.find()
                && time.group(1).compareTo("23") <= 0
                && time.group(2).compareTo("59") <= 0
                && time.group(3).compareTo("59") <= 0;
    }

    private static boolean isBookNumber(String text, int length) {
        String digits = BOOK_SEPARATORS.matcher(text).replaceAll("");
        if (!(length == 10 ? BOOK_NUMBER_10 : BOOK_NUMBER_13).matches(digits)) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < length; i++) {
            int digit = digits.charAt(i) == 'X' ? 10 : digits.charAt(i) - '0';
            sum += length == 10 ? (i + 1) * digit : (i % 2 == 0 ? 1 : 3) * digit;
        }
        return sum % (length == 10 ? 11 : 10) == 0;
    }

    private static boolean isCardNumber(String text) {
        String digits = NO_DIGITS.matcher(text).replaceAll("");
        if (!CARD_NUMBER.matches(digits)) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(digits.length() - 1 - i) - '0';
            int weighted = i % 2 == 1 ? digit * 2 : digit;
            sum += weighted > 9 ? weighted - 9 : weighted;
        }
        return sum % 10 == 0;
    }
}
