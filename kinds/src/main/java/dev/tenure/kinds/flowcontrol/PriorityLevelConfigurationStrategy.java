package dev.tenure.kinds.flowcontrol;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.InternalTypes;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.wire.json.ObjectNode;

/// How much of a server a priority of requests may have.
public final class PriorityLevelConfigurationStrategy implements FlowKind {
    private static final int USUAL_SHARES = 30;
    private static final int USUAL_HAND = 8;
    private static final int USUAL_QUEUES = 64;
    private static final int USUAL_LENGTH = 50;
    private static final int QUEUES_MAX = 10_000_000;
    private static final int ENTROPY_BITS_MAX = 60;

    @Override
    public void setDefaults(ObjectNode level) {
        Trees.within(level.path("spec"), "exempt", exempt -> {
            Trees.fill(exempt, "nominalConcurrencyShares", 0);
            Trees.fill(exempt, "lendablePercent", 0);
        });
        Trees.within(level.path("spec"), "limited", limited -> {
            Trees.fill(limited, "nominalConcurrencyShares", USUAL_SHARES);
            Trees.fill(limited, "lendablePercent", 0);
            Trees.within(limited.path("limitResponse"), "queuing", queuing -> {
                Trees.fillZero(queuing, "handSize", USUAL_HAND);
                Trees.fillZero(queuing, "queues", USUAL_QUEUES);
                Trees.fillZero(queuing, "queueLengthLimit", USUAL_LENGTH);
            });
        });
        Trees.object(level, "status");
    }

    @Override
    public void validate(ObjectNode level, FieldErrors errors) {
        ObjectMetaValidation.object(level, nameFormat(), errors);
        Field root = Field.root(level, errors);
        Field spec = root.at("spec");
        boolean named = root.at("metadata", "name").is("exempt");
        Field type = spec.at("type");
        if (named != type.is("Exempt")) {
            type.invalidText("must be 'Exempt' if and only if `name` is 'exempt'");
        }
        switch (type.text()) {
            case "Exempt" -> exempt(spec);
            case "Limited" -> limited(spec);
            case "" -> type.required();
            default -> type.unsupported("Exempt", "Limited");
        }
        FlowObjects.fixedSpec(FlowObjects.LEVEL, root.at("metadata", "name").text())
                .ifPresent(fixed -> fixed(spec, fixed, named));
        FlowKind.conditions(root.at("status", "conditions"));
    }

    /// @param exempt whether it is the level that is exempt, of which one part may change
    private static void fixed(Field spec, ObjectNode fixed, boolean exempt) {
        if (exempt) {
            fixed.set("exempt", spec.at("exempt").node().deepCopy());
        }
        if (!SameValue.same(fixed, spec.node())) {
            String but = exempt ? " except the 'spec.exempt' field" : "";
            spec.invalid(
                    InternalTypes.of("PriorityLevelConfigurationSpec", spec.node()),
                    "spec of '" + (exempt ? FlowObjects.EXEMPT : FlowObjects.CATCH_ALL) + "'" + but
                            + " must equal the fixed value");
        }
    }

    private static void exempt(Field spec) {
        if (spec.at("limited").isSet()) {
            spec.at("limited").forbidden("must be nil if the type is not Limited");
        }
        if (spec.at("exempt").isSet()) {
            shares(spec.at("exempt"));
            lendable(spec.at("exempt"));
        }
    }

    private static void shares(Field part) {
        if (part.at("nominalConcurrencyShares").number() < 0) {
            part.at("nominalConcurrencyShares").invalidNumber("must be a non-negative integer");
        }
    }

    private static void lendable(Field part) {
        part.at("lendablePercent").mustBeBetween(0, 100);
    }

    private static void limited(Field spec) {
        if (spec.at("exempt").isSet()) {
            spec.at("exempt").forbidden("must be nil if the type is Limited");
        }
        Field limited = spec.at("limited");
        if (!limited.isSet()) {
            limited.required("must not be empty when type is Limited");
            return;
        }
        shares(limited);
        response(limited.at("limitResponse"));
        lendable(limited);
        if (limited.at("borrowingLimitPercent").number() < 0) {
            limited.at("borrowingLimitPercent").invalidNumber("if specified, must be a non-negative integer");
        }
    }

    private static void response(Field response) {
        Field queuing = response.at("queuing");
        switch (response.at("type").text()) {
            case "Reject" -> {
                if (queuing.isSet()) {
                    queuing.forbidden("must be nil if limited.limitResponse.type is not Limited");
                }
            }
            case "Queue" -> {
                if (queuing.isSet()) {
                    queues(queuing);
                } else {
                    queuing.required("must not be empty if limited.limitResponse.type is Limited");
                }
            }
            case "" -> response.at("type").required();
            default -> response.at("type").unsupported("Queue", "Reject");
        }
    }

    private static void queues(Field queuing) {
        Field length = queuing.at("queueLengthLimit");
        Field queues = queuing.at("queues");
        Field hand = queuing.at("handSize");
        if (length.number() <= 0) {
            length.invalidNumber("must be positive");
        }
        if (queues.number() <= 0) {
            queues.invalidNumber("must be positive");
        } else if (queues.number() > QUEUES_MAX) {
            queues.invalidNumber("must not be greater than " + QUEUES_MAX);
        }
        if (hand.number() <= 0) {
            hand.invalidNumber("must be positive");
        } else if (hand.number() > queues.number()) {
            hand.invalidNumber("should not be greater than queues (" + queues.number() + ")");
        } else if (entropyBits(queues.number(), hand.number()) > ENTROPY_BITS_MAX) {
            hand.invalidNumber("required entropy bits of deckSize %d and handSize %d should not be greater than %d"
                    .formatted(queues.number(), hand.number(), ENTROPY_BITS_MAX));
        }
    }

    /// How many bits it takes to tell all hands apart that can be dealt.
    private static long entropyBits(long deck, long hand) {
        return (long) Math.ceil(Math.log((double) deck) / Math.log(2) * hand);
    }
}
