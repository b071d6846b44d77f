package dev.tenure.node.container;

import dev.tenure.kubelet.image.DockerConfigParser;
import dev.tenure.kubelet.image.LoginFormatException;
import dev.tenure.kubelet.image.LoginKeyring;
import dev.tenure.kubelet.image.PullAccessRule;
import dev.tenure.kubelet.image.PullAccessRule.Verdict;
import dev.tenure.kubelet.image.PulledImage;
import dev.tenure.kubelet.image.PulledImage.Held;
import dev.tenure.kubelet.image.RegistryLogin;
import dev.tenure.kubelet.pod.BackoffState;
import dev.tenure.kubelet.pod.ConfigException;
import dev.tenure.kubelet.pod.ContainerPlan;
import dev.tenure.kubelet.pod.PodPlan;
import dev.tenure.kubelet.pod.Waiting;
import dev.tenure.model.quantity.GoDuration;
import dev.tenure.node.cri.ImageClient.Image;
import dev.tenure.node.cri.ImageClient.Login;
import dev.tenure.node.cri.RuntimeUnavailableException;
import dev.tenure.node.image.PullRecords;
import dev.tenure.node.image.PullRecords.Granted;
import dev.tenure.rules.image.ImageReference;
import dev.tenure.rules.image.ImageReference.Reading;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Has the images of one pod on the node: takes one that is there if the pod may use it, else pulls it with
/// the credentials that go with it, one after the other. Waits for runtime, disk and API; used by one thread.
/// Upstream: image_manager.go (EnsureImageExists), kuberuntime_image.go (PullImage).
final class ImagePuller {
    private static final Duration RETRY = Duration.ofSeconds(10);
    private static final String UNAVAILABLE = "RegistryUnavailable";
    private static final String UNSIGNED = "SignatureValidationFailed";

    sealed interface Outcome {
        record Here(Image image) implements Outcome {}

        /// @param again when to try again
        record Missing(Waiting why, Duration again) implements Outcome {}
    }

    /// What is wanted.
    ///
    /// @param about the container; absent when the image is a volume, which events tell of the pod as a whole
    /// @param asked as the pod writes it
    /// @param full with a tag where neither tag nor digest is named
    private record Wanted(Optional<ContainerPlan> about, String asked, String full, ImageReference reference) {
        /// Without tag and digest, else as the pod writes it.
        String name() {
            int at = asked.indexOf('@');
            String head = at < 0 ? asked : asked.substring(0, at);
            return head.endsWith(":" + reference.tag())
                    ? head.substring(0, head.length() - reference.tag().length() - 1)
                    : head;
        }
    }

    private final PodServices services;
    private final PodEvents notes;
    private final BackoffState backoff;
    private final PodPlan pod;
    /// The credentials that go with the image that is looked at: programs are asked once.
    private Optional<List<RegistryLogin>> found = Optional.empty();
    /// The secrets that the pod names for pulling, as far as they are there.
    private final List<JsonNode> secrets;

    ImagePuller(PodServices services, PodEvents notes, PodPlan pod, BackoffState backoff) {
        this.services = services;
        this.notes = notes;
        this.backoff = backoff;
        this.pod = pod;
        this.secrets = secrets(pod);
    }

    private List<JsonNode> secrets(PodPlan pod) {
        var found = new ArrayList<JsonNode>();
        var missing = new ArrayList<String>();
        for (JsonNode named : pod.spec().path("imagePullSecrets")) {
            String name = named.path("name").asText("");
            if (name.isEmpty()) {
                continue;
            }
            try {
                services.volumes()
                        .source()
                        .secret(pod.pod().meta().namespace(), name)
                        .ifPresentOrElse(found::add, () -> missing.add(name));
            } catch (ConfigException e) {
                missing.add(name);
            }
        }
        if (!missing.isEmpty()) {
            notes.podWarning(
                    "FailedToRetrieveImagePullSecret",
                    "Unable to retrieve some image pull secrets (%s); attempting to pull the image may not succeed."
                            .formatted(String.join(", ", missing)));
        }
        return found;
    }

    /// Has the image of a container here.
    Outcome ensure(ContainerPlan plan) {
        Outcome outcome = ensured(Optional.of(plan), plan.image(), plan.pullPolicy());
        if (outcome instanceof Outcome.Missing(Waiting why, var _)) {
            notes.warning("Failed", "Error: " + why.reason(), plan);
        }
        return outcome;
    }

