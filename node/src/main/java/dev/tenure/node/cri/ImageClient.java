package dev.tenure.node.cri;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Images of one runtime. Every call waits for the runtime. Safe for use by several threads.
public final class ImageClient {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);
    private static final Duration REMOVE_WITHIN = Duration.ofMinutes(2);
    private static final Duration PULL_WITHIN = Duration.ofHours(1);
    private static final String SERVICE = "runtime.v1.ImageService/";

    private final RuntimeChannel channel;

    public ImageClient(RuntimeChannel channel) {
        this.channel = channel;
    }

    /// An image on the node.
    ///
    /// @param uid the user that its processes are, when that is a number
    /// @param username the user otherwise; empty when a number or root
    public record Image(
            String id,
            List<String> tags,
            List<String> digests,
            long sizeBytes,
            OptionalLong uid,
            String username,
            boolean pinned) {
        public Image {
            tags = List.copyOf(tags);
            digests = List.copyOf(digests);
        }
    }

    public List<Image> images() {
        return call("ListImages", Message.EMPTY, ANSWER_WITHIN).messages(1).stream()
                .map(ImageClient::image)
                .toList();
    }

    /// The image of a name, if it is here.
    public Optional<Image> image(String name) {
        Message reply = call("ImageStatus", spec(name), ANSWER_WITHIN);
        return reply.has(1) ? Optional.of(image(reply.message(1))) : Optional.empty();
    }

    /// Who pulls; empty texts when unknown.
    public record Login(String username, String password, String identityToken) {
        /// Without what is secret: it may stand in a log.
        @Override
        public String toString() {
            return "Login[" + username + "]";
        }
    }

    /// Fetches an image from its registry.
    ///
    /// @return what names exactly this image on the node
    public String pull(String name, Optional<Login> login) {
        Message.Builder request = Message.builder().message(1, imageSpec(name));
        login.ifPresent(who -> request.message(
                2,
                Message.builder()
                        .text(1, who.username())
                        .text(2, who.password())
                        .text(5, who.identityToken())
                        .build()));
        return call("PullImage", request.build(), PULL_WITHIN).text(1);
    }

    /// Removes an image with all its names; one that is gone already is no error.
    public void remove(String name) {
        call("RemoveImage", spec(name), REMOVE_WITHIN);
    }

    /// A folder on the file system where images are kept.
    public Optional<String> store() {
        return call("ImageFsInfo", Message.EMPTY, ANSWER_WITHIN).messages(1).stream()
                .findFirst()
                .map(usage -> usage.message(2).text(1));
    }

    private static Image image(Message image) {
        return new Image(
                image.text(1),
                image.texts(2),
                image.texts(3),
                image.number(4),
                image.wrapped(5),
                image.text(6),
                image.flag(8));
    }

    private static Message spec(String name) {
        return Message.builder().message(1, imageSpec(name)).build();
    }

    private static Message imageSpec(String name) {
        return Message.builder().text(1, name).build();
    }

    private Message call(String method, Message request, Duration within) {
        return channel.call(SERVICE + method, request, within);
    }
}
