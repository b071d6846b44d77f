package dev.tenure.apiserver.flowcontrol;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.runtime.limit.FairSeats;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// How requests are sorted at one time: all levels, and the schemas in the order in which they are asked.
/// Immutable; it is made anew when an object changes. Upstream:
/// apiserver/pkg/util/flowcontrol/apf_controller.go.
public final class FlowPlan {
    private static final String CATCH_ALL = "catch-all";
    private static final int PERCENT = 100;

    private final long number;
    private final Map<String, PriorityLevel> levels = new LinkedHashMap<>();
    private final List<FlowSchema> schemas = new ArrayList<>();
    private final FlowSchema catchAll;
    private final long shares;

    /// What a request is sorted as.
    ///
    /// @param flow which takes turns with the others of the level
    public record Place(FlowSchema schema, PriorityLevel level, String flow) {}

    /// Schemas whose level is not there are left out.
    ///
    /// @param number of a later plan is greater
    /// @param levels PriorityLevelConfigurations; `catch-all` is among them
    /// @param schemas FlowSchemas; `catch-all` is among them
    public FlowPlan(long number, Collection<? extends JsonNode> levels, Collection<? extends JsonNode> schemas) {
        this.number = number;
        levels.stream()
                .map(PriorityLevel::of)
                .flatMap(Optional::stream)
                .forEach(level -> this.levels.put(level.name(), level));
        schemas.stream()
                .map(FlowSchema::of)
                .filter(schema -> this.levels.containsKey(schema.level()))
                .sorted(Comparator.comparingInt(FlowSchema::precedence).thenComparing(FlowSchema::name))
                .forEach(this.schemas::add);
        this.catchAll = this.schemas.stream()
                .filter(schema -> schema.name().equals(CATCH_ALL))
                .findFirst()
                .orElseThrow();
        this.shares =
                this.levels.values().stream().mapToLong(PriorityLevel::shares).sum();
    }

    /// Greater than that of every plan before.
    public long number() {
        return number;
    }

    /// What a request that may be carried out is sorted as: the first schema that it matches has it.
    public Place place(Attributes request) {
        FlowSchema schema = schemas.stream()
                .filter(each -> each.matches(request))
                .findFirst()
                .orElse(catchAll);
        PriorityLevel level = Objects.requireNonNull(levels.get(schema.level()), schema.level());
        return new Place(schema, level, schema.flow(request));
    }

    /// What each level has of the server's seats.
    public Map<String, FairSeats.Size> sizes(int serverSeats) {
        Map<String, FairSeats.Size> sizes = new LinkedHashMap<>();
        levels.values().forEach(level -> sizes.put(level.name(), size(level, serverSeats)));
        return sizes;
    }

    private FairSeats.Size size(PriorityLevel level, int serverSeats) {
        int seats = Math.toIntExact(Math.ceilDiv((long) serverSeats * level.shares(), Math.max(1, shares)));
        int borrowed =
                level.borrowingPercent().map(percent -> part(seats, percent)).orElse(serverSeats);
        return new FairSeats.Size(
                seats,
                part(seats, level.lendablePercent()),
                level.exempt() ? FairSeats.Size.UNLIMITED : borrowed,
                level.waiting(),
                level.waitingOfFlow());
    }

    private static int part(int seats, int percent) {
        return Math.toIntExact(Math.min(Integer.MAX_VALUE - 1, Math.round((double) seats * percent / PERCENT)));
    }
}