    /// Has the images here that are volumes of the pod, by name of volume. Upstream: kuberuntime_manager.go
    /// (getImageVolumes).
    Map<String, Outcome> volumes(PodPlan pod) {
        var outcomes = new LinkedHashMap<String, Outcome>();
        for (JsonNode volume : pod.spec().path("volumes")) {
            JsonNode image = volume.path("image");
            if (image.isObject()) {
                String reference = image.path("reference").asText("");
                String policy = image.path("pullPolicy").asText("IfNotPresent");
                outcomes.put(volume.path("name").asText(), ensured(Optional.empty(), reference, policy));
            }
        }
        return outcomes;
    }

    private void tell(Optional<ContainerPlan> about, boolean warning, String reason, String message) {
        if (about.isEmpty() && warning) {
            notes.podWarning(reason, message);
        } else if (about.isEmpty()) {
            notes.podNormal(reason, message);
        } else if (warning) {
            notes.warning(reason, message, about.get());
        } else {
            notes.normal(reason, message, about.get());
        }
    }

    private Outcome ensured(Optional<ContainerPlan> about, String asked, String policy) {
        return switch (ImageReference.read(asked)) {
            case Reading.Named(ImageReference reference) -> {
                boolean bare = reference.tag().isEmpty() && reference.digest().isEmpty();
                yield ensured(new Wanted(about, asked, bare ? asked + ":latest" : asked, reference), policy);
            }
            case Reading.Refused(String why) -> {
                String message = "Failed to apply default image tag \"%s\": couldn't parse image name \"%s\": %s"
                        .formatted(asked, asked, why);
                tell(about, true, "InspectFailed", message);
                yield missing("InvalidImageName", message);
            }
        };
    }

    private Outcome ensured(Wanted wanted, String policy) {
        found = Optional.empty();
        boolean always = policy.equals("Always");
        boolean never = policy.equals("Never");
        Optional<Image> present;
        try {
            present = always ? Optional.empty() : services.images().image(wanted.full());
        } catch (RuntimeUnavailableException e) {
            String message = "Failed to inspect image \"\": " + e.withCode();
            tell(wanted.about(), true, "InspectFailed", message);
            return missing("ImageInspectError", message);
        }
        if (present.isEmpty() && never) {
            return absent(wanted);
        }
        try {
            if (present.isPresent() && mayUse(wanted, present.get())) {
                tell(
                        wanted.about(),
                        false,
                        "Pulled",
                        "Container image \"%s\" already present on machine and can be accessed by the pod"
                                .formatted(wanted.asked()));
                return new Outcome.Here(present.get());
            }
            return never ? absent(wanted) : pull(wanted, logins(wanted));
        } catch (LoginFormatException e) {
            String message = String.valueOf(e.getMessage());
            return missing(message, message);
        }
    }

    /// The same for an image that is there but not for this pod: nobody learns what others have.
    private Outcome absent(Wanted wanted) {
        String message = "Container image \"%s\" is not present with pull policy of Never".formatted(wanted.asked());
        tell(wanted.about(), true, "ErrImageNeverPull", message);
        return missing("ErrImageNeverPull", message);
    }

    private static Outcome missing(String reason, String message) {
        return new Outcome.Missing(new Waiting(reason, message), RETRY);
    }

    /// The pod's secrets before the node's own, and those before what programs hand out.
    private List<RegistryLogin> logins(Wanted wanted) throws LoginFormatException {
        if (found.isPresent()) {
            return found.get();
        }
        var configs = new ArrayList<Map<String, RegistryLogin>>();
        for (JsonNode secret : secrets) {
            configs.add(DockerConfigParser.secret(secret));
        }
        String repository = wanted.reference().repository();
        var logins = new ArrayList<>(new LoginKeyring(configs).lookup(repository));
        logins.addAll(services.access().logins().keyring().lookup(repository));
        logins.addAll(services.access().providers().lookup(repository, pod.document()));
        found = Optional.of(logins);
        return logins;
    }

    private boolean mayUse(Wanted wanted, Image image) throws LoginFormatException {
        PullRecords records = services.access().records();
        boolean pulledHere = records.pulledHere(wanted.asked(), image.id());
        if (!services.access().verification().concerns(wanted.name(), pulledHere)) {
            return true;
        }
        Optional<PulledImage.Access> access = records.of(image.id()).flatMap(record -> record.accessTo(wanted.name()));
        var shown = new ArrayList<Held>();
        if (access.orElse(null) instanceof PulledImage.Access.Holders) {
            for (RegistryLogin login : logins(wanted)) {
                Held.of(login).ifPresent(shown::add);
            }
        }
        return switch (PullAccessRule.decide(access, shown)) {
            case Verdict.MustPull _ -> false;
            case Verdict.MayUse(Optional<Held> learned) -> {
                learned.ifPresent(held -> records.grant(
                        wanted.name(),
                        image.id(),
                        new Granted(
                                new PulledImage.Access.Holders(List.of(held)),
                                services.time().wall())));
                yield true;
            }
        };
    }

