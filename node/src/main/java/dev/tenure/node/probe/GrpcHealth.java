package dev.tenure.node.probe;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// Asks `grpc.health.v1.Health/Check`.
final class GrpcHealth {
    private static final int SERVING = 1;
    private static final int FIELD_ONE_TEXT = 0x0a;
    private static final int FIELD_ONE_NUMBER = 0x08;
    private static final int SEVEN_BITS = 0x7f;

    private GrpcHealth() {}

    /// @param service empty for the server as a whole
    static Answer check(String host, int port, String service, Duration within) {
        var descriptor = MethodDescriptor.newBuilder(new Bytes(), new Bytes())
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName("grpc.health.v1.Health/Check")
                .build();
        ManagedChannel channel =
                NettyChannelBuilder.forAddress(host, port).usePlaintext().build();
        try {
            CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(within.toMillis(), TimeUnit.MILLISECONDS);
            byte[] reply = ClientCalls.blockingUnaryCall(channel, descriptor, options, request(service));
            return reply.length >= 2 && reply[0] == FIELD_ONE_NUMBER && reply[1] == SERVING
                    ? new Answer.Success()
                    : new Answer.Failure("service unhealthy (responded with \"NOT_SERVING\")");
        } catch (StatusRuntimeException e) {
            Status status = e.getStatus();
            return new Answer.Failure(
                    status.getCode() == Status.Code.DEADLINE_EXCEEDED || status.getCode() == Status.Code.UNAVAILABLE
                            ? "timeout: failed to connect service \"%s:%d\" within %s: %s"
                                    .formatted(host, port, within, status.getDescription())
                            : "error: health rpc probe failed: " + status);
        } finally {
            channel.shutdownNow();
        }
    }

    private static byte[] request(String service) {
        byte[] name = service.getBytes(StandardCharsets.UTF_8);
        var request = new ByteArrayOutputStream();
        if (name.length > 0) {
            request.write(FIELD_ONE_TEXT);
            int length = name.length;
            while (length > SEVEN_BITS) {
                request.write((length & SEVEN_BITS) | (SEVEN_BITS + 1));
                length >>>= Byte.SIZE - 1;
            }
            request.write(length);
            request.writeBytes(name);
        }
        return request.toByteArray();
    }

    /// Messages as their bytes.
    static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] bytes) {
            return new ByteArrayInputStream(bytes);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try (stream) {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
