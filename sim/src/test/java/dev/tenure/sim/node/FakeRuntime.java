package dev.tenure.sim.node;

import static dev.tenure.sim.node.NumberedFields.NOTHING;
import static dev.tenure.sim.node.NumberedFields.field;
import static dev.tenure.sim.node.NumberedFields.fields;
import static dev.tenure.sim.node.NumberedFields.map;
import static dev.tenure.sim.node.NumberedFields.maps;
import static dev.tenure.sim.node.NumberedFields.message;
import static dev.tenure.sim.node.NumberedFields.number;
import static dev.tenure.sim.node.NumberedFields.text;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import dev.tenure.runtime.time.TimeSource;
import io.grpc.HandlerRegistry;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A container runtime that runs nothing: it speaks the Container Runtime Interface on a socket, remembers
/// what it was told, and notes each start and end. Its containers outlive whoever talks to it, as those of a
/// real one do.
final class FakeRuntime implements AutoCloseable {
    private static final int RUNNING = 1;
    private static final int EXITED = 2;
    private static final Duration ENDS_WITHIN = Duration.ofSeconds(10);

    private static final class Box {
        private final String id;
        private final UnknownFieldSet config;
        private final String sandboxId;
        private final long createdAt;
        private int state;
        private long startedAt;
        private long finishedAt;
        private int exitCode;
        /// As it was made, or updated since.
        private UnknownFieldSet resources;

        private Box(String id, UnknownFieldSet config, String sandboxId, long createdAt) {
            this.id = id;
            this.config = config;
            this.sandboxId = sandboxId;
            this.createdAt = createdAt;
            this.resources = message(message(config, 15), 1);
        }
    }

    private final TimeSource time;
    private final String imageFolder;
    private final MultiThreadIoEventLoopGroup threads = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    private final Server server;
    private final Map<String, Box> sandboxes = new LinkedHashMap<>();
    private final Map<String, Box> containers = new LinkedHashMap<>();
    private final Map<String, Long> images = new LinkedHashMap<>();
    /// Who may pull images that not all may.
    private final Map<String, String> guarded = new LinkedHashMap<>();
    private final List<String> journal = new ArrayList<>();
    private boolean down;
    private String refused = "";
    /// So that no refusal has the words of another, as with runtimes that name what they did not make.
    private int refusals;
    private boolean knowsGroups;
    private long memoryUsed;
    private long cpuUsed;
    private int last;

    /// @param imageFolder where it says that images lie
    FakeRuntime(Path socket, Path imageFolder, TimeSource time) throws IOException {
        this.time = time;
        this.imageFolder = imageFolder.toString();
        images.put("registry.test/app:1", 1L << 20);
        server = NettyServerBuilder.forAddress(new DomainSocketAddress(socket.toFile()))
                .bossEventLoopGroup(threads)
                .workerEventLoopGroup(threads)
                .channelType(EpollServerDomainSocketChannel.class)
                .withChildOption(ChannelOption.SO_KEEPALIVE, null)
                .fallbackHandlerRegistry(new Registry())
                .build()
                .start();
    }

    /// Everything that happened, in order: `start POD/CONTAINER`, `stop POD/CONTAINER`, `remove image NAME`,
    /// …
    synchronized List<String> journal() {
        return List.copyOf(journal);
    }

    long count(String entry) {
        return journal().stream().filter(entry::equals).count();
    }

    /// From now on it answers nothing, or again.
    synchronized void down(boolean now) {
        down = now;
    }

    /// From now on calls of one method fail, each told as `refuse METHOD`; none when the name is empty.
    synchronized void refuse(String method) {
        refused = method;
    }

    /// From now on it knows policies of groups and says as whom containers run: whoever they name, else 0.
    synchronized void knowsGroups() {
        knowsGroups = true;
    }

    synchronized void image(String name, long bytes) {
        images.put(name, bytes);
    }

    /// A registry keeps an image for one user.
    ///
    /// @param login `user:password`
    synchronized void guarded(String name, String login) {
        guarded.put(name, login);
    }

    /// A container ends by itself.
    synchronized void exit(String podAndName, int code) {
        containers.values().stream()
                .filter(each -> each.state == RUNNING && name(each).equals(podAndName))
                .forEach(each -> end(each, code));
    }

