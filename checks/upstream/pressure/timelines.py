"""Random runs of the eviction manager: a configuration, pods, and passes with what the node and its pods use."""
GIB = 1 << 30
SIGNALS = ["memory.available", "allocatableMemory.available", "nodefs.available", "nodefs.inodesFree", "imagefs.available",
           "imagefs.inodesFree", "containerfs.available", "containerfs.inodesFree", "pid.available"]
VOLUMES = ["emptyDir", "emptyDir", "emptyDir", "hostPath", "configMap", "secret", "gitRepo", "downwardAPI", "projected",
           "persistentVolumeClaim", "ephemeral", "csi", "image"]
# By layout: which file system is the same as another one.
TWINS = {"single": {"imagefs": "nodefs", "containerfs": "nodefs"}, "dedicated": {"containerfs": "imagefs"},
         "split": {"containerfs": "nodefs"}}


def draw_quantity(rng, amount=None):
    """A text for about so much."""
    if amount is None:
        amount = int(10 ** rng.uniform(0, 14))
    form = rng.randrange(9)
    if form == 0:
        return str(amount)
    if form == 1:
        return f"{max(1, amount >> 20)}Mi"
    if form == 2:
        return f"{max(1, amount >> 10)}Ki"
    if form == 3:
        return f"{max(1, amount // 10 ** 6)}M"
    if form == 4:
        return f"{amount / GIB:.{rng.randrange(1, 5)}f}Gi" if amount > GIB / 10 else str(amount)
    if form == 5:
        return f"{max(1, amount // 1000)}k"
    if form == 6:
        return f"{max(1, amount // 10 ** 3)}e3"
    if form == 7:
        return f"+{max(1, amount >> 10)}Ki"
    return f"{amount}{rng.choice(['', '000m', '.0'])}"


