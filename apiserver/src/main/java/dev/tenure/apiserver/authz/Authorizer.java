package dev.tenure.apiserver.authz;

/// Decides who may do what. Pure but for the published state it reads; safe for use by several threads.
@FunctionalInterface
public interface Authorizer {
    Decision decide(Attributes attributes);
}
