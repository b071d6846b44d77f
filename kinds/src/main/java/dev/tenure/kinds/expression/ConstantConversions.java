package dev.tenure.kinds.expression;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.tenure.apiserver.registry.field.GoPattern;
import dev.tenure.kinds.expression.library.ReadTexts;
import java.util.Optional;
import java.util.Set;

/// What is made of constants when an expression is prepared to be run: numbers and flags of texts, numbers of
/// others, and patterns that are looked for. Pure. Upstream: cel-go, interpreter/decorators.go and
/// common/types/overflow.go; library.FindRegexOptimization.
final class ConstantConversions {
    private static final Set<String> LOOKING = Set.of("find", "findAll");
    private static final String TOO_LARGE = "integer overflow";
    private static final String TOO_LARGE_UNSIGNED = "unsigned integer overflow";
    private static final double TWO_TO_63 = 0x1p63;
    private static final double TWO_TO_64 = 0x1p64;
    /// The first and the last second that a timestamp can have.
    private static final long MOMENT_MIN = -62_135_596_800L;

    private static final long MOMENT_MAX = 253_402_300_799L;

    private ConstantConversions() {}

    /// Why a call cannot be prepared; empty when it can.
    static Optional<String> fault(CelExpr.CelCall call) {
        Optional<String> pattern = pattern(call);
        if (pattern.isPresent()) {
            return pattern.flatMap(GoPattern::fault);
        }
        if (call.args().size() != 1 || call.args().getFirst().getKind() != Kind.CONSTANT) {
            return Optional.empty();
        }
        return conversion(call.function(), call.args().getFirst().constant());
    }

    private static Optional<String> conversion(String function, CelConstant constant) {
        return switch (constant.getKind()) {
            case STRING_VALUE -> ofText(function, constant.stringValue());
            case BYTES_VALUE ->
                faultWhen(
                        function.equals("string") && !constant.bytesValue().isValidUtf8(),
                        "invalid UTF-8 in bytes, cannot convert to string");
            case INT64_VALUE -> faultWhen(function.equals("uint") && constant.int64Value() < 0, TOO_LARGE_UNSIGNED);
            case UINT64_VALUE ->
                faultWhen(function.equals("int") && constant.uint64Value().longValue() < 0, TOO_LARGE);
            case DOUBLE_VALUE -> ofReal(function, constant.doubleValue());
            default -> Optional.empty();
        };
    }

    private static Optional<String> faultWhen(boolean faulty, String fault) {
        return faulty ? Optional.of(fault) : Optional.empty();
    }

    /// Whether a number of seconds is none that a timestamp can have.
    static boolean isNoMoment(CelExpr argument) {
        if (argument.getKind() != Kind.CONSTANT || argument.constant().getKind() != CelConstant.Kind.INT64_VALUE) {
            return false;
        }
        long seconds = argument.constant().int64Value();
        return seconds < MOMENT_MIN || seconds > MOMENT_MAX;
    }

    /// The pattern that stands behind a text, as a member or by itself.
    private static Optional<String> pattern(CelExpr.CelCall call) {
        boolean member = call.target().isPresent();
        boolean looks =
                member && LOOKING.contains(call.function()) && !call.args().isEmpty();
        boolean matches =
                !member && call.function().equals("matches") && call.args().size() == 2;
        if (!looks && !matches) {
            return Optional.empty();
        }
        return LiteralFaults.text(call.args().get(looks ? 0 : 1));
    }

    private static Optional<String> ofText(String function, String text) {
        boolean good = switch (function) {
            case "int" -> ReadTexts.whole(text).isPresent();
            case "uint" -> ReadTexts.unsigned(text).isPresent();
            case "double" -> ReadTexts.real(text).isPresent();
            case "bool" -> ReadTexts.flag(text).isPresent();
            default -> true;
        };
        return good ? Optional.empty() : Optional.of("type conversion error from 'string' to '" + function + "'");
    }

    private static Optional<String> ofReal(String function, double number) {
        return switch (function) {
            case "int" -> number > -TWO_TO_63 && number < TWO_TO_63 ? Optional.empty() : Optional.of(TOO_LARGE);
            case "uint" -> number >= 0 && number < TWO_TO_64 ? Optional.empty() : Optional.of(TOO_LARGE_UNSIGNED);
            default -> Optional.empty();
        };
    }
}
