package dev.tenure.apiserver.authn;

import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.Frozen;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Who somebody is.
public record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    public static final String ANONYMOUS = "system:anonymous";
    public static final String AUTHENTICATED = "system:authenticated";
    public static final String UNAUTHENTICATED = "system:unauthenticated";

    public User {
        groups = List.copyOf(groups);
        extra = Frozen.map(extra);
    }

    /// Nobody in particular.
    public static User anonymous() {
        return new User(ANONYMOUS, "", List.of(UNAUTHENTICATED), Map.of());
    }

    /// The same with the group of everybody who has shown who he is.
    public User authenticated() {
        if (groups.contains(AUTHENTICATED) || groups.contains(UNAUTHENTICATED)) {
            return this;
        }
        var all = new ArrayList<>(groups);
        all.add(AUTHENTICATED);
        return new User(name, uid, all, extra);
    }

    public Caller caller(String agent) {
        return new Caller(name, uid, groups, extra, agent);
    }
}