    /// A sandbox of a pod that nobody knows.
    synchronized void stranger(String podUid) {
        last++;
        var labels = maps(7, Map.of("io.kubernetes.pod.uid", podUid));
        var labelsOfSandbox = UnknownFieldSet.newBuilder();
        labelsOfSandbox.mergeField(6, labels.value());
        sandboxes.put("s" + last, new Box("s" + last, labelsOfSandbox.build(), "", nanos()));
    }

    /// All sandboxes break, and what ran in them ends.
    synchronized void loseSandboxes() {
        sandboxes.values().forEach(box -> box.state = 1);
        containers.values().stream().filter(each -> each.state == RUNNING).forEach(each -> end(each, 137));
    }

    synchronized List<String> running() {
        return containers.values().stream()
                .filter(each -> each.state == RUNNING)
                .map(FakeRuntime::name)
                .sorted()
                .toList();
    }

    synchronized List<String> all() {
        return containers.values().stream().map(each -> each.id).toList();
    }

    /// All containers use that much memory from now on.
    synchronized void memoryUsed(long bytes) {
        memoryUsed = bytes;
    }

    /// All containers have used processors for so long, and it tells of that from now on.
    synchronized void cpuUsed(long nanos) {
        cpuUsed = nanos;
    }

    private UnknownFieldSet uses() {
        return fields(containers.values().stream()
                .filter(each -> cpuUsed > 0 && each.state == RUNNING)
                .map(each -> NumberedFields.use(each.id, nanos(), cpuUsed, memoryUsed))
                .toArray(NumberedFields.Entry[]::new));
    }

    /// The variables that a container was made with.
    synchronized Map<String, String> environment(String podAndName) {
        return containers.values().stream()
                .filter(each -> name(each).equals(podAndName))
                .findFirst()
                .map(each -> map(each.config, 6))
                .orElseThrow();
    }

    /// What is mounted into a container: `PATH IMAGE-ID AS-NAMED PART` for images, else `PATH`.
    synchronized List<String> mounts(String podAndName) {
        return containers.values().stream()
                .filter(each -> name(each).equals(podAndName))
                .flatMap(each -> each.config.getField(7).getLengthDelimitedList().stream())
                .map(NumberedFields::mounted)
                .toList();
    }

    /// The name of the machine that a pod is told it runs on.
    synchronized List<String> hostnames() {
        return sandboxes.values().stream().map(box -> text(box.config, 2)).toList();
    }

    private void end(Box box, int code) {
        box.state = EXITED;
        box.exitCode = code;
        box.finishedAt = nanos();
    }

    private static String name(Box container) {
        Map<String, String> labels = map(container.config, 9);
        return labels.getOrDefault("io.kubernetes.pod.name", "") + "/" + text(message(container.config, 1), 1);
    }

    private synchronized UnknownFieldSet answer(String method, UnknownFieldSet request) {
        if (method.equals(refused)) {
            refusals++;
            journal.add("refuse " + method);
            throw Status.INTERNAL
                    .withDescription("%s is refused (%d)".formatted(method, refusals))
                    .asRuntimeException();
        }
        String id = text(request, 1);
        return switch (method) {
            case "Version" -> fields(field(2, "fake"), field(3, "1"));
            case "Status" ->
                fields(
                        field(
                                1,
                                fields(
                                        field(1, fields(field(1, "RuntimeReady"), field(2, 1))),
                                        field(1, fields(field(1, "NetworkReady"), field(2, 1))))),
                        knowsGroups ? field(4, fields(field(1, 1))) : NOTHING);
            case "RunPodSandbox" -> runSandbox(message(request, 1), text(request, 2));
            case "StopPodSandbox" -> {
                Optional.ofNullable(sandboxes.get(id)).ifPresent(box -> box.state = 1);
                containers.values().stream()
                        .filter(each -> each.sandboxId.equals(id) && each.state == RUNNING)
                        .forEach(each -> end(each, 137));
                yield fields();
            }
            case "RemovePodSandbox" -> {
                sandboxes.remove(id);
                containers.values().removeIf(each -> each.sandboxId.equals(id));
                yield fields();
            }
            case "ListPodSandbox" -> list(sandboxes, map(message(request, 1), 3), this::sandboxItem);
            case "PodSandboxStatus" -> sandboxStatus(found(sandboxes, id));
            case "CreateContainer" -> create(id, message(request, 2));
            case "StartContainer" -> start(found(containers, id));
            case "StopContainer" -> stop(found(containers, id), number(request, 2));
            case "UpdateContainerResources" -> update(found(containers, id), message(request, 2));
            case "ContainerStats" -> fields(field(1, fields(field(3, fields(field(4, fields(field(1, memoryUsed))))))));
            case "RemoveContainer" -> {
                containers.remove(id);
                yield fields();
            }
            case "ListContainers" -> list(containers, map(message(request, 1), 4), this::containerItem);
            case "ContainerStatus" -> containerStatus(found(containers, id));
            case "ExecSync", "ReopenContainerLog" -> fields();
            case "ListContainerStats" -> uses();
            case "PullImage" -> pull(text(message(request, 1), 1), message(request, 2));
            case "ListImages" -> allImages();
            case "ImageStatus" -> {
                String name = text(message(request, 1), 1);
                yield images.containsKey(name) ? fields(field(1, imageItem(name))) : fields();
            }
            case "RemoveImage" -> {
                images.remove(text(message(request, 1), 1));
                journal.add("remove image " + text(message(request, 1), 1));
                yield fields();
            }
            case "ImageFsInfo" -> fields(field(1, fields(field(2, fields(field(1, imageFolder))))));
            default -> throw Status.UNIMPLEMENTED.withDescription(method).asRuntimeException();
        };
    }

