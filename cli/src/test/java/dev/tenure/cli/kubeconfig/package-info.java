/// Tests of kubeconfigs.
@NullMarked
package dev.tenure.cli.kubeconfig;

import org.jspecify.annotations.NullMarked;
