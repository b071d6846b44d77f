package dev.tenure.launch.apiserver;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// What the server's certificate answers for: what clients within the cluster call it, where it listens, and
/// what the command line adds. A server that listens everywhere answers for all addresses of this machine,
/// and for its name.
final class ServedNames {
    private static final List<String> ALWAYS = List.of(
            "localhost",
            "127.0.0.1",
            "::1",
            "kubernetes",
            "kubernetes.default",
            "kubernetes.default.svc",
            "kubernetes.default.svc.cluster.local");

    private ServedNames() {}

    /// @param service the address of the service `kubernetes`
    static List<String> of(ApiConfig.Listen listen, String service) {
        Set<String> names = new LinkedHashSet<>(ALWAYS);
        names.add(listen.address());
        names.add(service);
        names.addAll(listen.names());
        listen.advertised().ifPresent(names::add);
        if (everywhere(listen.address())) {
            addMachine(names);
        }
        return List.copyOf(names);
    }

    private static boolean everywhere(String address) {
        try {
            return InetAddress.getByName(address).isAnyLocalAddress();
        } catch (UnknownHostException _) {
            return false;
        }
    }

    private static void addMachine(Set<String> names) {
        try {
            NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                    .forEach(address -> names.add(withoutScope(address.getHostAddress())));
            String own = InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
            if (own.matches("[a-z0-9]([a-z0-9.-]*[a-z0-9])?")) {
                names.add(own);
            }
        } catch (SocketException | UnknownHostException _) {
            // a machine without a network, or without a name, has no more names
        }
    }

    private static String withoutScope(String address) {
        int scope = address.indexOf('%');
        return scope < 0 ? address : address.substring(0, scope);
    }
}
