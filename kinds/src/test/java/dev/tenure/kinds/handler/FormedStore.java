package dev.tenure.kinds.handler;

import dev.tenure.store.PassingStore;
import dev.tenure.store.Store;
import java.util.function.UnaryOperator;

/// A store that keeps what is written in a form of its choice.
final class FormedStore extends PassingStore {
    private final UnaryOperator<Write> form;

    /// @param form says the same, otherwise
    FormedStore(Store store, UnaryOperator<Write> form) {
        super(store);
        this.form = form;
    }

    @Override
    public Committed commit(Write write) {
        return super.commit(form.apply(write));
    }
}
