package dev.tenure.node.image;

import dev.tenure.kubelet.image.PullVerification;

/// What decides who may use which image on a node.
///
/// @param logins the node's own, for all pods
/// @param providers programs that hand out others
/// @param records what was pulled, and with which credentials
public record ImageAccess(
        NodeLogins logins, ProviderLogins providers, PullRecords records, PullVerification verification) {}
