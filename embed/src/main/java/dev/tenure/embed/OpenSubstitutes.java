package dev.tenure.embed;

import dev.tenure.kinds.webhookclient.WebhookAccess;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.LiveWorld;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.sim.world.Substitutes;
import java.util.Optional;
import java.util.Set;

/// Makes of a cluster on one thread one that others call into: its loops take what other threads post, its
/// webhooks are called, no controller is missing, and what nobody foresaw is told and not thrown.
record OpenSubstitutes(LiveWorld world, WebhookAccess access, FaultReporter reporter) implements Substitutes {
    @Override
    public EventLoop serverLoop(EventLoop loop) {
        return world.open(loop);
    }

    @Override
    public EventLoop loop(String component, EventLoop loop) {
        return world.open(loop);
    }

    @Override
    public EventLoop wayLoop(EventLoop loop) {
        return world.open(loop);
    }

    @Override
    public Optional<WebhookAccess> webhooks() {
        return Optional.of(access);
    }

    @Override
    public Set<String> controllersLeftOut() {
        return Set.of();
    }

    @Override
    public Optional<FaultReporter> faults() {
        return Optional.of(reporter);
    }
}
