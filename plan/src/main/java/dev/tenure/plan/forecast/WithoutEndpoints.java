package dev.tenure.plan.forecast;

import dev.tenure.controllers.endpoint.EndpointKind;
import dev.tenure.sim.world.Substitutes;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A cluster that writes no Endpoints and no EndpointSlices. They name all pods of a service and are written
/// anew with each change of one, which for services of hundreds of pods is most of the work of a forecast;
/// nothing in it reads them, for [Outcomes] counts the ready pods of services itself. Immutable.
final class WithoutEndpoints implements Substitutes {
    private static final Set<String> LEFT_OUT = Stream.concat(
                    SELDOM_NEEDED.stream(),
                    Stream.of(EndpointKind.ENDPOINTS.controller(), EndpointKind.SLICES.controller()))
            .collect(Collectors.toUnmodifiableSet());

    @Override
    public Set<String> controllersLeftOut() {
        return LEFT_OUT;
    }
}
