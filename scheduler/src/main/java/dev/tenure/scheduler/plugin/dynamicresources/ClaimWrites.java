package dev.tenure.scheduler.plugin.dynamicresources;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.core.PodStatus.Mapping;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Allocation;
import dev.tenure.model.device.ResourceClaim.Consumer;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.plugin.dynamicresources.DeviceClaimClient.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What has to be written into the claims of a pod before it is bound, and what has been. Handed from the
/// loop to one thread that makes the calls, and back when these have ended.
final class ClaimWrites {
    /// @param place of the claim among those of the pod
    /// @param allocation absent when the claim has its devices already
    record Write(int place, ResourceClaim claim, Optional<Allocation> allocation) {}

    record Written(int place, ResourceClaim claim, long revision) {}

    private final List<Write> open;
    private final Consumer consumer;
    private final List<Mapping> mappings;
    private final Instant now;
    private final List<Written> written = new ArrayList<>();

    /// @param mappings which containers have the devices of the claim for extended resources
    ClaimWrites(List<Write> open, Consumer consumer, List<Mapping> mappings, Instant now) {
        this.open = List.copyOf(open);
        this.consumer = consumer;
        this.mappings = List.copyOf(mappings);
        this.now = now;
    }

    /// Blocks. Ends at the first that fails; what was written before stays.
    Verdict make(ClusterClient client) {
        var claims = new DeviceClaimClient(client);
        for (Write write : open) {
            Reply reply = ExtendedClaims.isImagined(write.claim())
                    ? makeExtended(claims, write)
                    : noted(write.place(), claims.bind(write, consumer, now));
            if (reply instanceof Reply.Failed(var message)) {
                return new Verdict.Failed(DynamicResources.NAME, message);
            }
        }
        return Verdict.Pass.PASS;
    }

    private Reply makeExtended(DeviceClaimClient claims, Write write) {
        Reply made = noted(write.place(), claims.create(write.claim()));
        if (!(made instanceof Reply.Done(var claim, var _))) {
            return made;
        }
        Reply bound =
                noted(write.place(), claims.bind(new Write(write.place(), claim, write.allocation()), consumer, now));
        if (bound instanceof Reply.Failed) {
            return bound;
        }
        return claims.name(claim, consumer, mappings)
                .<Reply>map(Reply.Failed::new)
                .orElse(bound);
    }

    private Reply noted(int place, Reply reply) {
        if (reply instanceof Reply.Done(var claim, var revision)) {
            written.add(new Written(place, claim, revision));
        }
        return reply;
    }

    /// What has been written so far. To be asked when no call is being made.
    List<Written> written() {
        return List.copyOf(written);
    }
}
