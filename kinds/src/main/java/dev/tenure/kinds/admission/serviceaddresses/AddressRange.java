package dev.tenure.kinds.admission.serviceaddresses;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.Locale;
import java.util.Optional;

/// A range of IPv4 addresses, of at least eight.
///
/// @param network the first address, as a number
/// @param prefix how many bits all addresses share
public record AddressRange(int network, int prefix) {
    private static final int BITS = 32;
    private static final int OCTETS = 4;
    private static final int OCTET_BITS = 8;
    private static final int OCTET_MAX = 255;
    private static final int PREFIX_MIN = 12;
    private static final int PREFIX_MAX = 29;
    private static final int RESERVED_MIN = 16;
    private static final int RESERVED_MAX = 256;
    private static final int RESERVED_PART = 16;
    private static final Pattern ADDRESS = Pattern.compile("(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:[.]|$)){4}");
    private static final Pattern FORM = Pattern.compile("((?:\\d{1,3}\\.){3}\\d{1,3})/(\\d{1,2})");

    /// Where services have their addresses by default.
    public static final AddressRange USUAL = parse("10.0.0.0/16");

    /// `10.0.0.0/16`. Bits of the address beyond the prefix do not count.
    ///
    /// @throws IllegalArgumentException when it is no range of IPv4 addresses, or one with fewer than eight
    ///     addresses or more than a million
    public static AddressRange parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "\"%s\" is no range of IPv4 addresses, for example 10.0.0.0/16".formatted(text));
        }
        int prefix = Integer.parseInt(form.group(2));
        if (prefix < PREFIX_MIN || prefix > PREFIX_MAX) {
            throw new IllegalArgumentException(
                    "the range \"%s\" must have a prefix of %d to %d bits".formatted(text, PREFIX_MIN, PREFIX_MAX));
        }
        return new AddressRange(number(form.group(1)) & mask(prefix), prefix);
    }

    /// As [#parse], of any size, or none where it is no range of IPv4 addresses.
    static Optional<AddressRange> of(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches() || Integer.parseInt(form.group(2)) > BITS) {
            return Optional.empty();
        }
        int prefix = Integer.parseInt(form.group(2));
        return Optional.of(new AddressRange(number(form.group(1)) & mask(prefix), prefix));
    }

    private static int mask(int prefix) {
        return prefix == 0 ? 0 : -1 << (BITS - prefix);
    }

    private static int number(String address) {
        int number = 0;
        for (String octet : address.split("\\.", OCTETS)) {
            int value = Integer.parseInt(octet);
            if (value > OCTET_MAX) {
                throw new IllegalArgumentException("\"%s\" is no IPv4 address".formatted(address));
            }
            number = number << OCTET_BITS | value;
        }
        return number;
    }

    /// How many can be handed out: neither the network's own address nor the last one.
    public int size() {
        return Math.clamp((1L << (BITS - prefix)) - 2, 0, Integer.MAX_VALUE);
    }

    /// How many addresses at the beginning are handed out only when all others are gone, so that there are
    /// some to choose.
    int reserved() {
        long all = 1L << (BITS - prefix);
        return all <= RESERVED_MIN ? 0 : Math.clamp(all / RESERVED_PART, RESERVED_MIN, RESERVED_MAX);
    }

    /// @param position from 0 to `size()` - 1
    public String address(int position) {
        return text(network + 1 + position);
    }

    /// The network's own address, which is never handed out.
    public String base() {
        return text(network);
    }

    private static String text(int number) {
        return String.format(
                Locale.ROOT,
                "%d.%d.%d.%d",
                number >>> 24,
                number >>> 16 & OCTET_MAX,
                number >>> 8 & OCTET_MAX,
                number & OCTET_MAX);
    }

    /// Whether an address can be one of a service: the network's own and the last one cannot.
    public boolean contains(String address) {
        if (!ADDRESS.matcher(address).matches()) {
            return false;
        }
        int number = number(address);
        boolean inside = (number & mask(prefix)) == network;
        return inside && number != network && number != (network | ~mask(prefix));
    }

    @Override
    public String toString() {
        return text(network) + "/" + prefix;
    }
}
