package dev.tenure.runtime.callout;

import java.net.InetAddress;

/// IP addresses as they stand in text. Pure: nothing is looked up.
final class IpLiteral {
    private IpLiteral() {}

    static boolean is(String host) {
        try {
            InetAddress.ofLiteral(host);
            return true;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /// One text for each address, however it was written.
    static String canonical(String address) {
        return InetAddress.ofLiteral(address).getHostAddress();
    }
}
