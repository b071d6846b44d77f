package dev.tenure.apiserver.authz;

import java.util.ArrayList;
import java.util.List;

/// Several authorisers that are asked in turn: what one allows is allowed, and a refusal gives the reasons of
/// all. Upstream: apiserver/pkg/authorization/union.
public final class UnionAuthorizer implements Authorizer {
    private final List<Authorizer> all;

    public UnionAuthorizer(List<? extends Authorizer> all) {
        this.all = List.copyOf(all);
    }

    /// Whether an authoriser of this class is among them.
    public boolean has(Class<? extends Authorizer> type) {
        return all.stream().anyMatch(type::isInstance);
    }

    @Override
    public Decision decide(Attributes attributes) {
        var reasons = new ArrayList<String>();
        for (Authorizer one : all) {
            switch (one.decide(attributes)) {
                case Decision.Allow allow -> {
                    return allow;
                }
                case Decision.Refuse(String reason) -> {
                    if (!reason.isEmpty()) {
                        reasons.add(reason);
                    }
                }
            }
        }
        return new Decision.Refuse(String.join("\n", reasons));
    }
}
