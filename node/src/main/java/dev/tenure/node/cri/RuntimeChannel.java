package dev.tenure.node.cri;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A connection to the socket of a container runtime. It connects on first use and again after the runtime
/// was gone. Safe for use by several threads; a thread that calls waits for the answer.
public final class RuntimeChannel implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(RuntimeChannel.class.getPackageName());
    private static final int MESSAGE_BYTES_MAX = 16 << 20;
    private static final Duration GOODBYE_WITHIN = Duration.ofSeconds(2);
    private static final MethodDescriptor.Marshaller<Message> MARSHALLER = new MessageMarshaller();

    private final Path socket;
    private final MultiThreadIoEventLoopGroup threads;
    private final ManagedChannel channel;

    /// @param socket for example `/run/containerd/containerd.sock`
    public RuntimeChannel(Path socket) {
        this.socket = socket;
        this.threads = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
        this.channel = NettyChannelBuilder.forAddress(new DomainSocketAddress(socket.toFile()))
                .eventLoopGroup(threads)
                .channelType(EpollDomainSocketChannel.class)
                .usePlaintext()
                .withOption(ChannelOption.SO_KEEPALIVE, null)
                .overrideAuthority("localhost")
                .maxInboundMessageSize(MESSAGE_BYTES_MAX)
                .build();
    }

    /// One call and its answer.
    ///
    /// @param method for example `runtime.v1.RuntimeService/Version`
    /// @throws RuntimeUnavailableException when the runtime is gone, refuses, or takes longer than `within`
    Message call(String method, Message request, Duration within) {
        var descriptor = MethodDescriptor.newBuilder(MARSHALLER, MARSHALLER)
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(method)
                .build();
        try {
            CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(within.toMillis(), TimeUnit.MILLISECONDS);
            return ClientCalls.blockingUnaryCall(channel, descriptor, options, request);
        } catch (StatusRuntimeException e) {
            throw refusal(method, e);
        }
    }

    private RuntimeUnavailableException refusal(String method, StatusRuntimeException e) {
        Status status = e.getStatus();
        if (status.getCode() == Status.Code.UNAVAILABLE) {
            channel.resetConnectBackoff();
            return new RuntimeUnavailableException(
                    "container runtime at %s does not answer: %s".formatted(socket, why(status)), e);
        }
        String description = status.getDescription();
        String name = method.substring(method.indexOf('/') + 1);
        boolean absent = status.getCode() == Status.Code.NOT_FOUND;
        return new RuntimeUnavailableException(
                description == null ? name + ": " + status.getCode() : description, e, absent);
    }

    /// "io exception" alone helps nobody; what is behind it names the trouble.
    private static String why(Status status) {
        String description = String.valueOf(status.getDescription());
        @Nullable Throwable cause = status.getCause();
        if (cause == null) {
            return description;
        }
        @Nullable String told = cause.getMessage();
        return "%s (%s)".formatted(description, told == null ? cause.getClass().getSimpleName() : told);
    }

    @Override
    public void close() {
        channel.shutdownNow();
        boolean ended = threads.shutdownGracefully(0, GOODBYE_WITHIN.toMillis(), TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(GOODBYE_WITHIN.toMillis());
        if (!ended) {
            LOG.log(System.Logger.Level.WARNING, "the connection to {0} does not end", socket);
        }
    }

    private static final class MessageMarshaller implements MethodDescriptor.Marshaller<Message> {
        @Override
        public InputStream stream(Message message) {
            return new ByteArrayInputStream(message.bytes());
        }

        @Override
        public Message parse(InputStream stream) {
            try (stream) {
                return Message.parse(stream.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
