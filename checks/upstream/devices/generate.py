"""Makes random worlds of nodes, device classes, slices, claims and pods. `%W` stands for the name of the world in every name."""
import random

MODELS = ["a100", "h100", "t4"]
DRIVERS = ["gpu-%W.example.com", "nic-%W.example.com"]
EFFECTS = ["NoSchedule", "NoExecute", "None"]
RESOURCES = ["%W.example.com/gpu", "%W.example.com/nic", "deviceclass.resource.kubernetes.io/gpu-%W", "deviceclass.resource.kubernetes.io/any-%W"]
KEYS = ["example.com/health", "example.com/cordon"]


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, p):
        return self.random.random() < p

    def world(self):
        nodes = [f"n{i}-%W" for i in range(self.random.randint(1, 4))]
        self.nodes = nodes
        self.shared = self.chance(0.3)
        self.partial = self.chance(0.2)
        self.binding = self.chance(0.08)
        self.extended = self.chance(0.6)
        world = {"nodes": [self.node(name, (5, 9, 21, 101)[i]) for i, name in enumerate(nodes)], "classes": self.classes(), "slices": self.slices()}
        claims = [self.claim(f"c{i}") for i in range(self.random.randint(2, 6))]
        world["claims"] = claims
        world["pods"] = [self.pod(i, claims) for i in range(self.random.randint(2, 7))]
        world["changes"] = [self.change(world) for _ in range(self.random.randint(0, 3))]
        return world

    def node(self, name, cpus):
        made = {"name": name, "cpu": str(cpus), "zone": self.random.choice(["a", "b"])}
        if self.extended and self.chance(0.25):
            made["offers"] = {self.random.choice(RESOURCES): self.random.choice(["0", "1", "3"])}
        return made

    # what is offered

    def classes(self):
        found = []
        for name in ["gpu-%W", "nic-%W", "any-%W"]:
            spec = {}
            if name == "any-%W":
                spec["selectors"] = [{"cel": {"expression": 'device.driver.endsWith("-%W.example.com")'}}]
                if self.chance(0.3):
                    spec["selectors"].append(self.selector())
            else:
                spec["selectors"] = [{"cel": {"expression": f'device.driver == "{name}.example.com"'}}]
            if self.chance(0.3):
                spec["config"] = [self.opaque()]
            if self.extended and self.chance(0.9):
                spec["extendedResourceName"] = self.random.choice(RESOURCES[:2]) if self.chance(0.2) else f"%W.example.com/{name[:3]}"
            if not self.chance(0.08):
                found.append({"metadata": {"name": name}, "spec": spec})
        return found

    def opaque(self):
        return {"opaque": {"driver": self.random.choice(DRIVERS), "parameters": {"mode": self.random.choice(["fast", "safe"]), "n": [1, 2]}}}

    def slices(self):
        found = []
        for driver in DRIVERS:
            if driver == DRIVERS[1] and self.chance(0.4):
                found += self.network(driver)
                continue
            for node in self.nodes:
                if self.chance(0.15):
                    continue
                count = self.random.choice([1, 1, 1, 2])
                generation = self.random.choice([1, 1, 1, 2])
                for part in range(count):
                    if count == 2 and part == 1 and not self.partial and self.chance(0.3):
                        continue  # incomplete; a pool with counters would be so for all nodes of all worlds
                    found.append(self.slice(driver, node, f"s{part}", {"nodeName": node}, node, generation, count, part * 10))
                if self.chance(0.15):
                    found.append(self.slice(driver, node, "old", {"nodeName": node}, node, generation - 1, 1, 50))
                if self.partial and driver == DRIVERS[0]:
                    self.share(found, driver, node)
        return found

    def share(self, found, driver, node):
        """Makes the devices of a pool parts of what there is."""
        own = [each for each in found if each["spec"]["pool"]["name"] == node and each["spec"]["driver"] == driver]
        if not own:
            return
        for each in own:
            each["spec"]["pool"]["resourceSliceCount"] += 1
            for device in each["spec"]["devices"]:
                device.pop("allowMultipleAllocations", None)
                for amount in device.get("capacity", {}).values():
                    amount.pop("requestPolicy", None)
                if self.chance(0.8):
                    device["consumesCounters"] = [{"counterSet": "whole", "counters": {
                        "memory": {"value": self.random.choice(["10Gi", "20Gi", "40Gi"])}}}]
        spec = own[0]["spec"]
        found.append({"metadata": {"name": f"{spec['driver'][:3]}-{node}-counters"}, "spec": {
            "driver": driver, "nodeName": node, "pool": dict(spec["pool"]),
            "sharedCounters": [{"name": "whole", "counters": {"memory": {"value": "40Gi"}}}]}})

    def network(self, driver):
        how = self.random.choice(["all", "zone", "device"])
        where = {"all": {"allNodes": True}, "device": {"perDeviceNodeSelection": True}, "zone": {"nodeSelector": zone(self.random.choice("ab"))}}[how]
        made = self.slice(driver, "net", "net", where, "net-%W", 1, 1, 0)
        if how == "device":
            for device in made["spec"]["devices"]:
                device.update(self.random.choice([{"nodeName": self.random.choice(self.nodes)}, {"allNodes": True},
                                                  {"nodeSelector": zone(self.random.choice("ab"))}]))
        return [made]

    def slice(self, driver, pool, name, where, full_pool, generation, count, first):
        devices = [self.device(f"d{first + i}") for i in range(self.random.randint(1, 4))]
        return {"metadata": {"name": f"{driver[:3]}-{pool}-{name}" + ("" if "%W" in pool else "-%W")}, "spec": {
            "driver": driver, "pool": {"name": full_pool, "generation": generation, "resourceSliceCount": count}, **where,
            "devices": devices}}

    def device(self, name):
        device = {"name": name, "attributes": {
            "model": {"string": self.random.choice(MODELS)}, "numa": {"int": self.random.randint(0, 1)},
            "fast": {"bool": self.chance(0.5)}, "version": {"version": self.random.choice(["1.2.3", "2.0.0"])}}}
        if self.chance(0.2):
            del device["attributes"][self.random.choice(sorted(device["attributes"]))]
        if self.chance(0.3):
            device["attributes"]["example.org/rack"] = {"string": self.random.choice(["r1", "r2"])}
        if self.chance(0.7):
            device["capacity"] = {"memory": {"value": self.random.choice(["10Gi", "40Gi", "80Gi"])}}
        if self.shared and self.chance(0.6):
            device["allowMultipleAllocations"] = True
            if "capacity" in device and self.chance(0.6):
                device["capacity"]["memory"]["requestPolicy"] = self.random.choice([
                    {"default": "5Gi", "validRange": {"min": "5Gi", "max": "10Gi", "step": "1Gi"}},
                    {"default": "2Gi", "validValues": ["2Gi", "4Gi", "8Gi"]}])
        if self.chance(0.25):
            device["taints"] = [{"key": self.random.choice(KEYS), "effect": self.random.choice(EFFECTS),
                                 **({"value": "v"} if self.chance(0.5) else {})}]
        if self.binding and self.chance(0.3):
            device["bindsToNode"] = True
            if self.chance(0.3):
                device.update(bindingConditions=["example.com/ready"], bindingFailureConditions=["example.com/lost"])
        return device

    # what is asked for

    def selector(self):
        d = self.random.choice(DRIVERS)
        return {"cel": {"expression": self.random.choice([
            f'device.attributes["{d}"].model == "{self.random.choice(MODELS)}"',
            f'device.attributes["{d}"].?numa.orValue(0) == {self.random.randint(0, 1)}',
            f'"fast" in device.attributes["{d}"] && device.attributes["{d}"].fast',
            f'device.capacity["{d}"].?memory.orValue(quantity("0")).compareTo(quantity("40Gi")) >= 0',
            f'device.attributes["{d}"].?version.hasValue() && device.attributes["{d}"].version.isGreaterThan(semver("1.5.0"))',
            'device.attributes["example.org"].?rack.orValue("") != "r2"',
            f'cel.bind(a, device.attributes["{d}"], "model" in a && a.model.startsWith("a"))',
            "device.allowMultipleAllocations", "!device.allowMultipleAllocations", "true",
            f'device.driver == "{d}" || device.attributes.exists(k, k == "example.org")',
        ])}}

    def claim(self, name):
        requests = [self.request(f"r{i}") for i in range(self.random.choice([1, 1, 1, 2, 3]))]
        devices = {"requests": requests}
        names = [each["name"] for each in requests]
        if self.chance(0.25):
            which = self.random.choice(["matchAttribute", "matchAttribute", "distinctAttribute"])
            devices["constraints"] = [{which: self.random.choice([DRIVERS[0] + "/numa", DRIVERS[0] + "/model", "example.org/rack"])}]
            if self.chance(0.4):
                devices["constraints"][0]["requests"] = [self.random.choice(names)]
        if self.chance(0.2):
            devices["config"] = [self.opaque()]
            if self.chance(0.6):
                devices["config"][0]["requests"] = sorted(self.random.sample(names, self.random.randint(1, len(names))))
        return {"metadata": {"name": name + "-%W"}, "spec": {"devices": devices}}

    def request(self, name):
        if self.chance(0.2):
            return {"name": name, "firstAvailable": [{"name": f"s{i}", **self.devices()} for i in range(self.random.randint(1, 3))]}
        exactly = self.devices()
        if self.chance(0.05):
            exactly["adminAccess"] = True
        return {"name": name, "exactly": exactly}

    def devices(self):
        asked = {"deviceClassName": self.random.choice(["gpu-%W", "gpu-%W", "nic-%W", "any-%W"])}
        if self.chance(0.12):
            asked["allocationMode"] = "All"
        elif self.chance(0.3):
            asked["count"] = self.random.randint(1, 3)
        if self.chance(0.4):
            asked["selectors"] = [self.selector() for _ in range(self.random.choice([1, 1, 2]))]
        if self.chance(0.25):
            asked["tolerations"] = [self.toleration()]
        if self.shared and self.chance(0.5):
            asked["capacity"] = {"requests": {"memory": self.random.choice(["1Gi", "3Gi", "6Gi", "20Gi"])}}
        return asked

    def toleration(self):
        made = {"operator": self.random.choice(["Exists", "Equal"])}
        if made["operator"] == "Equal":
            made.update(key=self.random.choice(KEYS), value="v")
        elif self.chance(0.7):
            made["key"] = self.random.choice(KEYS)
        if self.chance(0.5):
            made["effect"] = self.random.choice(EFFECTS)
        if made.get("effect") == "NoExecute" and self.chance(0.5):
            made["tolerationSeconds"] = 60
        return made

    def pod(self, place, claims):
        names = [each["metadata"]["name"] for each in claims]
        used = self.random.sample(names, min(len(names), self.random.choice([1, 1, 1, 2])))
        if self.chance(0.05):
            used.append("missing-%W")
        made = {"name": f"p{place}-%W", "claims": used}
        if self.extended and self.chance(0.7):
            if self.chance(0.8):
                made["claims"] = []
            made["containers"] = [self.container(i) for i in range(self.random.choice([1, 1, 2, 3, 4]))]
        return made

    def container(self, place):
        """One that wants devices as extended resources."""
        kind = self.random.choice(["init", "sidecar", "plain", "plain", "plain"])
        names = self.random.sample(RESOURCES, self.random.choice([0, 1, 1, 1, 2]))
        return {"name": f"{kind}{place}", "kind": kind, "wants": {name: str(self.random.choice([1, 1, 1, 1, 1, 2, 3, 0])) for name in names}}

    # what happens later

    def change(self, world):
        kind = self.random.choice(["untaint", "slice", "free", "class", "taint"] + ["leave", "leave", "offer", "rename"] * self.extended)
        if kind == "leave":
            return {"change": kind, "pod": self.random.choice(world["pods"])["name"]}
        if kind == "offer":
            return {"change": kind, "node": self.random.choice(self.nodes), "resource": self.random.choice(RESOURCES[:2]), "amount": self.random.choice(["0", "2"])}
        if kind == "rename" and world["classes"]:
            # upstream loses its way when classes for one resource are changed
            changed = self.random.choice(world["classes"])
            taken = [each["spec"].get("extendedResourceName") for each in world["classes"] if each is not changed]
            if changed["spec"].get("extendedResourceName") not in taken:
                return {"change": kind, "class": changed["metadata"]["name"],
                        "resource": self.random.choice([None, *(each for each in RESOURCES[:2] if each not in taken)])}
        kind = "class" if kind == "rename" else kind
        if kind in ("untaint", "taint") and world["slices"]:
            return {"change": kind, "slice": self.random.choice(world["slices"])["metadata"]["name"]}
        if kind == "slice" and world["slices"]:
            return {"change": "slice", "slice": self.random.choice(world["slices"])["metadata"]["name"]}
        if kind == "class":
            return {"change": "class", "name": "gpu-%W"}
        return {"change": "free", "claim": self.random.choice(world["claims"])["metadata"]["name"]}


def zone(name):
    return {"nodeSelectorTerms": [{"matchExpressions": [{"key": "zone-%W", "operator": "In", "values": [name]}]}]}
