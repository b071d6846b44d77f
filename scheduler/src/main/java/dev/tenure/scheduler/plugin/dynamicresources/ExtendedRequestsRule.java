package dev.tenure.scheduler.plugin.dynamicresources;

import dev.tenure.model.core.Container;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodStatus.Mapping;
import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Amount;
import dev.tenure.model.device.ResourceClaim.Devices;
import dev.tenure.model.device.ResourceClaim.Request;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a claim has to ask for so that its devices meet extended resources of a pod: of each container its
/// own. Init containers that end before others begin use the devices of those that come after them, and share
/// what they want beyond that. Upstream: createRequestsAndMappings.
final class ExtendedRequestsRule {
    private ExtendedRequestsRule() {}

    /// @param mappings which container has the devices of which request
    record Wanted(List<Request> requests, List<Mapping> mappings) {
        Wanted {
            requests = List.copyOf(requests);
            mappings = List.copyOf(mappings);
        }
    }

    /// What one container adds to the claim.
    ///
    /// @param place of the container among all
    private record Own(int place, String request, long count) {}

    /// Whether containers that run together want more than a claim can have requests. Upstream finds that out
    /// when it makes the claim.
    ///
    /// @param resources that devices are to meet
    static boolean areTooMany(Pod pod, Set<String> resources) {
        long requests = 0;
        for (Container container : pod.spec().initContainers()) {
            requests += container.sidecar() ? wanted(container, resources) : 0;
        }
        for (Container container : pod.spec().containers()) {
            requests += wanted(container, resources);
        }
        return requests > ResourceClaim.RESULTS_MAX;
    }

    private static long wanted(Container container, Set<String> resources) {
        return resources.stream()
                .filter(resource ->
                        container.resources().requests().get(resource).value() > 0)
                .count();
    }

    /// @param classes whose devices meet the resources, by these
    static Wanted of(Pod pod, SortedMap<String, DeviceClass> classes) {
        Map<String, Request> requests = new TreeMap<>();
        List<Mapping> mappings = new ArrayList<>();
        classes.forEach((resource, deviceClass) -> {
            var round = new Round(pod, resource);
            for (Own own : round.play(mappings)) {
                var devices = new Devices("", deviceClass.meta().name(), new Amount.Exactly(own.count()));
                requests.put(own.request(), new Request(own.request(), List.of(devices)));
            }
        });
        return new Wanted(List.copyOf(requests.values()), mappings);
    }

    /// The containers of a pod, for one resource.
    private static final class Round {
        private final String resource;
        private final List<Container> containers;
        private final int initContainers;
        private final List<Own> lasting = new ArrayList<>();

        Round(Pod pod, String resource) {
            this.resource = resource;
            containers = new ArrayList<>(pod.spec().initContainers());
            initContainers = containers.size();
            containers.addAll(pod.spec().containers());
        }

        List<Own> play(List<Mapping> mappings) {
            for (int i = 0; i < containers.size(); i++) {
                Optional<Own> own = isBrief(i) ? Optional.empty() : own(i, 0);
                if (own.isPresent()) {
                    lasting.add(own.get());
                    mappings.add(mapping(i, own.get().request()));
                }
            }
            List<Own> all = new ArrayList<>(lasting);
            brief(mappings).ifPresent(all::add);
            return all;
        }

        /// @return what those want in common that end before others begin
        private Optional<Own> brief(List<Mapping> mappings) {
            Optional<Own> most = Optional.empty();
            List<Mapping> its = new ArrayList<>();
            Set<String> names = new HashSet<>();
            for (int i = 0; i < initContainers; i++) {
                Optional<Own> own = isBrief(i) ? own(i, borrowed(i, its)) : Optional.empty();
                if (own.isPresent()) {
                    names.add(own.get().request());
                    its.add(mapping(i, own.get().request()));
                    most = most.filter(other -> other.count() >= own.get().count())
                            .or(() -> own);
                }
            }
            for (Mapping each : its) {
                mappings.add(
                        names.contains(each.request())
                                ? new Mapping(
                                        each.container(),
                                        resource,
                                        most.map(Own::request).orElseThrow())
                                : each);
            }
            return most;
        }

        private boolean isBrief(int place) {
            return place < initContainers && !containers.get(place).sidecar();
        }

        private long wanted(int place) {
            return containers.get(place).resources().requests().get(resource).value();
        }

        /// How much of what comes after it a container uses, as far as it needs it.
        private long borrowed(int place, List<Mapping> mappings) {
            long sum = 0;
            for (Own own : lasting) {
                if (own.place() > place && sum < wanted(place)) {
                    sum = own.count() > Long.MAX_VALUE - sum ? Long.MAX_VALUE : sum + own.count();
                    mappings.add(mapping(place, own.request()));
                }
            }
            return sum;
        }

        private Optional<Own> own(int place, long had) {
            long lacking = wanted(place) - had;
            return lacking > 0 ? Optional.of(new Own(place, requestName(place), lacking)) : Optional.empty();
        }

        private String requestName(int place) {
            List<String> named = containers.get(place).resources().requests().amounts().keySet().stream()
                    .sorted()
                    .toList();
            return "container-%d-request-%d".formatted(place, named.indexOf(resource));
        }

        private Mapping mapping(int place, String request) {
            return new Mapping(containers.get(place).name(), resource, request);
        }
    }
}
