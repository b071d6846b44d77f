#!/usr/bin/env python3
"""Random cases for the comparison of decisions under node pressure, in the form of checks/golden/node-pressure, one a line.

  generate.py [--seed N] [--count N]

Numbers lie around thresholds, requests and limits more often than chance would have it; the same seed gives the same cases."""
import argparse
import json
import random

from timelines import GIB, SIGNALS, Timeline, draw_quantity

WRONG_SIGNALS = ["bad.signal", "memory", "", "nodefs.Available", "memory.available ", "cpu.available"]
PERCENTAGES = ["5%", "10%", "12.5%", "0.3%", "99.99%", "1e1%", "5e-1%", ".5%", "7.%", "+5%", "33.333333333333333%", "0x1p3%",
               "1_0%", "0%", "100%", "0.0%", "00%", "100.0%", "-0%"]
WRONG_PERCENTAGES = ["101%", "-1%", "%", "5 %", "NaN%", "Inf%", "-Inf%", "1e400%", "abc%", "100.001%", "5%%", "\u0663%", "0x%"]
DURATIONS = ["0", "0s", "1s", "90s", "1m30s", "1.5h", ".5s", "+5s", "-0s", "1us", "1µs", "7ns", "1h1m1.5s", "2562047h", "1.s",
             "0.5m"]
WRONG_DURATIONS = ["", "30", "1d", "-5s", "s", "1h-5m", "2562048h", "5 s", "1.5", "x", "1hh"]


def draw_text(rng):
    """A quantity, or what looks like one."""
    number = rng.choice(["0", "1", "-1", "+7", "1.5", ".5", "5.", "-.25", "007", "1e", "123456789012345678",
                         "9223372036854775807", "9223372036854775808", "0.0000000001", "1.23456789012", "-0", "+0.0", "",
                         "--1", "1..2", "1,5", "0x10", str(rng.randrange(10 ** rng.randrange(1, 20))),
                         f"{rng.uniform(0, 5000):.{rng.randrange(12)}f}"])
    suffix = rng.choice(["", "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "e3", "E3",
                         "e-3", "E+2", "e10", "e-10", "e", "K", "mi", "Zi", " Mi", "e1.5", "Mi ", "EE", "ee3"])
    return number + suffix


def draw_parse(rng):
    wrong = rng.random() < 0.4

    def signals(count):
        names = rng.sample(SIGNALS, rng.randrange(count + 1))
        return names + ([rng.choice(WRONG_SIGNALS)] if wrong and rng.random() < 0.15 else [])

    def amount(reclaim):
        if wrong and rng.random() < 0.15:
            return rng.choice(WRONG_PERCENTAGES + ["0", "-5Mi", "", "abc", "5 Mi", "10Kii", "0.0"])
        if rng.random() < 0.45:
            return rng.choice(PERCENTAGES + (["150%", "201%"] if reclaim else []))
        return draw_quantity(rng)

    soft = signals(4)
    graced = [name for name in soft if not wrong or rng.random() < 0.9]
    config = {
        "evictionHard": {name: amount(False) for name in signals(7)},
        "evictionSoft": {name: amount(False) for name in soft},
        "evictionSoftGracePeriod": {name: rng.choice(WRONG_DURATIONS if wrong and rng.random() < 0.1 else DURATIONS)
                                    for name in graced},
        "evictionMinimumReclaim": {name: amount(True) for name in signals(4)},
        "enforceNodeAllocatable": rng.choice([[], ["pods"], ["pods"], ["none"], ["system-reserved", "pods"], [""]]),
    }
    case = {"kind": "parse", "config": {name: value for name, value in config.items() if value}}
    if rng.random() < 0.5:
        case["capacity"] = {name: int(10 ** rng.uniform(2, 15)) for name in SIGNALS if rng.random() < 0.8}
    return case


def draw_quantities(rng):
    numbers = [{"value": rng.choice([0, 1, -1, 1023, 1024, 999, 1000, 2 ** 63 - 1, -2 ** 63, rng.randrange(-10 ** 15, 10 ** 15),
                                     rng.randrange(1, 5000) << rng.choice([0, 10, 20, 30, 40]),
                                     rng.randrange(1, 5000) * 10 ** rng.choice([0, 3, 6, 9])]),
                "format": rng.choice(["BinarySI", "DecimalSI", "DecimalExponent"])} for _ in range(16)]
    return {"kind": "quantity", "texts": [draw_text(rng) for _ in range(24)], "numbers": numbers}


