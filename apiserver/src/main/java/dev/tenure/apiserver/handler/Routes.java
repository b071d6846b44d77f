package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindEntry.Flag;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.Subresource;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Status;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Which paths lead to a kind, and which verbs they take. Pure.
public final class Routes {
    private Routes() {}

    /// The kind that a target is about.
    ///
    /// @throws RefusedException with 404 when the path leads nowhere
    public static KindEntry entry(KindTable kinds, Target target) {
        KindEntry entry = kinds.find(target.group(), target.version(), target.resource())
                .orElseThrow(() -> new RefusedException(
                        kinds.hasBuiltIn(target.group()) ? Statuses.unknownPath() : Statuses.noPage()));
        if (!exists(entry, target)) {
            throw new RefusedException(entry.custom().isPresent() ? noPart(entry, target) : Statuses.unknownPath());
        }
        return entry;
    }

    /// Whether an object of a defined kind is there is asked only where one can be.
    private static Status noPart(KindEntry entry, Target target) {
        boolean inNamespace = !target.namespace().isEmpty();
        return target.subresource().isEmpty() || entry.type().namespaced() != inNamespace
                ? Statuses.noPage()
                : Statuses.notFound(target.group(), target.resource(), target.name());
    }

    /// Whether there is such a path, whatever is asked of it.
    public static boolean lead(KindTable kinds, Target target) {
        return kinds.find(target.group(), target.version(), target.resource())
                .filter(entry -> exists(entry, target))
                .isPresent();
    }

    /// Whether what is there can be had as a table: all that is stored, what has columns without being
    /// stored, and of the parts of objects those that say so.
    public static boolean showRows(KindTable kinds, Target target) {
        return kinds.find(target.group(), target.version(), target.resource())
                .filter(entry -> target.subresource().isEmpty()
                        ? !entry.has(Flag.VIRTUAL) || !entry.columns().isEmpty()
                        : entry.subresources().stream()
                                .anyMatch(part -> part.name().equals(target.subresource()) && part.rows()))
                .isPresent();
    }

    /// Whether there is no protobuf of what is there.
    public static boolean haveText(KindTable kinds, Target target) {
        return kinds.find(target.group(), target.version(), target.resource())
                .filter(entry -> entry.has(Flag.TEXT_ONLY))
                .isPresent();
    }

    private static boolean exists(KindEntry entry, Target target) {
        boolean inNamespace = !target.namespace().isEmpty();
        if (!entry.type().namespaced()) {
            if (inNamespace) {
                return false;
            }
        } else if (!inNamespace && (!target.name().isEmpty() || !entry.verbs().contains("list"))) {
            return false;
        }
        if (!target.subresource().isEmpty()) {
            return entry.subresource(target.subresource()).isPresent();
        }
        return target.name().isEmpty() || entry.verbs().stream().anyMatch(v -> !v.equals("create"));
    }

    /// Before anybody asks what the client accepts; what was defined at run time is behind no router.
    ///
    /// @throws RefusedException with 405 when the path is there, and does not take the verb
    public static void checkMethod(KindTable kinds, Target target, Verb verb) {
        Optional<KindEntry> found = kinds.find(target.group(), target.version(), target.resource())
                .filter(entry -> entry.custom().isEmpty() && exists(entry, target));
        boolean whole = target.subresource().isEmpty() || !target.name().isEmpty();
        if (found.isPresent()
                && whole
                && verb != Verb.WATCH
                && !(fits(target, verb) && verbs(found.get(), target).contains(name(verb)))) {
            throw new RefusedException(Statuses.methodNotAllowed());
        }
    }

    /// Before anybody asks what the client accepts, as in upstream's router: whether a patch is of a form
    /// that its target takes.
    ///
    /// @param type as the body's type is told by its header
    /// @throws RefusedException with 415
    public static void checkPatch(KindTable kinds, Target target, String type) {
        kinds.find(target.group(), target.version(), target.resource())
                .filter(entry -> exists(entry, target))
                .filter(entry -> entry.custom().isEmpty() || !everywhere(entry, target))
                .ifPresent(entry ->
                        PatchHandler.checkMediaType(type, entry.custom().isPresent()));
    }

    /// What a request is about once it was authorised: upstream's handler of defined kinds makes new objects
    /// at the path of one as well, and asks their bodies alone for their names.
    public static Target about(KindEntry entry, Target target, Verb verb) {
        boolean named = !target.name().isEmpty() && target.subresource().isEmpty();
        return named && verb == Verb.CREATE && entry.custom().isPresent()
                ? new Target(target.group(), target.version(), target.resource(), target.namespace(), "", "")
                : target;
    }

    /// Refuses what a defined kind has not, before anybody asks what the client accepts: upstream hides no
    /// refusal behind another.
    ///
    /// @throws RefusedException when the path leads nowhere or does not take the verb
    public static void checkDefined(KindTable kinds, Target target, Verb verb) {
        KindEntry entry = entry(kinds, target);
        check(entry, about(entry, target, verb), verb);
    }

    /// The refusal of a path that goes on where no path does.
    public static Status tooLong(KindTable kinds, Target target) {
        boolean routed = kinds.hasBuiltIn(target.group())
                || kinds.find(target.group(), target.version(), target.resource())
                        .isPresent();
        return routed ? Statuses.unknownPath() : Statuses.noPage();
    }

