package dev.tenure.sim.node;

import io.grpc.HandlerRegistry;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// `grpc.health.v1.Health` on a port of this machine.
final class HealthService implements AutoCloseable {
    private static final String CHECK = "grpc.health.v1.Health/Check";
    private static final byte SERVING = 1;
    private static final byte NOT_SERVING = 2;
    private static final byte FIELD_ONE_NUMBER = 8;

    private final Map<String, Boolean> services = new ConcurrentHashMap<>();
    private final Server server;

    HealthService() throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .fallbackHandlerRegistry(new Registry())
                .build()
                .start();
    }

    int port() {
        return server.getPort();
    }

    /// From now on a service is known, and serves or not.
    void serves(String service, boolean well) {
        services.put(service, well);
    }

    private byte[] check(byte[] request) {
        String name = request.length < 2
                ? ""
                : new String(Arrays.copyOfRange(request, 2, request.length), StandardCharsets.UTF_8);
        Boolean well = services.get(name);
        if (well == null) {
            throw Status.NOT_FOUND.withDescription("unknown service").asRuntimeException();
        }
        return new byte[] {FIELD_ONE_NUMBER, well ? SERVING : NOT_SERVING};
    }

    private final class Registry extends HandlerRegistry {
        @Override
        public @Nullable ServerMethodDefinition<?, ?> lookupMethod(String method, @Nullable String authority) {
            if (!method.equals(CHECK)) {
                return null;
            }
            MethodDescriptor<byte[], byte[]> descriptor = MethodDescriptor.newBuilder(new Bytes(), new Bytes())
                    .setType(MethodDescriptor.MethodType.UNARY)
                    .setFullMethodName(method)
                    .build();
            return ServerMethodDefinition.create(descriptor, ServerCalls.asyncUnaryCall((request, reply) -> {
                try {
                    reply.onNext(check(request));
                    reply.onCompleted();
                } catch (RuntimeException e) {
                    reply.onError(e);
                }
            }));
        }
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
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

    @Override
    public void close() {
        server.shutdownNow();
    }
}
