package dev.tenure.controllers;

import dev.tenure.client.informer.ControllerContext;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import java.util.List;

/// A controller as [ControllerCatalogue] lists it.
///
/// @param name what `--controllers` calls it, as upstream does
/// @param account the service account in kube-system whose rights it has
/// @param needs it has nothing to do before there is an object of one of these kinds; empty for those that
///     always have
/// @param making makes it
public record ControllerEntry(String name, String account, List<ResourceType> needs, Making making) {
    /// What controllers call themselves when they call.
    public static final String AGENT = "kube-controller-manager";

    private static final String SUFFIX = "-controller";

    /// Makes a controller.
    @FunctionalInterface
    public interface Making {
        /// @param context what the controller stands on
        /// @return starts it; to be run on its loop, once
        Runnable make(ControllerContext context, ControllerSettings settings);
    }

    public ControllerEntry {
        needs = List.copyOf(needs);
    }

    /// Its name without the word that all have in common; the role that gives it its rights where it runs
    /// alone is called so, after `tenure-` (deploy/controllers.yaml).
    public String shortName() {
        return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    }

    /// As whom it calls the API server.
    public Caller caller() {
        return caller("system:serviceaccount:kube-system:" + account);
    }

    /// As whom the informers that all controllers share call the API server.
    public static Caller followers() {
        return caller("system:" + AGENT);
    }

    private static Caller caller(String user) {
        return Caller.component(
                user, List.of(Caller.SYSTEM_MASTERS, "system:serviceaccounts", "system:authenticated"), AGENT);
    }
}