    /// Gives any image, but those that are not for all only to who may have them.
    private UnknownFieldSet pull(String name, UnknownFieldSet login) {
        String wanted = guarded.get(name);
        if (wanted != null) {
            journal.add("pull " + name + " as " + text(login, 1));
            if (!wanted.equals(text(login, 1) + ":" + text(login, 2))) {
                throw Status.UNKNOWN
                        .withDescription(name + ": authorization failed")
                        .asRuntimeException();
            }
        }
        images.putIfAbsent(name, 1L << 20);
        return fields(field(1, name));
    }

    private static Box found(Map<String, Box> boxes, String id) {
        Box box = boxes.get(id);
        if (box == null) {
            throw Status.NOT_FOUND.withDescription("no " + id).asRuntimeException();
        }
        return box;
    }

    private long nanos() {
        return Duration.between(Instant.EPOCH, time.wall()).toNanos() + last;
    }

    private UnknownFieldSet runSandbox(UnknownFieldSet config, String handler) {
        last++;
        if (!handler.isEmpty()) {
            journal.add("sandbox of " + handler);
        }
        var box = new Box("s" + last, config, "", nanos());
        sandboxes.put(box.id, box);
        return fields(field(1, box.id));
    }

    private UnknownFieldSet create(String sandboxId, UnknownFieldSet config) {
        last++;
        var box = new Box("c" + last, config, sandboxId, nanos());
        containers.put(box.id, box);
        return fields(field(1, box.id));
    }

    private UnknownFieldSet start(Box box) {
        box.state = RUNNING;
        box.startedAt = nanos();
        journal.add("start " + name(box));
        return fields();
    }

    /// What a runtime is not told stays.
    private UnknownFieldSet update(Box box, UnknownFieldSet asked) {
        UnknownFieldSet.Builder merged = box.resources.toBuilder();
        asked.asMap().forEach((number, value) -> {
            merged.clearField(number);
            merged.mergeField(number, value);
        });
        box.resources = merged.build();
        journal.add("update " + name(box));
        return fields();
    }

    private UnknownFieldSet stop(Box box, long seconds) {
        if (box.state == RUNNING) {
            journal.add("stop " + name(box) + " " + seconds);
            end(box, 143);
        }
        return fields();
    }

    private interface Item {
        UnknownFieldSet of(Box box);
    }

    private static UnknownFieldSet list(Map<String, Box> boxes, Map<String, String> wanted, Item item) {
        var list = UnknownFieldSet.newBuilder();
        Predicate<Box> fits = box -> labelsOf(box).entrySet().containsAll(wanted.entrySet());
        boxes.values().stream()
                .filter(fits)
                .forEach(box -> list.mergeField(1, field(1, item.of(box)).value()));
        return list.build();
    }

    private static Map<String, String> labelsOf(Box box) {
        return map(box.config, box.sandboxId.isEmpty() ? 6 : 9);
    }

