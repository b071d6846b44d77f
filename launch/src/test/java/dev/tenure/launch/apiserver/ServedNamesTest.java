package dev.tenure.launch.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServedNamesTest {
    private static List<String> of(String address, String... names) {
        return ServedNames.of(new ApiConfig.Listen(address, 0, List.of(names), Optional.empty()), "10.96.0.1");
    }

    @Test
    void aServerThatListensEverywhereAnswersForAllAddressesOfItsMachine() throws SocketException {
        List<String> addresses = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLinkLocalAddress() && !address.isLoopbackAddress())
                .map(InetAddress::getHostAddress)
                .filter(address -> !address.contains("%"))
                .toList();
        assertThat(of("0.0.0.0")).contains("127.0.0.1", "10.96.0.1").containsAll(addresses);
        assertThat(of("::")).containsAll(addresses);
    }

    @Test
    void oneThatListensOnLoopbackAnswersForNoOtherAddress() {
        assertThat(of("127.0.0.1")).doesNotHaveDuplicates().hasSize(8);
    }

    @Test
    void namesOfTheCommandLineAreAdded() {
        assertThat(of("127.0.0.1", "api.example.org", "192.0.2.1")).contains("api.example.org", "192.0.2.1");
    }
}
