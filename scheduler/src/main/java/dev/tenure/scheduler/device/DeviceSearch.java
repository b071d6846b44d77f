package dev.tenure.scheduler.device;

import dev.tenure.model.core.Node;
import dev.tenure.model.device.DeviceId;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Constraint;
import dev.tenure.model.device.ResourceClaim.Devices;
import dev.tenure.model.device.ResourceSlice;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.device.DeviceTaintRule;
import dev.tenure.scheduler.device.ChosenDevices.Choice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One search for the devices of several claims on one node: claim after claim, request after request, device
/// after device, each in order, going back where it does not go on. The first solution is taken, so that who
/// names pools, slices and devices says which go first. Confined to one loop. Upstream:
/// allocator_incubating.go.
final class DeviceSearch {
    private final DeviceSelectionState selection;
    private final Ground ground;
    private final List<ResourceClaim> claims;
    private final List<List<List<WantedDevices>>> wanted = new ArrayList<>();
    private final List<List<ConstraintState>> constraints = new ArrayList<>();
    private final List<List<Choice>> choices = new ArrayList<>();
    private final List<Map<Integer, WantedDevices>> met = new ArrayList<>();
    private final Map<DeviceId, Set<Integer>> taken = new HashMap<>();
    private final Map<DeviceId, List<Map<String, Quantity>>> parts = new HashMap<>();
    private final CounterState counters;
    private long tries;

    /// A node and the pools whose devices it can use.
    record Ground(Node node, List<DevicePool> pools) {
        Ground {
            pools = List.copyOf(pools);
        }
    }

    DeviceSearch(DeviceSelectionState selection, Ground ground, List<ResourceClaim> claims) throws AllocationFault {
        this.selection = selection;
        this.ground = ground;
        this.claims = claims;
        this.counters = new CounterState(selection::isTaken);
        for (ResourceClaim claim : claims) {
            wanted.add(WantedRule.of(claim, ground, selection));
            constraints.add(constraints(claim));
            choices.add(new ArrayList<>());
            met.add(new HashMap<>());
        }
    }

    private static List<ConstraintState> constraints(ResourceClaim claim) throws AllocationFault {
        List<ConstraintState> states = new ArrayList<>();
        for (Constraint constraint : claim.constraints()) {
            int place = states.size();
            states.add(ConstraintState.of(constraint)
                    .orElseThrow(() -> AllocationFault.of(
                            "claim %s, constraint #%d: empty constraint (unsupported constraint type?)"
                                    .formatted(WantedRule.name(claim), place))));
        }
        return states;
    }

    /// How a part of the search ended.
    private enum End {
        FOUND,
        NONE,
        /// Every way ends in more devices than a claim can be given, whichever devices came before.
        TOO_MANY
    }

    /// A device that is looked for.
    ///
    /// @param claim its place among the claims
    /// @param request its place among the requests of the claim
    private record Place(int claim, int request, WantedDevices wanted, int device) {
        Place next() {
            return new Place(claim, request, wanted, device + 1);
        }
    }

    /// Where among all devices the search for one begins: those of one request are taken in their order.
    private record Start(int pool, int slice, int device) {
        static final Start FIRST = new Start(0, 0, 0);
    }

    /// @return for each claim what it gets; empty when there is no solution
    Optional<List<ChosenDevices>> find() throws AllocationFault {
        switch (claim(0)) {
            case NONE -> {
                return Optional.empty();
            }
            case TOO_MANY -> throw AllocationFault.of("allocation max size exceeded");
            case FOUND -> {
                // told below
            }
        }
        List<ChosenDevices> found = new ArrayList<>();
        for (int i = 0; i < claims.size(); i++) {
            Map<Integer, WantedDevices> requests = met.get(i);
            List<WantedDevices> inOrder = new ArrayList<>();
            for (int request = 0; request < wanted.get(i).size(); request++) {
                Optional.ofNullable(requests.get(request)).ifPresent(inOrder::add);
            }
            found.add(new ChosenDevices(claims.get(i), inOrder, choices.get(i)));
        }
        return Optional.of(found);
    }

