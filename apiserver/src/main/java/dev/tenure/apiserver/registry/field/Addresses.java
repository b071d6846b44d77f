package dev.tenure.apiserver.registry.field;

import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// IP addresses and ranges as texts: what is valid, what deserves a warning, and the canonical form.
public final class Addresses {
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,4}");
    private static final Pattern V6_GROUP = Pattern.compile("[0-9a-fA-F]{1,4}");
    private static final int V4_BITS = 32;
    private static final int V6_BITS = 128;

    private static final String LOOPBACK = "may not be in the loopback range (127.0.0.0/8, ::1/128)";
    private static final String LINK_LOCAL = "may not be in the link-local range (169.254.0.0/16, fe80::/10)";

    private static final String MULTICAST = "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)";

    private static final List<Unfit> UNFIT = List.of(
            new Unfit(known("127.0.0.0/8"), LOOPBACK),
            new Unfit(known("::1/128"), LOOPBACK),
            new Unfit(known("169.254.0.0/16"), LINK_LOCAL),
            new Unfit(known("fe80::/10"), LINK_LOCAL),
            new Unfit(known("224.0.0.0/24"), MULTICAST));

    /// A range whose addresses no endpoint can have, and what is said of them.
    private record Unfit(Range range, String why) {}

    private Addresses() {}

    /// An address.
    ///
    /// @param bytes 4 or 16 of them, the mapped form of an IPv4 address being 4
    /// @param strict whether it was written without leading zeros
    /// @param mapped whether it was written as an IPv6 address that holds an IPv4 one
    public record Ip(byte[] bytes, boolean strict, boolean mapped) {
        public boolean isV6() {
            return bytes.length == 16;
        }

        /// Why no endpoint can have this address.
        ///
        /// @param written the address as it was written
        public List<String> unfitForEndpoints(String written) {
            if (isUnspecified()) {
                return List.of("may not be unspecified (" + written + ")");
            }
            // of IPv6 all groups that are local to a link, wherever they are in the range
            if (isV6() && bytes[0] == -1 && (bytes[1] & 0x0f) == 2) {
                return List.of(MULTICAST);
            }
            return UNFIT.stream()
                    .filter(unfit -> unfit.range().contains(this))
                    .map(Unfit::why)
                    .toList();
        }

        private boolean isUnspecified() {
            for (byte each : bytes) {
                if (each != 0) {
                    return false;
                }
            }
            return true;
        }

        public String canonical() {
            return isV6() ? canonicalV6(bytes) : canonicalV4(bytes);
        }
    }

    /// A range of addresses in CIDR form, with the address as written.
    public record Range(Ip ip, int bits, boolean strictBits) {
        public String canonical() {
            return new Ip(masked(), true, false).canonical() + "/" + bits;
        }

        boolean aligned() {
            return Arrays.equals(masked(), ip.bytes());
        }

        /// The first address of the range.
        public byte[] masked() {
            byte[] masked = ip.bytes().clone();
            for (int i = 0; i < masked.length; i++) {
                int kept = Math.clamp(bits - 8L * i, 0, 8);
                masked[i] = (byte) (masked[i] & (0xff << (8 - kept)));
            }
            return masked;
        }

        /// Whether an address lies in the range.
        public boolean contains(Ip address) {
            boolean sameFamily = address.bytes().length == ip.bytes().length;
            return sameFamily && Arrays.equals(new Range(address, bits, true).masked(), masked());
        }
    }

    /// What is wrong with an address.
    public static List<String> ip(String text) {
        Optional<Ip> ip = parse(text);
        if (ip.isEmpty()) {
            return List.of("must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
        }
        List<String> complaints = new ArrayList<>();
        if (!ip.get().strict()) {
            complaints.add("must not have leading 0s");
        }
        if (ip.get().mapped()) {
            complaints.add("must not be an IPv4-mapped IPv6 address");
        }
        return complaints;
    }

    /// Whether a text can be read as a range at all, however it is written.
    public static boolean isRange(String text) {
        return parseRange(text).isPresent();
    }

    /// What is wrong with a range.
    public static List<String> range(String text) {
        Optional<Range> range = parseRange(text);
        if (range.isEmpty()) {
            return List.of("must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
        }
        Range found = range.get();
        if (!found.ip().strict() || !found.strictBits()) {
            return List.of("must not have leading 0s in IP or prefix length");
        }
        if (found.ip().mapped()) {
            return List.of("must not have an IPv4-mapped IPv6 address");
        }
        return found.aligned() ? List.of() : List.of("must not have bits set beyond the prefix length");
    }

    /// What is wrong with an address that must stand in its canonical form.
    public static List<String> canonicalIp(String text) {
        List<String> complaints = ip(text);
        return complaints.isEmpty() ? canonical(text, parse(text).orElseThrow().canonical()) : complaints;
    }

    /// What is wrong with a range that must stand in its canonical form.
    public static List<String> canonicalRange(String text) {
        List<String> complaints = range(text);
        return complaints.isEmpty()
                ? canonical(text, parseRange(text).orElseThrow().canonical())
                : complaints;
    }

    private static List<String> canonical(String text, String canonical) {
        return text.equals(canonical) ? List.of() : List.of("must be in canonical form (\"" + canonical + "\")");
    }

    /// What deserves a warning in a valid address at `path`.
    public static List<String> ipWarnings(String path, String text) {
        Optional<Ip> ip = parse(text);
        if (ip.isEmpty()) {
            return List.of();
        }
        String canonical = ip.get().canonical();
        if (!ip.get().strict() || ip.get().mapped()) {
            return List.of(path + ": non-standard IP address \"" + text + "\" is invalid: use \"" + canonical + "\"");
        }
        boolean odd = ip.get().isV6() && !canonical.equals(text);
        return odd
                ? List.of(path + ": IPv6 address \"" + text + "\" should be in RFC 5952 canonical format (\""
                        + canonical + "\")")
                : List.of();
    }

    /// What deserves a warning in a valid range at `path`.
    public static List<String> rangeWarnings(String path, String text) {
        Optional<Range> parsed = parseRange(text);
        if (parsed.isEmpty()) {
            return List.of();
        }
        Range range = parsed.get();
        String canonical = range.canonical();
        List<String> warnings = new ArrayList<>();
        if (!range.aligned()) {
            warnings.add(path + ": CIDR value \"" + text + "\" is ambiguous in this context (should be \"" + canonical
                    + "\" or \"" + range.ip().canonical() + "/" + (range.ip().bytes().length * 8) + "\"?)");
        }
        if (!range.ip().strict() || !range.strictBits() || range.ip().mapped()) {
            warnings.add(path + ": non-standard CIDR value \"" + text + "\" is invalid: use \"" + canonical + "\"");
        }
        if (warnings.isEmpty() && range.ip().isV6() && !canonical.equals(text)) {
            warnings.add(path + ": IPv6 CIDR value \"" + text + "\" should be in RFC 5952 canonical format (\""
                    + canonical + "\")");
        }
        return warnings;
    }

    /// Whether these addresses or ranges, one or two, are of one family each.
    public static boolean onePerFamily(List<Boolean> isV6) {
        return isV6.size() < 2 || (isV6.size() == 2 && !isV6.get(0).equals(isV6.get(1)));
    }

    /// Reads an address; leading zeros are let pass and noted.
    public static Optional<Ip> parse(String text) {
        return text.contains(":") ? parseV6(text) : parseV4(text);
    }

    private static Range known(String range) {
        return parseRange(range).orElseThrow();
    }

    /// Reads a range; leading zeros are let pass and noted.
    public static Optional<Range> parseRange(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            return Optional.empty();
        }
        Optional<Ip> ip = parse(text.substring(0, slash));
        String length = text.substring(slash + 1);
        if (ip.isEmpty() || !LENGTH.matches(length)) {
            return Optional.empty();
        }
        int written = ip.get().mapped() ? V6_BITS : ip.get().isV6() ? V6_BITS : V4_BITS;
        int bits = Integer.parseInt(length);
        if (bits > written) {
            return Optional.empty();
        }
        boolean strict = length.equals("0") || !length.startsWith("0");
        int kept = ip.get().mapped() ? Math.max(0, bits - (V6_BITS - V4_BITS)) : bits;
        return Optional.of(new Range(ip.get(), kept, strict));
    }

    private static Optional<Ip> parseV4(String text) {
        byte[] bytes = new byte[4];
        boolean strict = true;
        int at = 0;
        for (int i = 0; i < 4; i++) {
            int dot = text.indexOf('.', at);
            int end = dot < 0 ? text.length() : dot;
            int number = octet(text, at, end);
            if (number < 0 || (dot < 0) != (i == 3)) {
                return Optional.empty();
            }
            strict &= end - at == 1 || text.charAt(at) != '0';
            bytes[i] = (byte) number;
            at = end + 1;
        }
        return Optional.of(new Ip(bytes, strict, false));
    }

    /// -1 when it is no number of up to nine digits, or above 255.
    private static int octet(String text, int from, int to) {
        if (from >= to || to - from > 9) {
            return -1;
        }
        int number = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number > 255 ? -1 : number;
    }

    private static Optional<Ip> parseV6(String text) {
        int gap = text.indexOf("::");
        if (gap >= 0 && text.indexOf("::", gap + 1) >= 0) {
            return Optional.empty();
        }
        List<Integer> front = new ArrayList<>();
        List<Integer> back = new ArrayList<>();
        boolean good = gap < 0
                ? groups(text, true, front)
                : groups(text.substring(0, gap), false, front) && groups(text.substring(gap + 2), true, back);
        int given = front.size() + back.size();
        if (!good || (gap < 0 ? given != 8 : given > 7)) {
            return Optional.empty();
        }
        byte[] bytes = new byte[16];
        for (int i = 0; i < front.size(); i++) {
            put(bytes, i, front.get(i));
        }
        for (int i = 0; i < back.size(); i++) {
            put(bytes, 8 - back.size() + i, back.get(i));
        }
        return Optional.of(unmapped(bytes));
    }

    private static void put(byte[] bytes, int group, int value) {
        bytes[2 * group] = (byte) (value >> 8);
        bytes[2 * group + 1] = (byte) value;
    }

    private static Ip unmapped(byte[] bytes) {
        boolean mapped = bytes[10] == -1 && bytes[11] == -1;
        for (int i = 0; i < 10; i++) {
            mapped &= bytes[i] == 0;
        }
        return mapped ? new Ip(Arrays.copyOfRange(bytes, 12, 16), true, true) : new Ip(bytes, true, false);
    }

    private static boolean groups(String text, boolean mayEndInV4, List<Integer> groups) {
        if (text.isEmpty()) {
            return true;
        }
        String[] parts = text.split(":", -1);
        for (int i = 0; i < parts.length; i++) {
            boolean last = i == parts.length - 1;
            if (last && mayEndInV4 && parts[i].contains(".")) {
                Optional<Ip> tail = parseV4(parts[i]);
                if (tail.isEmpty()) {
                    return false;
                }
                byte[] bytes = tail.get().bytes();
                groups.add(((bytes[0] & 0xff) << 8) | (bytes[1] & 0xff));
                groups.add(((bytes[2] & 0xff) << 8) | (bytes[3] & 0xff));
            } else if (V6_GROUP.matches(parts[i])) {
                groups.add(Integer.parseInt(parts[i], 16));
            } else {
                return false;
            }
        }
        return true;
    }

    private static String canonicalV4(byte[] bytes) {
        return (bytes[0] & 0xff) + "." + (bytes[1] & 0xff) + "." + (bytes[2] & 0xff) + "." + (bytes[3] & 0xff);
    }

    private static String canonicalV6(byte[] bytes) {
        int[] groups = new int[8];
        for (int i = 0; i < 8; i++) {
            groups[i] = ((bytes[2 * i] & 0xff) << 8) | (bytes[2 * i + 1] & 0xff);
        }
        int bestStart = -1;
        int bestLength = 1;
        for (int i = 0; i < 8; i++) {
            int length = 0;
            while (i + length < 8 && groups[i + length] == 0) {
                length++;
            }
            if (length > bestLength) {
                bestStart = i;
                bestLength = length;
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            if (i == bestStart) {
                text.append("::");
                i += bestLength - 1;
            } else {
                text.append(text.isEmpty() || text.toString().endsWith("::") ? "" : ":")
                        .append(Integer.toHexString(groups[i]));
            }
        }
        return text.toString();
    }
}
