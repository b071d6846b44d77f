package dev.tenure.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Marks a text, a field or a parameter of a test, that is to hold the kubeconfig of its cluster, in YAML.
/// The cluster needs a socket ([WithCluster#socket]).
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER})
public @interface KubeConfig {}
