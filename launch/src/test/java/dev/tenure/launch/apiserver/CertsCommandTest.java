package dev.tenure.launch.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.pki.Pem;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.launch.TenureMain;
import dev.tenure.launch.process.Trouble;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.tls.MemoryKeys;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Certificates are listed and made anew by the command, and a server that runs uses them at once.
final class CertsCommandTest {
    @TempDir
    private Path folder;

    private String run(String... arguments) {
        var out = new StringWriter();
        int code = TenureMain.commandLine().setOut(new PrintWriter(out)).execute(arguments);
        assertThat(code).isZero();
        return out.toString();
    }

    private SSLSocket connect(ApiProcess process) throws IOException, GeneralSecurityException {
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, MemoryKeys.accepting(Pem.certificates(process.authority())), new SecureRandom());
        URI address = URI.create(process.address());
        return (SSLSocket) tls.getSocketFactory().createSocket(address.getHost(), address.getPort());
    }

    private static Certificate shown(SSLSocket socket) throws IOException {
        return socket.getSession().getPeerCertificates()[0];
    }

    private static String health(SSLSocket socket) throws IOException {
        socket.getOutputStream()
                .write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return new String(socket.getInputStream().readNBytes(15), StandardCharsets.US_ASCII);
    }

    @Test
    void aRunningServerShowsNewCertificatesAndConnectionsGoOn() throws Exception {
        var directory = new DataDirectory(folder.resolve("data"));
        ApiConfig config = ApiConfig.standard(directory, true, new ApiConfig.Listen("127.0.0.1", 0));
        try (ApiProcess process =
                        ApiProcess.start(config, new SystemTime(), new Trouble(new LoggedFaults(), () -> {}));
                SSLSocket before = connect(process)) {
            before.startHandshake();
            String kubeconfig = Files.readString(directory.kubeconfig());

            assertThat(process.renewCertificates()).isEqualTo("ok");

            try (SSLSocket after = connect(process)) {
                assertThat(shown(after)).isNotEqualTo(shown(before));
                assertThat(Pem.certificates(Files.readString(directory.pki().resolve("apiserver.crt"))))
                        .isEqualTo(List.of(shown(after)));
                assertThat(health(after)).isEqualTo("HTTP/1.1 200 OK");
            }
            assertThat(health(before)).isEqualTo("HTTP/1.1 200 OK");
            assertThat(Files.readString(directory.kubeconfig())).isNotEqualTo(kubeconfig);
        }
    }

    @Test
    void withoutAServerTheNextOneUsesThem() throws IOException {
        var directory = new DataDirectory(folder.resolve("data"));
        var certificates =
                new ServerCertificates(directory.pki(), List.of("localhost"), Optional.empty(), IdentityFiles.NONE);
        ServerCertificates.Shown first = certificates.at(new SystemTime().wall());
        String data = directory.root().toString();

        assertThat(run("certs", "renew", "--data-dir", data)).contains("from the next start on");

        ServerCertificates.Shown second = certificates.at(new SystemTime().wall());
        assertThat(second.authority()).isEqualTo(first.authority());
        assertThat(second.own()).isNotEqualTo(first.own());
        assertThat(run("certs", "--data-dir", data).lines().toList())
                .hasSize(7)
                .anyMatch(line -> line.matches("admin +CN=tenure-admin,O=system:masters +.* 36[45] +changes.*"))
                .anyMatch(line -> line.matches("ca +CN=tenure-ca .* stays *"))
                .anyMatch(line -> line.matches("front-proxy-ca +CN=tenure-front-proxy-ca .* stays *"));
        assertThat(run("certs", "--data-dir", data, "-o", "json"))
                .contains(second.own()
                        .chain()
                        .getFirst()
                        .getNotAfter()
                        .toInstant()
                        .toString());
    }
}
