package dev.tenure.launch.apiserver;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where members of the cluster are told to find the API server. As upstream, a server that listens on
/// loopback or everywhere tells an address of this machine's network. Upstream:
/// apimachinery/pkg/util/net/interface.go (ResolveBindAddress).
///
/// @param host an IP address
record AdvertisedAddress(String host, int port) {
    /// What was asked for, or else what is found; empty when the machine has no address but loopback.
    static Optional<AdvertisedAddress> of(ApiConfig.Listen listen, int port) {
        return listen.advertised()
                .map(asked -> new AdvertisedAddress(asked, port))
                .or(() -> found(listen.address(), port));
    }

    /// What is wrong with it where several servers share an etcd: upstream refuses such an address for the
    /// endpoints of the service `kubernetes`.
    Optional<String> warning() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress()
                    ? Optional.of(
                            "--advertise-address %s is loopback: it stands among the endpoints of the service kubernetes, where no other machine reaches this server by it, and kube-apiserver refuses it. Name an address of this machine's network"
                                    .formatted(host))
                    : Optional.empty();
        } catch (UnknownHostException _) {
            return Optional.empty();
        }
    }

    private static Optional<AdvertisedAddress> found(String bind, int port) {
        try {
            InetAddress bound = InetAddress.getByName(bind);
            if (!bound.isAnyLocalAddress() && !bound.isLoopbackAddress()) {
                return Optional.of(new AdvertisedAddress(bound.getHostAddress(), port));
            }
            return ofMachine().map(address -> new AdvertisedAddress(address.getHostAddress(), port));
        } catch (UnknownHostException | SocketException _) {
            return Optional.empty();
        }
    }

    private static Optional<InetAddress> ofMachine() throws SocketException {
        List<InetAddress> found = new ArrayList<>();
        for (NetworkInterface card : NetworkInterface.networkInterfaces().toList()) {
            if (card.isUp() && !card.isLoopback()) {
                card.inetAddresses()
                        .filter(Inet4Address.class::isInstance)
                        .filter(address -> !address.isLinkLocalAddress())
                        .forEach(found::add);
            }
        }
        return found.stream().findFirst();
    }
}
