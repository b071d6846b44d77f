package dev.tenure.runtime.loop;

import dev.tenure.runtime.observe.FaultReporter;

/// Nobody looks after the component: its faults are reported, and it goes on as it is.
record Unsupervised(String component, FaultReporter faults) implements Supervision {
    @Override
    public void setAside(String object, Throwable fault) {
        faults.report(component, object, fault);
    }

    @Override
    public void regained(String object) {
        // it goes on
    }

    @Override
    public void failed(String event, Throwable fault) {
        faults.report(component, event, fault);
    }

    @Override
    public void atEnd(Runnable last) {
        // it ends with its process
    }
}
