package dev.tenure.scheduler.plugin.dynamicresources;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Allocation;
import dev.tenure.model.device.ResourceClaim.Consumer;
import dev.tenure.scheduler.framework.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What has to be written into the claims of a pod before it is bound, and what has been. Handed from the loop to one
/// thread that makes the calls, and back when these have ended.
final class ClaimWrites {
    /// @param place of the claim among those of the pod
    /// @param allocation absent when the claim has its devices already
    record Write(int place, ResourceClaim claim, Optional<Allocation> allocation) {}

    record Written(int place, ResourceClaim claim, long revision) {}

    private final List<Write> open;
    private final Consumer consumer;
    private final Instant now;
    private final List<Written> written = new ArrayList<>();

    ClaimWrites(List<Write> open, Consumer consumer, Instant now) {
        this.open = List.copyOf(open);
        this.consumer = consumer;
        this.now = now;
    }

    /// Blocks. Ends at the first that fails; what was written before stays.
    Verdict make(ClusterClient client) {
        var claims = new DeviceClaimClient(client);
        for (Write write : open) {
            switch (claims.bind(write, consumer, now)) {
                case DeviceClaimClient.Reply.Done(var claim, var revision) ->
                    written.add(new Written(write.place(), claim, revision));
                case DeviceClaimClient.Reply.Failed(var message) -> {
                    return new Verdict.Failed(DynamicResources.NAME, message);
                }
            }
        }
        return Verdict.Pass.PASS;
    }

    /// What has been written so far. To be asked when no call is being made.
    List<Written> written() {
        return List.copyOf(written);
    }
}
