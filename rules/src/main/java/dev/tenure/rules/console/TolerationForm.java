package dev.tenure.rules.console;

import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.TolerationOperator;
import java.util.Optional;
import java.util.OptionalLong;

/// The form in which the console of Huawei CCE asks for a toleration; blank fields are empty.
///
/// @param policy absent for All
/// @param windowSeconds the toleration time window
public record TolerationForm(
        String key,
        TolerationOperator operator,
        String value,
        Optional<TaintEffect> policy,
        OptionalLong windowSeconds) {}
