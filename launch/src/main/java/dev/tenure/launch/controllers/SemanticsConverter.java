package dev.tenure.launch.controllers;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads the flag `--semantics`.
public final class SemanticsConverter implements ITypeConverter<Semantics> {
    @Override
    public Semantics convert(String text) {
        return switch (text) {
            case "documented" -> Semantics.DOCUMENTED;
            case "kubernetes-1.36", "compat" -> Semantics.KUBERNETES_1_36;
            default ->
                throw new TypeConversionException("\"%s\" is not one of documented, kubernetes-1.36".formatted(text));
        };
    }
}
