/// Fills Secrets of type `kubernetes.io/service-account-token` with a token of the account that they name,
/// and deletes them with their account.
/// Never here: what makes a token good (`apiserver.authn`), the tokens of pods.
/// Start at AccountTokenLoop.
/// Upstream twin: pkg/controller/serviceaccount/tokens_controller.go.
@NullMarked
package dev.tenure.controllers.serviceaccounttoken;

import org.jspecify.annotations.NullMarked;
