package dev.tenure.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class IoWordsTest {
    @Test
    void noFailureIsReportedByTheNameOfItsClass() {
        var unresolved = new ConnectException();
        unresolved.initCause(new UnresolvedAddressException());
        for (Exception failure : List.of(
                new IOException(),
                new ConnectException(),
                unresolved,
                new UnknownHostException("nowhere"),
                new HttpTimeoutException("request timed out"),
                new ClosedChannelException(),
                new NoSuchFileException("/no/such"),
                new AccessDeniedException("/etc/shadow"))) {
            assertThat(IoWords.of(failure)).isNotEmpty().doesNotContain("Exception", "null");
        }
    }

    @Test
    void theNameOfTheFileIsLeftOutWhereItIsSaidAlready() {
        assertThat(IoWords.briefly(new NoSuchFileException("/no/such"))).isEqualTo("no such file or directory");
        assertThat(IoWords.briefly(new AccessDeniedException("/etc/shadow"))).isEqualTo("permission denied");
        assertThat(IoWords.briefly(new FileSystemException("/etc", null, "Is a directory")))
                .isEqualTo("Is a directory");
        assertThat(IoWords.briefly(new ClosedChannelException())).isEqualTo("the connection was closed");
    }

    @Test
    void whatSomebodyWroteIsKept() {
        assertThat(IoWords.of(new IOException("disk full"))).isEqualTo("disk full");
        assertThat(IoWords.of(new ConnectException())).isEqualTo("connection refused");
        assertThat(IoWords.of(new NoSuchFileException("/no/such"))).isEqualTo("there is no file /no/such");
    }
}