    private static boolean fits(Target target, Verb verb) {
        boolean named = !target.name().isEmpty();
        boolean part = !target.subresource().isEmpty();
        return switch (verb) {
            case LIST, DELETE_COLLECTION -> !named;
            case GET, UPDATE, PATCH, DELETE -> named;
            case CREATE -> named == part;
            case WATCH -> !part;
        };
    }

    /// @throws RefusedException with 405 when the path does not take the verb; of a defined kind a path
    ///     outside of namespaces does not exist for it
    public static void check(KindEntry entry, Target target, Verb verb) {
        checkComplete(entry, target, verb);
        boolean fits = fits(target, verb);
        if (!fits || !verbs(entry, target).contains(name(verb))) {
            throw new RefusedException(
                    entry.custom().isPresent() && (fits || everywhere(entry, target))
                            ? unsupported(entry, target, name(verb))
                            : Statuses.methodNotAllowed());
        }
        if (verb != Verb.CREATE) {
            StorageKey.check(entry, target);
        }
    }

    /// Refuses a part of an object without a name, to change a defined kind's object without one, and to
    /// watch what can only be listed.
    private static void checkComplete(KindEntry entry, Target target, Verb verb) {
        if (target.subresource().isEmpty()) {
            if (verb == Verb.WATCH
                    && entry.verbs().contains("list")
                    && !entry.verbs().contains("watch")) {
                throw new RefusedException(Statuses.methodNotSupported(target, "watch"));
            }
            boolean writes = verb == Verb.UPDATE || verb == Verb.PATCH;
            if (writes && target.name().isEmpty() && entry.custom().isPresent() && !everywhere(entry, target)) {
                throw new RefusedException(Statuses.badRequest("name must be provided"));
            }
        } else if (target.name().isEmpty() && verbs(entry, target).contains(single(verb))) {
            throw new RefusedException(Statuses.badRequest("name must be provided"));
        }
    }

    /// Refuses paths of single objects with no name for the namespace between two slashes; and what is in no
    /// namespace has no such paths.
    ///
    /// @throws RefusedException for these
    public static void checkOpenNamespace(KindTable kinds, Target target) {
        Optional<KindEntry> entry = kinds.find(target.group(), target.version(), target.resource());
        if (entry.isEmpty() || entry.get().custom().isPresent()) {
            return;
        }
        if (!entry.get().type().namespaced()) {
            throw new RefusedException(Statuses.unknownPath());
        }
        if (!target.name().isEmpty()) {
            throw new RefusedException(Statuses.badRequest("Namespace parameter required."));
        }
    }

    /// Whether the old paths below `watch` lead nowhere: there is one for each kind that can be watched, none
    /// for its subresources. What was defined at run time is behind no router.
    private static boolean lacksWatchPath(KindTable kinds, Target target) {
        return kinds.find(target.group(), target.version(), target.resource())
                .filter(entry -> entry.custom().isEmpty())
                .filter(entry ->
                        !target.subresource().isEmpty() || !entry.verbs().contains("watch"))
                .isPresent();
    }

    /// Before anybody asks what the client accepts, of the old paths below `watch`; what was defined at run
    /// time is behind no router, and is watched with any method there.
    ///
    /// @param read whether the method is one that reads
    /// @throws RefusedException with 404 when the path leads nowhere, with 405 when it does not take the
    ///     method
    public static void checkWatchPath(KindTable kinds, Target target, boolean read) {
        Optional<KindEntry> entry = kinds.find(target.group(), target.version(), target.resource())
                .filter(found -> found.custom().isEmpty());
        if (entry.isEmpty()) {
            return;
        }
        if (lacksWatchPath(kinds, target) || !exists(entry.get(), target)) {
            throw new RefusedException(Statuses.unknownPath());
        }
        if (!read) {
            throw new RefusedException(Statuses.methodNotAllowed());
        }
    }

    /// The refusal of a method of which Kubernetes knows no verb.
    ///
    /// @throws RefusedException with 404 when the path leads nowhere
    public static Status unknownMethod(KindTable kinds, Target target) {
        Optional<KindEntry> found = kinds.find(target.group(), target.version(), target.resource());
        boolean routed = found.map(entry -> entry.custom().isEmpty()).orElse(kinds.hasBuiltIn(target.group()));
        if (routed) {
            return lead(kinds, target) ? Statuses.methodNotAllowed() : Statuses.unknownPath();
        }
        return unsupported(entry(kinds, target), target, "");
    }

    /// A path outside of namespaces exists for what reads all of them.
    private static Status unsupported(KindEntry entry, Target target, String verb) {
        return everywhere(entry, target) ? Statuses.noPage() : Statuses.methodNotSupported(target, verb);
    }

    private static boolean everywhere(KindEntry entry, Target target) {
        return entry.type().namespaced() && target.namespace().isEmpty();
    }

    private static Set<String> verbs(KindEntry entry, Target target) {
        Optional<Subresource> part = entry.subresource(target.subresource());
        if (part.isPresent()) {
            return part.get().verbs();
        }
        return everywhere(entry, target) ? Set.of("list", "watch") : entry.verbs();
    }

    /// The verb that the same method has for one object.
    private static String single(Verb verb) {
        return switch (verb) {
            case LIST -> "get";
            case DELETE_COLLECTION -> "delete";
            case GET, WATCH, CREATE, UPDATE, PATCH, DELETE -> name(verb);
        };
    }

    private static String name(Verb verb) {
        return verb.name().toLowerCase(Locale.ROOT).replace("_", "");
    }
}
