package dev.tenure.controllers.tainteviction;

import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The Events about evictions. Confined to one loop.
final class EvictionAnnouncements {
    private static final String ALARM = "announcements";
    private static final int WAITING_MAX = 200;
    private static final Duration WAIT_MAX = Duration.ofMillis(100);
    private static final String REPLACED_FIRST = "ReplacedFirst";
    private static final String REASON = "TaintManagerEviction";

    private final EventLoop loop;
    private final EventRecorder events;
    private final List<StoredObject> waiting = new ArrayList<>();

    EvictionAnnouncements(EventLoop loop, EventRecorder events) {
        this.loop = loop;
        this.events = events;
    }

    /// A pod was told to leave. The Event is written after the first attempt, whatever came of it, and
    /// after those of the pods that go at the same time; upstream hands it to its broadcaster before. Who
    /// waits for the last pod of a node to go does not wait for the Events of the others.
    ///
    /// @param underWay how many first attempts have not ended
    void marked(StoredObject pod, int underWay) {
        if (waiting.isEmpty()) {
            loop.alarm(ALARM, loop.time().now().plus(WAIT_MAX), this::tellAll);
        }
        waiting.add(pod);
        if (underWay == 0 || waiting.size() >= WAITING_MAX) {
            tellAll();
        }
    }

    /// A pod need not leave any more.
    void cancelled(StoredObject pod) {
        tell(pod, "Cancelling deletion of Pod ");
    }

    /// What is done about the pod that comes in its place.
    void replacement(StoredObject pod, String message) {
        events.record(InvolvedObject.of(ResourceTypes.PODS, pod), EventRecorder.Type.Normal, REPLACED_FIRST, message);
    }

    private void tellAll() {
        loop.cancel(ALARM);
        waiting.forEach(pod -> tell(pod, "Marking for deletion Pod "));
        waiting.clear();
    }

    /// Upstream's Events about evictions carry no uid of the pod.
    private void tell(StoredObject pod, String text) {
        ObjectKey key = pod.key();
        events.record(
                InvolvedObject.pod(key.namespace(), key.name(), ""),
                EventRecorder.Type.Normal,
                REASON,
                text + key.qualifiedName());
    }
}