    private UnknownFieldSet sandboxItem(Box box) {
        return fields(
                field(1, box.id),
                field(2, message(box.config, 1)),
                field(3, box.state),
                field(4, box.createdAt),
                maps(5, labelsOf(box)));
    }

    private UnknownFieldSet sandboxStatus(Box box) {
        return fields(field(
                1,
                fields(
                        field(1, box.id),
                        field(2, message(box.config, 1)),
                        field(3, box.state),
                        field(4, box.createdAt),
                        field(5, fields(field(1, "127.0.0.1"))),
                        maps(7, labelsOf(box)))));
    }

    private UnknownFieldSet containerItem(Box box) {
        return fields(
                field(1, box.id),
                field(2, box.sandboxId),
                field(3, message(box.config, 1)),
                field(4, message(box.config, 2)),
                field(5, text(message(box.config, 2), 1)),
                field(6, box.state),
                field(7, box.createdAt),
                maps(8, labelsOf(box)),
                maps(9, map(box.config, 10)));
    }

    private UnknownFieldSet containerStatus(Box box) {
        return fields(field(
                1,
                fields(
                        field(1, box.id),
                        field(2, message(box.config, 1)),
                        field(3, box.state),
                        field(4, box.createdAt),
                        field(5, box.startedAt),
                        field(6, box.finishedAt),
                        field(7, box.exitCode),
                        field(8, message(box.config, 2)),
                        field(9, text(message(box.config, 2), 1)),
                        field(10, box.state == EXITED ? "Error" : ""),
                        maps(12, labelsOf(box)),
                        maps(13, map(box.config, 10)),
                        new NumberedFields.Entry(14, box.config.getField(7)),
                        field(16, fields(field(1, box.resources))),
                        knowsGroups ? field(18, fields(field(1, user(box)))) : NOTHING)));
    }

    /// The groups are packed into one field, as proto3 has it.
    private static UnknownFieldSet user(Box box) {
        UnknownFieldSet security = message(message(box.config, 15), 2);
        long uid = message(security, 5).getField(1).getVarintList().stream()
                .findFirst()
                .orElse(0L);
        var groups = ByteString.newOutput();
        CodedOutputStream packed = CodedOutputStream.newInstance(groups);
        try {
            for (long group : security.getField(8).getVarintList()) {
                packed.writeInt64NoTag(group);
            }
            packed.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        NumberedFields.Entry together = new NumberedFields.Entry(
                3, Field.newBuilder().addLengthDelimited(groups.toByteString()).build());
        return fields(field(1, uid), field(2, uid), together);
    }

    private UnknownFieldSet allImages() {
        var list = UnknownFieldSet.newBuilder();
        images.keySet()
                .forEach(name -> list.mergeField(1, field(1, imageItem(name)).value()));
        return list.build();
    }

    private UnknownFieldSet imageItem(String name) {
        return fields(field(1, name), field(2, name), field(4, images.getOrDefault(name, 0L)));
    }

    private final class Registry extends HandlerRegistry {
        @Override
        public @Nullable ServerMethodDefinition<?, ?> lookupMethod(String method, @Nullable String authority) {
            MethodDescriptor<UnknownFieldSet, UnknownFieldSet> descriptor = MethodDescriptor.newBuilder(
                            new FieldsMarshaller(), new FieldsMarshaller())
                    .setType(MethodDescriptor.MethodType.UNARY)
                    .setFullMethodName(method)
                    .build();
            String name = method.substring(method.indexOf('/') + 1);
            return ServerMethodDefinition.create(
                    descriptor, ServerCalls.asyncUnaryCall((request, reply) -> reply(name, request, reply)));
        }

        private void reply(String method, UnknownFieldSet request, StreamObserver<UnknownFieldSet> reply) {
            try {
                if (down) {
                    throw Status.UNAVAILABLE.withDescription("gone").asRuntimeException();
                }
                reply.onNext(answer(method, request));
                reply.onCompleted();
            } catch (RuntimeException e) {
                reply.onError(e);
            }
        }
    }

    @Override
    public void close() {
        server.shutdownNow();
        boolean ended = threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(ENDS_WITHIN.toMillis());
        if (!ended) {
            throw new IllegalStateException("the runtime's threads do not end");
        }
    }
}
