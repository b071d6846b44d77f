package dev.tenure.plan.source;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.source.ClusterDump.Item;
import dev.tenure.plan.source.ClusterDump.Moment;
import dev.tenure.runtime.io.AllCores;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.decode.Listing;
import dev.tenure.wire.schema.GroupVersionKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Puts a dump together from what was found. Confined to one thread.
final class DumpAssembly {
    /// From so many objects on, they are read on all cores.
    private static final int ON_ALL_CORES = 256;

    /// Into how many parts a page is divided, each of which one thread reads.
    private static final int AT_ONCE = 4;

    /// How many parts of pages wait until whoever asks for pages reads too. Waiting for each page would leave
    /// a core idle at its end.
    private static final int WAITING_MAX = 8 * AT_ONCE;

    /// The group in which kinds began that now are in others.
    private static final String MOVED = "extensions";

    /// The group of files that kubelets read.
    private static final String KUBELET_GROUP = "kubelet.config.k8s.io";

    private static final String REMEDY = "dump the cluster again with a current kubectl, or convert the object";

    private final String origin;
    private final StoredForms forms = new StoredForms();
    private final List<ResourceType> types = forms.types();
    private final Map<ObjectKey, Item> items = new LinkedHashMap<>();
    private final List<Gap> gaps = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final Map<String, Integer> strange = new TreeMap<>();
    /// Of the strange ones, those of versions that were.
    private final Set<String> old = new TreeSet<>();
    /// Files in which a kubelet's own configuration stands.
    private final Set<String> ofKubelets = new TreeSet<>();

    private final AllCores<List<Item>> reading = new AllCores<>();
    private int waiting;
    private Optional<ExportHeader> header = Optional.empty();
    private int twice;

    DumpAssembly(String origin) {
        this.origin = origin;
    }

    /// Adds what a file says of itself.
    ///
    /// @throws DumpException when another one has said it already
    void add(ExportHeader stated) {
        if (header.isPresent()) {
            throw new DumpException("%s has two exports: give one of them".formatted(origin));
        }
        header = Optional.of(stated);
    }

    /// The type under which objects of a kind are stored; empty for a kind that is not known.
    Optional<ResourceType> type(GroupVersionKind kind) {
        return forms.type(kind);
    }

    /// Adds objects of one file.
    ///
    /// @throws DumpException when one of them is no object of its kind
    void add(List<RawObject> found) {
        List<RawObject> known = found.stream().filter(this::isKnown).toList();
        inParallel(known).map(this::item).toList().forEach(this::put);
    }

    /// An object in the stored form.
    record Archived(Document document, long revision, Place place) {}

    /// Begins to read objects of one file that are in the stored form, on another thread. They are added by
    /// [#finish].
    ///
    /// @param together mostly alike; not changed any more
    void addArchived(List<Archived> together) {
        reading.begin(() -> items(together));
    }

    /// Adds what is still being read, in the order in which it stood there.
    ///
    /// @throws DumpException when one of the objects is no object of its kind
    void finish() {
        waiting = 0;
        reading.finish().forEach(some -> some.forEach(this::put));
    }

    private List<Item> items(List<Archived> together) {
        List<Item> made = new ArrayList<>(together.size());
        Optional<StoredObject> before = Optional.empty();
        for (Archived one : together) {
            try {
                StoredObject object = forms.opened(one.document(), one.revision(), before);
                object.view(Object.class);
                made.add(new Item(object, one.place()));
                before = Optional.of(object);
            } catch (IllegalArgumentException e) {
                throw new DumpException("%s cannot be read: %s".formatted(one.place(), e.getMessage()), e);
            }
        }
        return made;
    }

    private Item item(RawObject raw) {
        return item(raw.kind(), raw.place(), () -> forms.read(raw.json(), raw.kind()), raw::json);
    }

    /// @param json of the object, for who has to tell which one cannot be read
    private static Item item(
            GroupVersionKind kind, Place place, Supplier<StoredObject> reading, Supplier<byte[]> json) {
        try {
            StoredObject object = reading.get();
            if (object.key().name().isEmpty()) {
                throw new DumpException("%s: a %s has no metadata.name: give it one".formatted(place, kind.kind()));
            }
            object.view(Object.class);
            return new Item(object, place);
        } catch (IllegalArgumentException e) {
            throw new DumpException(
                    "%s: %s \"%s\" cannot be read: %s".formatted(place, kind.kind(), name(json), e.getMessage()), e);
        }
    }

    /// What an object that cannot be read is called, as far as that can be told.
    private static String name(Supplier<byte[]> json) {
        JsonNode metadata;
        try {
            metadata = Json.readObject(json.get()).path("metadata");
        } catch (IllegalArgumentException _) {
            return "?";
        }
        String namespace = metadata.path("namespace").asText("");
        String name = metadata.path("name").asText("");
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }

    /// Begins to read objects of one kind that a server showed. They are added by [#finish], or before when
    /// many wait.
    ///
    /// @param wanted by the name that an object has
    /// @throws DumpException when one of those that were added is no object of its kind
    void add(Listing shown, Predicate<String> wanted, GroupVersionKind kind, Place place) {
        int size = shown.size();
        int parts = size >= ON_ALL_CORES ? AT_ONCE : 1;
        for (int part = 0; part < parts; part++) {
            int from = size * part / parts;
            int to = size * (part + 1) / parts;
            reading.begin(() -> items(shown, from, to, kind, place).stream()
                    .filter(item -> wanted.test(item.key().name()))
                    .toList());
        }
        waiting += parts;
        if (waiting >= WAITING_MAX) {
            finish();
        }
    }

