/// What a node knows of who may pull images: its own credentials, programs that hand out others, files about
/// what was pulled.
/// Never here: which credentials go with an image and who may use it (kubelet.image); pulling
/// (node.container).
/// Start at ImageAccess.
/// Upstream twin: pkg/credentialprovider/provider.go, pkg/credentialprovider/plugin,
/// pkg/kubelet/images/pullmanager/fs_pullrecords.go.
@NullMarked
package dev.tenure.node.image;

import org.jspecify.annotations.NullMarked;