    private End claim(int claim) throws AllocationFault {
        return claim == claims.size() ? End.FOUND : request(claim, 0);
    }

    private End request(int claim, int request) throws AllocationFault {
        List<List<WantedDevices>> requests = wanted.get(claim);
        if (request == requests.size()) {
            End end = claim(claim + 1);
            return end == End.TOO_MANY ? End.NONE : end;
        }
        End best = requests.get(request).isEmpty() ? End.NONE : End.TOO_MANY;
        for (WantedDevices alternative : requests.get(request)) {
            met.get(claim).put(request, alternative);
            End end = device(new Place(claim, request, alternative, 0), Start.FIRST);
            if (end == End.FOUND) {
                return end;
            }
            if (end == End.NONE) {
                best = End.NONE;
            }
        }
        return best;
    }

    private End device(Place place, Start start) throws AllocationFault {
        if (++tries > selection.stepsMax()) {
            throw AllocationFault.tooLong();
        }
        WantedDevices request = place.wanted();
        if (request.wantsAll() && request.all().isEmpty()) {
            return End.NONE;
        }
        if (place.device() >= request.count()) {
            return request(place.claim(), place.request() + 1);
        }
        int after = choices.get(place.claim()).size() + request.count() - place.device();
        if (after > ResourceClaim.RESULTS_MAX) {
            return End.TOO_MANY;
        }
        return request.wantsAll() ? given(place) : searched(place, start);
    }

    /// The next of devices that are all wanted.
    private End given(Place place) throws AllocationFault {
        OfferedDevice device = place.wanted().all().get(place.device());
        Optional<Taken> step = take(place, device, true);
        if (step.isEmpty()) {
            return End.NONE;
        }
        End end = device(place.next(), Start.FIRST);
        if (end != End.FOUND) {
            giveBack(place, device, step.get());
        }
        return end;
    }

    private End searched(Place place, Start start) throws AllocationFault {
        for (int p = start.pool(); p < ground.pools().size(); p++) {
            DevicePool pool = ground.pools().get(p);
            boolean samePool = p == start.pool();
            for (int s = samePool ? start.slice() : 0; s < pool.here().size(); s++) {
                ResourceSlice slice = pool.here().get(s);
                int first = samePool && s == start.slice() ? start.device() : 0;
                for (int d = first; d < slice.devices().size(); d++) {
                    End end =
                            tried(place, OfferedDevice.of(slice.devices().get(d), slice, pool), new Start(p, s, d + 1));
                    if (end != End.NONE) {
                        return end;
                    }
                }
            }
        }
        return End.NONE;
    }

    private End tried(Place place, OfferedDevice device, Start next) throws AllocationFault {
        Devices wants = place.wanted().devices();
        if (isInTheWay(place, device.id())
                || !selection.selects(
                        claims.get(place.claim()), wants, place.wanted().deviceClass(), device)
                || !DeviceReachRule.reaches(device.slice(), device.device(), ground.node())
                || !hasLeft(wants, device)) {
            return End.NONE;
        }
        Optional<Taken> step = take(place, device, false);
        if (step.isEmpty()) {
            return End.NONE;
        }
        End end = device(place.next(), next);
        if (end != End.FOUND) {
            giveBack(place, device, step.get());
        }
        return end;
    }

    /// Whether a device is in use; one with admin access only has to be another than those of the same claim.
    private boolean isInTheWay(Place place, DeviceId id) {
        Set<Integer> owners = taken.getOrDefault(id, Set.of());
        return place.wanted().devices().isAdmin()
                ? owners.contains(place.claim())
                : selection.isWhole(id) || !owners.isEmpty();
    }