class Timeline:
    """One run of the eviction manager."""

    def __init__(self, rng):
        self.rng = rng
        self.layout = rng.choice(["single", "single", "dedicated", "split"])
        self.capacity = {"memory.available": rng.choice([4, 8, 16, 64]) * GIB,
                         "pid.available": rng.choice([32768, 65536, 4194304])}
        self.capacity["allocatableMemory.available"] = self.capacity["memory.available"] * 9 // 10
        for disk in ("nodefs", "imagefs", "containerfs"):
            self.capacity[disk + ".available"] = rng.randrange(20, 900) * GIB
            self.capacity[disk + ".inodesFree"] = rng.randrange(10 ** 6, 3 * 10 ** 7)
        for disk, twin in TWINS[self.layout].items():
            for what in (".available", ".inodesFree"):
                self.capacity[disk + what] = self.capacity[twin + what]
        self.config, self.bounds = self.draw_config()
        self.pods = [self.draw_pod(chr(ord("a") + i)) for i in range(rng.randrange(1, 8))]

    def draw_config(self):
        rng = self.rng
        shown = [name for name in SIGNALS if not name.startswith(("containerfs", "allocatable"))]
        hard, soft, grace, reclaim, bounds = {}, {}, {}, {}, {}

        def draw(name, high):
            capacity = self.capacity[name]
            if rng.random() < 0.5:
                share = rng.choice(["5%", "10%", "12.5%", "15%", "3.7%"]) if not high else rng.choice(["20%", "25%", "33.3%"])
                bounds.setdefault(name, []).append(int(capacity * float(share[:-1]) / 100))
                return share
            amount = int(capacity * rng.uniform(0.01, 0.15) * (2 if high else 1)) or 1
            bounds.setdefault(name, []).append(amount)
            return draw_quantity(rng, amount)

        for name in rng.sample(shown, rng.randrange(0, 4)):
            hard[name] = draw(name, False)
        for name in rng.sample(shown + ["allocatableMemory.available"], rng.choice([0, 0, 1, 1, 2])):
            soft[name] = draw(name, True)
            grace[name] = rng.choice(["0s", "10s", "20s", "30s", "60s", "1h"])
        if rng.random() < 0.05:
            hard["containerfs.available"] = "50%"
        for name in list(hard) + list(soft):
            if rng.random() < 0.3:
                reclaim[name] = rng.choice(["2%", "5%", draw_quantity(rng, self.capacity[name] // 50)])
        config = {"evictionHard": hard, "evictionSoft": soft, "evictionSoftGracePeriod": grace, "evictionMinimumReclaim": reclaim}
        config = {name: value for name, value in config.items() if value}
        if rng.random() < 0.3:
            config["enforceNodeAllocatable"] = rng.choice([["pods"], ["none"]])
        config["transitionPeriodSeconds"] = rng.choice([0, 30, 60, 300])
        if rng.random() < 0.7:
            config["maxPodGracePeriodSeconds"] = rng.choice([-1, 0, 5, 30, 60, 1000])
        if rng.random() < 0.85:
            config["localStorageCapacityIsolation"] = True
        if self.layout == "split" and rng.random() < 0.05:
            config["separateDiskGCOff"] = True
        if "memory.available" in bounds:
            bounds.setdefault("allocatableMemory.available", []).extend(bounds["memory.available"])
        return config, bounds

    def draw_container(self, name):
        rng, made = self.rng, {"name": name}
        requests, limits = {}, {}
        if rng.random() < 0.6:
            amount = rng.randrange(10 ** 7, 2 * 10 ** 9)
            requests["memory"] = f"{amount >> 20}Mi" if rng.random() < 0.8 else str(amount)
        if rng.random() < 0.4:
            requests["ephemeral-storage"] = f"{rng.randrange(10, 4000)}Mi"
        if rng.random() < 0.4:
            requests["cpu"] = "250m"
        if rng.random() < 0.25:
            limits = dict(requests)
        elif rng.random() < 0.3:
            limits["memory"] = f"{rng.randrange(1, 8)}Gi"
        if rng.random() < 0.12:
            limits["ephemeral-storage"] = rng.choice(["0", "1Gi", "3Gi", "500Mi", str(rng.randrange(10 ** 8, 4 * 10 ** 9))])
        if requests:
            made["requests"] = requests
        if limits:
            made["limits"] = limits
        return made

    def draw_pod(self, letter):
        rng = self.rng
        pod = {"name": f"pod-{letter}", "uid": f"uid-pod-{letter}",
               "containers": [self.draw_container(f"c{i}") for i in range(rng.randrange(1, 4))]}
        if rng.random() < 0.9:
            pod["generation"] = rng.randrange(1, 6)
        if rng.random() < 0.8:
            pod["priority"] = rng.choice([0, 0, 0, 1, 100, 100, -1, -250, 1000])
        if rng.random() < 0.05:
            pod["priority"] = rng.choice([2000000000, 1999999999, 2000001000])
        if rng.random() < 0.7:
            pod["terminationGracePeriodSeconds"] = rng.choice([0, 1, 10, 30, 120, 600])
        starters = [{**self.draw_container(f"i{i}"), **({"restartPolicy": "Always"} if rng.random() < 0.5 else {})}
                    for i in range(rng.choice([0, 0, 0, 1, 2]))]
        if starters:
            pod["initContainers"] = starters
        if rng.random() < 0.1:
            pod["ephemeralContainers"] = ["debug"]
        if rng.random() < 0.12:
            pod["overhead"] = {"memory": f"{rng.randrange(10, 200)}Mi", "ephemeral-storage": "50Mi"}
        if rng.random() < 0.12:
            pod["resources"] = rng.choice([
                {"requests": {"memory": f"{rng.randrange(500, 3000)}Mi"}}, {"requests": {"cpu": "1"}}, {},
                {"limits": {"memory": "3Gi"}}, {"requests": {"memory": "1Gi", "cpu": "1"}, "limits": {"memory": "2Gi"}}])
        if rng.random() < 0.06:
            pod["annotations"] = rng.choice([{"kubernetes.io/config.source": rng.choice(["file", "http", "api"])},
                                             {"kubernetes.io/config.mirror": "m"}])
        volumes = []
        for i in range(rng.choice([0, 0, 1, 2, 3])):
            one = {"name": f"v{i}", "type": rng.choice(VOLUMES)}
            if one["type"] == "emptyDir":
                if rng.random() < 0.25:
                    one["medium"] = "Memory"
                if rng.random() < 0.3:
                    one["sizeLimit"] = rng.choice(["0", "1Gi", "100Mi", "3Gi", str(rng.randrange(10 ** 8, 4 * 10 ** 9))])
            volumes.append(one)
        if volumes:
            pod["volumes"] = volumes
        return pod

    def near(self, text):
        """A number about a quantity of this text, or none."""
        units = {"Mi": 1 << 20, "Gi": GIB}
        number = int(text[:-2]) * units[text[-2:]] if text[-2:] in units else int(text)
        return max(0, number + self.rng.choice([-1, 0, 1, -(1 << 20), 1 << 20, 1 << 29, -(1 << 28)]))

    def draw_stats(self, pod):
        rng, made, total = self.rng, {}, 0
        containers = []
        debuggers = [{"name": name} for name in pod.get("ephemeralContainers", [])]
        for one in pod["containers"] + pod.get("initContainers", []) + debuggers:
            if rng.random() < 0.05:
                continue
            wanted, most = one.get("requests", {}), one.get("limits", {})
            memory = rng.randrange(10 ** 7, 3 * 10 ** 9)
            if "memory" in wanted and rng.random() < 0.6:
                memory = self.near(wanted["memory"])
            disk = most.get("ephemeral-storage") or wanted.get("ephemeral-storage")
            rootfs = self.near(disk) if disk and rng.random() < 0.4 else rng.randrange(0, 3 * 10 ** 9)
            stats = {"name": one["name"], "memory": memory, "rootfs": {"bytes": rootfs, "inodes": rng.randrange(50000)},
                     "logs": {"bytes": rng.choice([0, rng.randrange(7 * 10 ** 8)]), "inodes": rng.randrange(30)}}
            total += stats["rootfs"]["bytes"] + stats["logs"]["bytes"]
            for gone in ("memory", "rootfs", "logs"):
                if rng.random() < 0.02:
                    del stats[gone]
            for part in ("rootfs", "logs"):
                if part in stats and rng.random() < 0.02:
                    del stats[part][rng.choice(["bytes", "inodes"])]
            containers.append(stats)
        made["containers"] = containers
        made["memory"] = sum(one.get("memory", 0) for one in containers) + rng.choice([0, 0, rng.randrange(10 ** 7)])
        made["processes"] = rng.choice([1, 100, 100, rng.randrange(3000)])
        volumes = []
        for one in pod.get("volumes", []):
            if rng.random() < 0.9:
                used = rng.randrange(0, 3 * 10 ** 9)
                if one.get("sizeLimit", "0") != "0" and rng.random() < 0.6:
                    used = self.near(one["sizeLimit"])
                volumes.append({"name": one["name"], "bytes": used, "inodes": rng.randrange(90000)})
                total += used
        if rng.random() < 0.05:
            volumes.append({"name": "unknown", "bytes": 10 ** 9, "inodes": 5})
        rng.shuffle(volumes)
        if volumes:
            made["volumes"] = volumes
        made["ephemeralStorage"] = total
        limits = [one["limits"]["ephemeral-storage"] for one in pod["containers"] if "ephemeral-storage" in one.get("limits", {})]
        if limits and rng.random() < 0.3:
            made["ephemeralStorage"] = self.near(limits[0])
        for gone in ("memory", "processes", "ephemeralStorage"):
            if rng.random() < 0.02:
                del made[gone]
        return made

    def free(self, name, pressed):
        """What is free of this, short of a threshold where there is pressure."""
        rng, capacity = self.rng, self.capacity[name]
        if name in self.bounds and pressed:
            bound = rng.choice(self.bounds[name])
            return max(0, min(capacity, bound + rng.choice([-1, 0, 1, -bound // 2, -bound // 10, bound // 40, -bound + 10])))
        return int(capacity * rng.choice([0.5, 0.7, 0.9]))

    def draw_node(self, pressed):
        rng, node = self.rng, {}

        def timed(part):
            if rng.random() < 0.03:
                part["zeroTime"] = True
            elif rng.random() < 0.04:
                part["time"] = rng.choice([0, 1, 50])
            for gone in list(part):
                if gone not in ("time", "zeroTime") and rng.random() < 0.004:
                    del part[gone]
            return part

        for name, key in (("memory.available", "memory"), ("allocatableMemory.available", "allocatableMemory")):
            free = self.free(name, name in pressed)
            node[key] = timed({"available": free, "workingSet": self.capacity[name] - free})
        for disk in ("nodefs", "imagefs", "containerfs"):
            twin = TWINS[self.layout].get(disk, disk)
            if twin != disk and twin in node and rng.random() < 0.9:
                node[disk] = dict(node[twin])
                continue
            space, inodes = disk + ".available", disk + ".inodesFree"
            node[disk] = timed({"available": self.free(space, space in pressed), "capacity": self.capacity[space],
                                "inodesFree": self.free(inodes, inodes in pressed), "inodes": self.capacity[inodes]})
        free = self.free("pid.available", "pid.available" in pressed)
        node["rlimit"] = timed({"maxPID": self.capacity["pid.available"], "running": self.capacity["pid.available"] - free})
        for part in list(node):
            if rng.random() < 0.01:
                del node[part]
        return node

    def draw_collection(self):
        rng, made = self.rng, {}
        for disk in ("nodefs", "imagefs", "containerfs"):
            if rng.random() < 0.6:
                made[disk + "Bytes"] = rng.choice([10 ** 6, rng.randrange(1, 60) * 10 ** 9])
            if rng.random() < 0.3:
                made[disk + "Inodes"] = rng.randrange(1, 5 * 10 ** 6)
        if rng.random() < 0.15:
            made["error"] = "collection failed"
        return made

    def drawn(self):
        rng, at, steps = self.rng, 0, []
        pressed = set()
        for number in range(rng.randrange(1, 8)):
            if number == 0 or rng.random() < 0.5:
                pressed = {name for name in self.bounds if rng.random() < 0.6}
            step = {"at": at, "node": self.draw_node(pressed)}
            stats = {pod["name"]: self.draw_stats(pod) for pod in self.pods if rng.random() < 0.96}
            if stats:
                step["podStats"] = stats
            if rng.random() < 0.25:
                step["containerGC"] = self.draw_collection()
                step["imageGC"] = self.draw_collection()
            if rng.random() < 0.03:
                step["summaryErrorAfterReclaim"] = "no stats"
            if rng.random() < 0.02:
                step["summaryError"] = "timeout"
            if number == 0 and rng.random() < 0.03:
                step["imageFsError"] = "no imagefs"
            if number == 0 and rng.random() < 0.03:
                step["containerFsError"] = "no containerfs label"
            if rng.random() < 0.05:
                step["killError"] = "timeout waiting to kill pod"
            if number and rng.random() < 0.04:
                step["restart"] = True
            if rng.random() < 0.04:
                step["active"] = [pod["name"] for pod in self.pods if rng.random() < 0.6]
            steps.append(step)
            at += rng.choice([0, 1, 10, 10, 10, 20, 30, 59, 60, 61, 300])
        return {"kind": "timeline", "config": self.config, "layout": self.layout, "pods": self.pods, "steps": steps}