    /// Those that follow one another are mostly alike.
    private List<Item> items(Listing shown, int from, int to, GroupVersionKind kind, Place place) {
        List<Item> made = new ArrayList<>(to - from);
        Optional<StoredObject> before = Optional.empty();
        for (int i = from; i < to; i++) {
            int at = i;
            Optional<StoredObject> alike = before;
            Item item = item(kind, place, () -> forms.read(shown, at, kind, alike), () -> Json.write(shown.item(at)));
            made.add(item);
            before = Optional.of(item.object());
        }
        return made;
    }

    private static <T> Stream<T> inParallel(List<T> found) {
        return found.size() >= ON_ALL_CORES ? found.parallelStream() : found.stream();
    }

    void gap(Gap gap) {
        gaps.add(gap);
    }

    void warn(String warning) {
        warnings.add(warning);
    }

    private void put(Item item) {
        if (Known.SECRET.contains(item.key().resource()) && item.key().group().isEmpty()) {
            return;
        }
        Item before = items.get(item.key());
        if (before != null
                && !before.object().uid().equals(item.object().uid())
                && !before.manifest()
                && !item.manifest()) {
            throw new DumpException(
                    "%s \"%s\" stands in %s and in %s with different uids: these are dumps of different clusters or times; give one of them"
                            .formatted(
                                    item.key().resource(), item.key().qualifiedName(), before.place(), item.place()));
        }
        if (before != null) {
            twice++;
        }
        if (before == null || before.object().revision() <= item.object().revision()) {
            items.put(item.key(), item);
        }
    }

    private boolean isKnown(RawObject raw) {
        GroupVersionKind kind = raw.kind();
        if (kind.kind().isEmpty() || kind.version().isEmpty()) {
            throw new DumpException("%s: an object has no %s: every object of a dump says its apiVersion and kind"
                    .formatted(raw.place(), kind.kind().isEmpty() ? "kind" : "apiVersion"));
        }
        if (forms.type(kind).isPresent()) {
            return true;
        }
        if (kind.group().equals(KUBELET_GROUP)) {
            ofKubelets.add(raw.place().file());
            return false;
        }
        Optional<ResourceType> current = types.stream()
                .filter(type ->
                        type.group().equals(kind.group()) || kind.group().equals(MOVED))
                .filter(type -> type.kind().equals(kind.kind()))
                .findFirst();
        String name = "%s of %s".formatted(kind.kind(), kind.apiVersion());
        if (current.isPresent() && strange.merge(name, 1, Integer::sum) == 1) {
            gaps.add(new Gap(
                    current.get().qualifiedResource(),
                    "%s has a %s of the old version %s; %s"
                            .formatted(raw.place(), kind.kind(), kind.apiVersion(), REMEDY),
                    Known.unknown(current.get())));
            old.add(name);
        } else if (current.isEmpty()) {
            strange.merge(name, 1, Integer::sum);
        }
        return false;
    }

    /// @param complete whether a kind of which nothing was found is known to have no objects
    /// @throws DumpException when there are no objects at all
    ClusterDump dump(boolean complete) {
        if (items.isEmpty() && !ofKubelets.isEmpty()) {
            throw new DumpException(configurations());
        }
        if (items.isEmpty()) {
            throw new DumpException(
                    "%s holds no object that is known: give what `kubectl get … -o yaml` or `tenure export` wrote"
                            .formatted(origin));
        }
        strange.keySet().removeAll(old);
        strange.forEach((kind, count) ->
                warnings.add("left out, for the kind is not known here: %s, %d object%s; what they own is kept as it is"
                        .formatted(kind, count, count == 1 ? "" : "s")));
        if (!ofKubelets.isEmpty()) {
            warnings.add("left out: " + configurations());
        }
        if (twice > 0) {
            warnings.add((twice == 1 ? "1 object stands" : twice + " objects stand")
                    + " there more than once: the newest counts");
        }
        if (header.isEmpty() && !complete) {
            missing();
        }
        header.ifPresent(stated -> gaps.addAll(stated.gaps()));
        List<Item> all = List.copyOf(items.values());
        admissionPolicies(all, complete);
        Moment moment = header.map(stated -> new Moment(stated.moment(), "the export says so"))
                .orElseGet(() -> LatestMoment.of(all));
        return new ClusterDump(
                header.map(stated -> "%s (%s)".formatted(origin, stated.origin()))
                        .orElse(origin),
                moment,
                all,
                gaps,
                warnings,
                header.map(ExportHeader::stated).orElse(StatedSettings.NOTHING));
    }

    private String configurations() {
        String first = ofKubelets.iterator().next();
        int others = ofKubelets.size() - 1;
        return "%s%s: the configuration of a kubelet is no object of a cluster; `tenure lint FILE` looks at such files"
                .formatted(first, others == 0 ? "" : " and %d other file%s".formatted(others, others == 1 ? "" : "s"));
    }

    private void admissionPolicies(List<Item> all, boolean complete) {
        if (!AdmissionPolicies.matter(all)) {
            gaps.removeIf(AdmissionPolicies::isOne);
        } else if (!complete && all.stream().noneMatch(item -> AdmissionPolicies.isPolicy(item.key()))) {
            gaps.add(AdmissionPolicies.absent(origin));
        }
    }

    /// Kinds of which nearly every cluster has some.
    private void missing() {
        for (ResourceType type : Known.usual()) {
            boolean there = items.keySet().stream()
                    .anyMatch(key -> key.resource().equals(type.resource())
                            && key.group().equals(type.group()));
            boolean noted = gaps.stream().anyMatch(gap -> gap.resource().equals(type.qualifiedResource()));
            if (!there && !noted) {
                gaps.add(new Gap(
                        type.qualifiedResource(),
                        "there are none in " + origin + "; if the cluster has some, add them with `kubectl get "
                                + type.resource() + " -A -o yaml`",
                        Known.unknown(type),
                        true));
            }
        }
    }
}