    private boolean hasLeft(Devices wants, OfferedDevice device) {
        List<Map<String, Quantity>> others = Stream.concat(
                        selection.amounts(device.id()), parts.getOrDefault(device.id(), List.of()).stream())
                .collect(Collectors.toList());
        return ConsumptionRule.fits(wants.capacity(), device.device().capacity(), others);
    }

    /// What has to be taken back when the search does not go on from here.
    private record Taken(boolean counters, int constraints) {}

    /// @param all whether the request wants all devices, so that none may be left out
    private Optional<Taken> take(Place place, OfferedDevice offered, boolean all) throws AllocationFault {
        WantedDevices request = place.wanted();
        if (isInTheWay(place, offered.id())) {
            return Optional.empty();
        }
        boolean counted = isCounted(offered);
        if (counted && !counters.take(offered.pool(), offered.device())) {
            return Optional.empty();
        }
        if (DeviceTaintRule.prevents(
                offered.device().taints(), request.devices().tolerations())) {
            undo(place, offered, new Taken(counted, 0));
            return Optional.empty();
        }
        int kept = keepConstraints(place, offered);
        var step = new Taken(counted, kept);
        boolean keepsAll = kept == constraints.get(place.claim()).size();
        if (!keepsAll || !hasLeft(request.devices(), offered)) {
            undo(place, offered, step);
            if (!keepsAll && all) {
                throw AllocationFault.of("%s: cannot add device %s because a claim constraint would not be satisfied"
                        .formatted(
                                WantedRule.place(request.claim(), request.request(), request.devices()), offered.id()));
            }
            return Optional.empty();
        }
        choose(place, offered);
        return Optional.of(step);
    }

    /// Whether a device takes from the counters of its pool: one that is given in parts does so once.
    private boolean isCounted(OfferedDevice offered) {
        boolean begun =
                offered.device().shared() && (selection.isMeasured(offered.id()) || parts.containsKey(offered.id()));
        return !begun && !offered.device().counters().isEmpty();
    }

    /// @return how many constraints, from the first one on, hold with the device too
    private int keepConstraints(Place place, OfferedDevice offered) {
        int kept = 0;
        for (ConstraintState state : constraints.get(place.claim())) {
            if (!state.add(
                    place.wanted().request().name(),
                    place.wanted().devices().name(),
                    offered.id().driver(),
                    offered.device())) {
                return kept;
            }
            kept++;
        }
        return kept;
    }

    private void choose(Place place, OfferedDevice offered) {
        DeviceId id = offered.id();
        Map<String, Quantity> consumed = Map.of();
        Optional<String> shareId = Optional.empty();
        if (offered.device().shared()) {
            consumed = ConsumptionRule.consumed(
                    place.wanted().devices().capacity(), offered.device().capacity());
            shareId = Optional.of(selection.newShareId());
            parts.computeIfAbsent(id, _ -> new ArrayList<>()).add(consumed);
        } else {
            taken.computeIfAbsent(id, _ -> new HashSet<>()).add(place.claim());
        }
        choices.get(place.claim()).add(new Choice(place.wanted(), offered, shareId, consumed));
    }

    private void giveBack(Place place, OfferedDevice offered, Taken step) {
        DeviceId id = offered.id();
        choices.get(place.claim()).removeLast();
        if (offered.device().shared()) {
            parts.computeIfPresent(id, (_, amounts) -> {
                amounts.removeLast();
                return amounts.isEmpty() ? null : amounts;
            });
        } else {
            taken.computeIfPresent(id, (_, owners) -> {
                owners.remove(place.claim());
                return owners.isEmpty() ? null : owners;
            });
        }
        undo(place, offered, step);
    }

    private void undo(Place place, OfferedDevice offered, Taken step) {
        WantedDevices request = place.wanted();
        List<ConstraintState> states = constraints.get(place.claim());
        for (int i = step.constraints() - 1; i >= 0; i--) {
            states.get(i).remove(request.request().name(), request.devices().name());
        }
        if (step.counters()) {
            counters.giveBack(offered.pool(), offered.device());
        }
    }
}