    private Outcome pull(Wanted wanted, List<RegistryLogin> logins) {
        String key = "image " + wanted.asked();
        Tick now = services.time().now();
        var wait = backoff.left(key, backoff.last(key).orElse(now), now);
        if (wait.isPresent()) {
            String message = "Back-off pulling image \"%s\"".formatted(wanted.asked());
            tell(wanted.about(), false, "BackOff", message);
            String before = backoff.why(key);
            String whole = before.isEmpty() ? message : message + ": " + before;
            return new Outcome.Missing(
                    new Waiting("ImagePullBackOff", whole), wait.get().left());
        }
        PullRecords records = services.access().records();
        try {
            records.begin(wanted.asked());
        } catch (IOException e) {
            String message = "failed to record image pull intent: " + e.getMessage();
            return missing(
                    message,
                    "Failed to record image pull intent for container image \"%s\": %s"
                            .formatted(wanted.asked(), message));
        }
        boolean done = false;
        try {
            Outcome outcome = pulled(wanted, logins, now);
            done = outcome instanceof Outcome.Here;
            return outcome;
        } finally {
            if (!done) {
                records.failed(wanted.asked());
            }
        }
    }

    private Outcome pulled(Wanted wanted, List<RegistryLogin> logins, Tick began) {
        tell(wanted.about(), false, "Pulling", "Pulling image \"%s\"".formatted(wanted.asked()));
        var tried = new ArrayList<Optional<RegistryLogin>>();
        logins.forEach(login -> tried.add(Optional.of(login)));
        if (tried.isEmpty()) {
            tried.add(Optional.empty());
        }
        var refusals = new ArrayList<String>();
        for (Optional<RegistryLogin> login : tried) {
            try {
                String id = services.images()
                        .pull(wanted.full(), login.map(as -> new Login(as.username(), as.password(), "")));
                return here(wanted, id, login, began);
            } catch (RuntimeUnavailableException e) {
                if (!refusals.contains(e.withCode())) {
                    refusals.add(e.withCode());
                }
            }
        }
        String why = refusals.size() == 1 ? refusals.getFirst() : refusals.toString();
        tell(wanted.about(), true, "Failed", "Failed to pull image \"%s\": %s".formatted(wanted.asked(), why));
        Waiting waiting = refused(wanted.asked(), why);
        backoff.failed(
                "image " + wanted.asked(), began, services.time().now(), waiting.reason() + ": " + waiting.message());
        return new Outcome.Missing(waiting, RETRY);
    }

    /// Two kinds of refusals have their own reasons.
    private static Waiting refused(String image, String why) {
        if (why.startsWith(UNAVAILABLE)) {
            String rest = why.substring(UNAVAILABLE.length());
            return new Waiting(
                    UNAVAILABLE,
                    "image pull failed for %s because the registry is unavailable%s".formatted(image, rest));
        }
        if (why.startsWith(UNSIGNED)) {
            String rest = why.substring(UNSIGNED.length());
            return new Waiting(
                    UNSIGNED,
                    "image pull failed for %s because the signature validation failed%s".formatted(image, rest));
        }
        return new Waiting("ErrImagePull", why);
    }

    private Outcome here(Wanted wanted, String id, Optional<RegistryLogin> login, Tick began) {
        Image image = services.images()
                .image(wanted.full())
                .orElseThrow(() -> new RuntimeUnavailableException(
                        "image \"%s\" is not there although it was pulled".formatted(wanted.asked())));
        String took = GoDuration.text(services.time().now().since(began).truncatedTo(ChronoUnit.MILLIS));
        tell(
                wanted.about(),
                false,
                "Pulled",
                "Successfully pulled image \"%s\" in %s (%s including waiting). Image size: %d bytes."
                        .formatted(wanted.asked(), took, took, image.sizeBytes()));
        Granted granted = Granted.to(login, services.time().wall());
        services.access().records().done(wanted.asked(), wanted.name(), id.isEmpty() ? image.id() : id, granted);
        return new Outcome.Here(image);
    }
}