def draw_defaults(rng):
    file = {"apiVersion": "kubelet.config.k8s.io/v1beta1", "kind": "KubeletConfiguration"}

    def maybe(name, value, chance=0.5):
        if rng.random() < chance:
            file[name] = value

    def amounts(most):
        return {name: rng.choice(PERCENTAGES + [draw_quantity(rng)]) for name in rng.sample(SIGNALS, rng.randrange(most + 1))}

    soft = amounts(3)
    maybe("evictionHard", amounts(5), 0.7)
    maybe("evictionSoft", soft)
    maybe("evictionSoftGracePeriod", {name: rng.choice(DURATIONS) for name in soft}, 0.8 if "evictionSoft" in file else 0.2)
    maybe("evictionMinimumReclaim", amounts(3))
    maybe("mergeDefaultEvictionSettings", rng.random() < 0.7)
    maybe("evictionPressureTransitionPeriod", rng.choice(["0s", "10m0s", "1h", "30s", "1.5m"]))
    maybe("evictionMaxPodGracePeriod", rng.choice([-1, 0, 5, 97]))
    maybe("enforceNodeAllocatable", rng.choice([[], ["pods"], ["none"], ["pods", "system-reserved"]]))
    maybe("localStorageCapacityIsolation", rng.random() < 0.5)
    return {"kind": "defaults", "configFile": json.dumps(file, sort_keys=True)}


def draw_resources(rng, names, chance):
    return {name: text(rng) for name, text in names.items() if rng.random() < chance}


def draw_oom(rng):
    capacity = rng.choice([8 * 10 ** 9, 16 * GIB, int(10 ** rng.uniform(8, 12)), 4 * GIB, 1000])
    words = {"cpu": lambda r: r.choice(["0", "1m", "100m", "0.5", "1", "2", "1000m"]),
             "memory": lambda r: r.choice(["0", "1", str(capacity), str(capacity // 2), "100Mi",
                                           draw_quantity(r, capacity // r.randrange(1, 900))]),
             "ephemeral-storage": lambda r: "1Gi", "hugepages-2Mi": lambda r: "64Mi", "example.com/gpu": lambda r: "1"}

    def needs():
        form, made = rng.randrange(6), {}
        limits = draw_resources(rng, words, 0.45)
        if form < 2:  # both alike, in other words now and then
            made = {"limits": limits, "requests": dict(limits)}
            if made["requests"].get("cpu") == "1" and rng.random() < 0.5:
                made["requests"]["cpu"] = "1000m"
        elif form == 2:
            made = {"requests": draw_resources(rng, words, 0.45)}
        elif form == 3:
            made = {"limits": limits}
        elif form == 4:
            made = {"limits": limits, "requests": draw_resources(rng, words, 0.45)}
        return {name: value for name, value in made.items() if value}

    pod = {"name": "p", "uid": "u", "containers": [{"name": f"c{i}", **needs()} for i in range(rng.randrange(1, 4))]}
    starters = [{"name": f"i{i}", **needs(), **({"restartPolicy": "Always"} if rng.random() < 0.5 else {})}
                for i in range(rng.randrange(3))]
    if starters:
        pod["initContainers"] = starters
    if rng.random() < 0.3:
        pod["resources"] = needs()
    if rng.random() < 0.2:
        pod["priority"] = rng.choice([2000000000, 2000001000, 1999999999, 0, -5])
    if rng.random() < 0.2:
        pod["priorityClassName"] = rng.choice(["system-node-critical", "system-cluster-critical", "other"])
    if rng.random() < 0.15:
        name = rng.choice(["kubernetes.io/config.source", "kubernetes.io/config.mirror"])
        pod["annotations"] = {name: rng.choice(["file", "api", "http", ""])}
    if rng.random() < 0.15:
        pod["qosClass"] = rng.choice(["BestEffort", "Burstable", "Guaranteed"])
    if rng.random() < 0.1:
        pod["overhead"] = {"memory": "120Mi"}
    return {"kind": "oom", "pod": pod, "memoryCapacity": capacity}


KINDS = [("timeline", lambda rng: Timeline(rng).drawn(), 12), ("parse", draw_parse, 4), ("oom", draw_oom, 4),
         ("defaults", draw_defaults, 1), ("quantity", draw_quantities, 1)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=500)
    options = parser.parse_args()
    weights = [weight for _, _, weight in KINDS]
    for number in range(options.count):
        rng = random.Random(f"{options.seed}/{number}")
        name, draw, _ = rng.choices(KINDS, weights)[0]
        print(json.dumps({"id": f"{name}-{options.seed}-{number}", "family": name, "input": draw(rng)}))


if __name__ == "__main__":
    main()
