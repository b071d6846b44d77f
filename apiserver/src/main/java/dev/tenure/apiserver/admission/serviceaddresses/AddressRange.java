package dev.tenure.apiserver.admission.serviceaddresses;

import java.util.Locale;

/// A range of IPv4 addresses, of at least eight.
///
/// @param network the first address, as a number
/// @param prefix how many bits all addresses share
public record AddressRange(int network, int prefix) {
    private static final int BITS = 32;
    private static final int OCTETS = 4;
    private static final int OCTET_BITS = 8;
    private static final int OCTET_MAX = 255;

    /// `10.0.0.0/16`.
    public static AddressRange parse(String text) {
        int slash = text.indexOf('/');
        return new AddressRange(number(text.substring(0, slash)), Integer.parseInt(text.substring(slash + 1)));
    }

    private static int number(String address) {
        int number = 0;
        for (String octet : address.split("\\.", OCTETS)) {
            number = number << OCTET_BITS | Integer.parseInt(octet);
        }
        return number;
    }

    /// How many can be handed out: neither the network's own address nor the last one.
    public int size() {
        return (1 << (BITS - prefix)) - 2;
    }

    /// @param position from 0 to `size()` - 1
    public String address(int position) {
        return text(network + 1 + position);
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

    public boolean contains(String address) {
        if (address.contains(":")) {
            return false;
        }
        int mask = -1 << (BITS - prefix);
        return (number(address) & mask) == (network & mask);
    }

    @Override
    public String toString() {
        return text(network) + "/" + prefix;
    }
}
