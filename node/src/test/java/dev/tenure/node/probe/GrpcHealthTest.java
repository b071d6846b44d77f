package dev.tenure.node.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// A health check names its service, however long the name is.
final class GrpcHealthTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @Test
    void theServiceIsNamedWholly() throws Exception {
        List<byte[]> asked = new CopyOnWriteArrayList<>();
        MethodDescriptor<byte[], byte[]> check = MethodDescriptor.newBuilder(
                        new GrpcHealth.Bytes(), new GrpcHealth.Bytes())
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName("grpc.health.v1.Health/Check")
                .build();
        Server server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService(ServerServiceDefinition.builder("grpc.health.v1.Health")
                        .addMethod(check, ServerCalls.asyncUnaryCall((request, answers) -> {
                            asked.add(request);
                            answers.onNext(new byte[] {8, 1});
                            answers.onCompleted();
                        }))
                        .build())
                .build()
                .start();
        try {
            for (int length : new int[] {0, 1, 127, 128, 300, 20_000}) {
                String service = "s".repeat(length);
                assertThat(GrpcHealth.check("127.0.0.1", server.getPort(), service, LONG))
                        .isEqualTo(new Answer.Success());
                byte[] request = asked.getLast();
                assertThat(new String(request, StandardCharsets.US_ASCII)).endsWith(service);
                assertThat(request.length - length)
                        .isEqualTo(length == 0 ? 0 : length < 128 ? 2 : length < 1 << 14 ? 3 : 4);
            }
        } finally {
            server.shutdownNow().awaitTermination(20, TimeUnit.SECONDS);
        }
    }
}
