package dev.tenure.runtime.loop;

/// What a component tells those who look after it, through its loop. To be called on the loop only.
public interface Supervision {
    /// An object could not be handled; whoever says so goes on with the others, and tries this one again
    /// later, ever later.
    ///
    /// @param object for people, for example `/apps/deployments/default/web`
    void setAside(String object, Throwable fault);

    /// An object that was set aside could be handled after all. What the component remembers may be half of
    /// something, so it begins anew.
    void regained(String object);

    /// Something has failed that is not about one object: the component begins anew.
    void failed(String event, Throwable fault);

    /// Runs `last` when the component ends, to let go of what others keep for it: watches, places in lists.
    void atEnd(Runnable last);
}
