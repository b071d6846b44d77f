"""Objects of kinds that the recorded requests hardly show, each accepted by upstream's server.

OBJECTS lists (path of the collection, object); `NS` stands for the namespace of the comparison.
"""

NS = "compared"


def in_namespace(group_version, resource, kind, name, **fields):
    path = f"/api/{group_version}" if "/" not in group_version else f"/apis/{group_version}"
    return f"{path}/namespaces/{NS}/{resource}", body(group_version, kind, name, fields)


def of_cluster(group_version, resource, kind, name, **fields):
    path = f"/api/{group_version}" if "/" not in group_version else f"/apis/{group_version}"
    return f"{path}/{resource}", body(group_version, kind, name, fields)


def body(group_version, kind, name, fields):
    return {"apiVersion": group_version, "kind": kind, "metadata": {"name": name, "labels": {"app": "web"}}, **fields}


def ingress(name, **spec):
    return in_namespace("networking.k8s.io/v1", "ingresses", "Ingress", name, spec=spec)


def policy(name, **spec):
    return in_namespace("networking.k8s.io/v1", "networkpolicies", "NetworkPolicy", name, spec=spec)


def autoscaler(name, **spec):
    target = {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}
    return in_namespace("autoscaling/v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", name,
                        spec={"scaleTargetRef": target, "minReplicas": 2, "maxReplicas": 5, **spec})


def slice_of(name, address_type, endpoints, ports):
    return in_namespace("discovery.k8s.io/v1", "endpointslices", "EndpointSlice", name,
                        addressType=address_type, endpoints=endpoints, ports=ports)


def service(name, port):
    return {"service": {"name": name, "port": port}}


NETWORKING = [
    ingress("i1", ingressClassName="nginx", defaultBackend=service("web", {"number": 80}),
            rules=[{"host": "a.example.com", "http": {"paths": [
                {"path": "/a", "pathType": "Prefix", "backend": service("web", {"name": "http"})},
                {"path": "/b", "pathType": "Exact", "backend": {
                    "resource": {"apiGroup": "k8s.example.com", "kind": "Bucket", "name": "static"}}}]}}],
            tls=[{"hosts": ["a.example.com", "*.example.com"], "secretName": "cert"}]),
    ingress("i2", rules=[{"host": "*.example.com", "http": {"paths": [
        {"pathType": "ImplementationSpecific", "backend": service("web", {"number": 8080})}]}}, {"host": "b.example.com"}]),
    of_cluster("networking.k8s.io/v1", "ingressclasses", "IngressClass", "ic1", spec={
        "controller": "example.com/ingress-controller",
        "parameters": {"apiGroup": "k8s.example.com", "kind": "Parameters", "name": "external", "scope": "Namespace",
                       "namespace": "web"}}),
    of_cluster("networking.k8s.io/v1", "ingressclasses", "IngressClass", "ic2", spec={
        "controller": "example.com/other", "parameters": {"kind": "Parameters", "name": "global"}}),
    policy("np1", podSelector={"matchLabels": {"app": "db"}, "matchExpressions": [
        {"key": "tier", "operator": "In", "values": ["a", "b"]}]}, policyTypes=["Ingress", "Egress"],
        ingress=[{"from": [{"ipBlock": {"cidr": "172.17.0.0/16", "except": ["172.17.1.0/24"]}},
                           {"namespaceSelector": {"matchLabels": {"team": "x"}}, "podSelector": {}}],
                  "ports": [{"protocol": "TCP", "port": 6379, "endPort": 6380}, {"port": "http"}]}],
        egress=[{"to": [{"ipBlock": {"cidr": "2001:db8::/64", "except": ["2001:db8::/65"]}}],
                 "ports": [{"protocol": "UDP", "port": 53}, {"protocol": "SCTP"}]}, {}]),
    policy("np2", podSelector={}, egress=[{"to": [{"podSelector": {"matchLabels": {"app": "x"}}}]}]),
    slice_of("es1", "IPv4", [
        {"addresses": ["10.1.2.3", "10.1.2.4"], "conditions": {"ready": True, "serving": True, "terminating": False},
         "hostname": "web-0", "nodeName": "node-1", "zone": "zone-a",
         "targetRef": {"kind": "Pod", "namespace": NS, "name": "web-0"},
         "hints": {"forZones": [{"name": "zone-a"}], "forNodes": [{"name": "node-1"}]}},
        {"addresses": ["10.1.2.5"]}],
        [{"name": "http", "protocol": "TCP", "port": 80, "appProtocol": "example.com/custom"}, {"name": "dns", "protocol": "UDP",
                                                                                         "port": 53}]),
    slice_of("es2", "IPv6", [{"addresses": ["2001:db8::1"], "conditions": {"ready": False}}], [{"port": 443}]),
    slice_of("es3", "FQDN", [{"addresses": ["web.example.com"]}], [{"name": "", "port": 443}]),
    in_namespace("v1", "endpoints", "Endpoints", "ep1", subsets=[
        {"addresses": [{"ip": "10.1.2.3", "hostname": "a", "nodeName": "n1",
                        "targetRef": {"kind": "Pod", "name": "p", "namespace": NS}}],
         "notReadyAddresses": [{"ip": "2001:db8::5"}],
         "ports": [{"name": "a", "port": 80, "protocol": "TCP", "appProtocol": "http"}, {"name": "b", "port": 53,
                                                                                   "protocol": "UDP"}]},
        {"addresses": [{"ip": "10.1.2.9"}], "ports": [{"port": 1}]}]),
    of_cluster("networking.k8s.io/v1", "ipaddresses", "IPAddress", "10.0.200.1", spec={
        "parentRef": {"group": "", "resource": "services", "namespace": NS, "name": "web"}}),
    of_cluster("networking.k8s.io/v1", "ipaddresses", "IPAddress", "2001:db8::7", spec={
        "parentRef": {"group": "example.com", "resource": "gateways", "name": "gw"}}),
    of_cluster("networking.k8s.io/v1", "servicecidrs", "ServiceCIDR", "sc1", spec={"cidrs": ["10.9.0.0/24"]}),
    of_cluster("networking.k8s.io/v1", "servicecidrs", "ServiceCIDR", "sc2", spec={"cidrs": ["10.9.0.0/24", "2001:db8::/64"]}),
]

AUTOSCALING = [
    autoscaler("h1", metrics=[
        {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 60}}},
        {"type": "Pods", "pods": {"metric": {"name": "requests", "selector": {"matchLabels": {"a": "b"}}},
                                  "target": {"type": "AverageValue", "averageValue": "1k"}}},
        {"type": "Object", "object": {"describedObject": {"apiVersion": "networking.k8s.io/v1", "kind": "Ingress", "name": "main"},
                                      "metric": {"name": "rps"}, "target": {"type": "Value", "value": "2k"}}},
        {"type": "External", "external": {"metric": {"name": "queue"}, "target": {"type": "AverageValue", "averageValue": "30"}}},
        {"type": "ContainerResource", "containerResource": {"name": "memory", "container": "app",
                                                            "target": {"type": "AverageValue", "averageValue": "100Mi"}}}],
        behavior={"scaleDown": {"stabilizationWindowSeconds": 300, "selectPolicy": "Min", "policies": [
            {"type": "Pods", "value": 4, "periodSeconds": 60}, {"type": "Percent", "value": 10, "periodSeconds": 60}]},
            "scaleUp": {"selectPolicy": "Disabled", "tolerance": "0.05"}}),
    autoscaler("h2"),
    autoscaler("h3", metrics=[{"type": "External", "external": {"metric": {"name": "q"}, "target": {
        "type": "Value", "value": "5"}}}], behavior={}),
    in_namespace("autoscaling/v1", "horizontalpodautoscalers", "HorizontalPodAutoscaler", "h4", spec={
        "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}, "minReplicas": 1, "maxReplicas": 3,
        "targetCPUUtilizationPercentage": 70}),
]


def volume(name, source, **spec):
    return of_cluster("v1", "persistentvolumes", "PersistentVolume", name, spec={
        "capacity": {"storage": "5Gi"}, "accessModes": ["ReadWriteOnce"], **source, **spec})


def claim(name, **spec):
    return in_namespace("v1", "persistentvolumeclaims", "PersistentVolumeClaim", name, spec={
        "accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}, **spec})


def storage(resource, kind, name, **fields):
    return of_cluster("storage.k8s.io/v1", resource, kind, name, **fields)


STORAGE = [
    volume("pv6", {"csi": {"driver": "csi.example.com", "volumeHandle": "v-6"}}, volumeAttributesClassName="gold"),
    volume("pv1", {"csi": {"driver": "csi.example.com", "volumeHandle": "v-1", "fsType": "ext4", "readOnly": False,
                           "volumeAttributes": {"a": "b"}, "nodePublishSecretRef": {"name": "s", "namespace": NS}}},
           storageClassName="fast", volumeMode="Block", persistentVolumeReclaimPolicy="Delete",
           nodeAffinity={"required": {"nodeSelectorTerms": [{"matchExpressions": [
               {"key": "kubernetes.io/hostname", "operator": "In", "values": ["n1"]}]}]}}, mountOptions=["hard"]),
    volume("pv2", {"hostPath": {"path": "/data", "type": "DirectoryOrCreate"}}, claimRef={
        "namespace": NS, "name": "c", "kind": "PersistentVolumeClaim", "apiVersion": "v1"}),
    volume("pv3", {"nfs": {"server": "nfs.example.com", "path": "/export"}}, accessModes=["ReadWriteMany", "ReadOnlyMany"]),
    volume("pv4", {"local": {"path": "/mnt/disk"}}, nodeAffinity={"required": {"nodeSelectorTerms": [{"matchExpressions": [
        {"key": "kubernetes.io/hostname", "operator": "In", "values": ["n1"]}]}]}}),
    volume("pv5", {"iscsi": {"targetPortal": "10.0.2.15:3260", "iqn": "iqn.2001-04.com.example:storage.kube.sys1.xyz",
                             "lun": 0, "fsType": "ext4"}}),
    claim("pvc1", storageClassName="fast", volumeMode="Block", selector={"matchLabels": {"a": "b"}}, volumeName="pv1"),
    claim("pvc2", dataSource={"kind": "PersistentVolumeClaim", "name": "x"}, volumeAttributesClassName="gold"),
    claim("pvc3", dataSourceRef={"apiGroup": "snapshot.storage.k8s.io", "kind": "VolumeSnapshot", "name": "snap"},
          resources={"requests": {"storage": "2Gi"}, "limits": {"storage": "3Gi"}}),
    storage("storageclasses", "StorageClass", "sc-a", provisioner="csi.example.com", parameters={"type": "ssd"},
            reclaimPolicy="Retain", allowVolumeExpansion=True, mountOptions=["discard"], volumeBindingMode="WaitForFirstConsumer",
            allowedTopologies=[{"matchLabelExpressions": [{"key": "topology.kubernetes.io/zone", "values": ["a", "b"]}]}]),
    storage("storageclasses", "StorageClass", "sc-b", provisioner="kubernetes.io/no-provisioner"),
    storage("csidrivers", "CSIDriver", "csi.example.com", spec={
        "attachRequired": False, "podInfoOnMount": True, "volumeLifecycleModes": ["Persistent", "Ephemeral"],
        "storageCapacity": True, "fsGroupPolicy": "File", "tokenRequests": [{"audience": "a", "expirationSeconds": 3600}],
        "requiresRepublish": True, "seLinuxMount": True, "nodeAllocatableUpdatePeriodSeconds": 60}),
    storage("csidrivers", "CSIDriver", "other.example.com", spec={}),
    storage("csinodes", "CSINode", "node-1", spec={"drivers": [
        {"name": "csi.example.com", "nodeID": "i-123", "topologyKeys": ["topology.example.com/zone"], "allocatable": {"count": 5}},
        {"name": "other.example.com", "nodeID": "i-124", "topologyKeys": None}]}),
    storage("csinodes", "CSINode", "node-2", spec={"drivers": []}),
    in_namespace("storage.k8s.io/v1", "csistoragecapacities", "CSIStorageCapacity", "csc1", storageClassName="fast",
                 capacity="10Gi", maximumVolumeSize="1Gi", nodeTopology={"matchLabels": {"zone": "a"}}),
    storage("volumeattachments", "VolumeAttachment", "va1", spec={
        "attacher": "csi.example.com", "nodeName": "node-1", "source": {"persistentVolumeName": "pv1"}}),
    storage("volumeattributesclasses", "VolumeAttributesClass", "gold", driverName="csi.example.com",
            parameters={"iops": "1000"}),
]


def admission(resource, kind, name, **fields):
    return of_cluster("admissionregistration.k8s.io/v1", resource, kind, name, **fields)


RULE = {"operations": ["CREATE", "UPDATE"], "apiGroups": ["apps"], "apiVersions": ["v1"], "resources": ["deployments"],
        "scope": "Namespaced"}


def webhook(name, **fields):
    return {"name": name, "sideEffects": "None", "admissionReviewVersions": ["v1"], "clientConfig": {
        "url": "https://hooks.example.com/check"}, "rules": [RULE], "failurePolicy": "Ignore",
        "namespaceSelector": {"matchLabels": {"hooked": "yes"}}, **fields}


ADMISSION = [
    admission("validatingwebhookconfigurations", "ValidatingWebhookConfiguration", "vwc1", webhooks=[
        webhook("a.example.com", clientConfig={"service": {"namespace": NS, "name": "hook", "path": "/check", "port": 8443},
                                               "caBundle": "Cg=="}, timeoutSeconds=5, matchPolicy="Exact",
                objectSelector={"matchExpressions": [{"key": "a", "operator": "Exists"}]},
                matchConditions=[{"name": "not-system", "expression": "request.userInfo.username != 'x'"}]),
        webhook("b.example.com")]),
    admission("mutatingwebhookconfigurations", "MutatingWebhookConfiguration", "mwc1", webhooks=[
        webhook("a.example.com", reinvocationPolicy="IfNeeded", sideEffects="NoneOnDryRun",
                admissionReviewVersions=["v1", "v1beta1"])]),
    admission("validatingadmissionpolicies", "ValidatingAdmissionPolicy", "vap1", spec={
        "failurePolicy": "Ignore", "paramKind": {"apiVersion": "v1", "kind": "ConfigMap"},
        "matchConstraints": {"resourceRules": [RULE], "namespaceSelector": {"matchLabels": {"guarded": "yes"}}},
        "variables": [{"name": "replicas", "expression": "object.spec.replicas"}],
        "matchConditions": [{"name": "c", "expression": "true"}],
        "validations": [{"expression": "variables.replicas <= 5", "message": "too many", "reason": "Invalid"}],
        "auditAnnotations": [{"key": "k", "valueExpression": "'v'"}]}),
    admission("validatingadmissionpolicybindings", "ValidatingAdmissionPolicyBinding", "vapb1", spec={
        "policyName": "vap1", "validationActions": ["Deny", "Audit"], "paramRef": {
            "name": "p", "namespace": NS, "parameterNotFoundAction": "Deny"},
        "matchResources": {"namespaceSelector": {"matchLabels": {"guarded": "yes"}}}}),
    admission("validatingadmissionpolicies", "ValidatingAdmissionPolicy", "vap2", spec={
        "matchConstraints": {"resourceRules": [dict(RULE, resourceNames=["a", "b"], resources=["*", "pods/status"])],
                             "excludeResourceRules": [dict(RULE, operations=["DELETE"])], "matchPolicy": "Exact"},
        "variables": [{"name": "a", "expression": "object.metadata.labels"},
                      {"name": "b", "expression": "variables.a.size() + 1"}],
        "validations": [{"expression": "authorizer.group('').resource('pods').check('get').allowed()",
                         "messageExpression": "'no ' + string(variables.b)", "reason": "Forbidden"},
                        {"expression": "namespaceObject.metadata.labels.all(k, k != request.userInfo.username)"},
                        {"expression": "authorizer.requestResource.check('x').reason() == '' && oldObject == null"}]}),
    admission("validatingadmissionpolicybindings", "ValidatingAdmissionPolicyBinding", "vapb2", spec={
        "policyName": "vap2", "validationActions": ["Warn"], "paramRef": {
            "selector": {"matchLabels": {"a": "b"}}, "parameterNotFoundAction": "Allow"},
        "matchResources": {"resourceRules": [RULE]}}),
    admission("mutatingadmissionpolicies", "MutatingAdmissionPolicy", "map1", spec={
        "matchConstraints": {"resourceRules": [RULE]}, "reinvocationPolicy": "IfNeeded",
        "variables": [{"name": "n", "expression": "size(object.spec.containers)"}],
        "matchConditions": [{"name": "c", "expression": "has(object.spec)"}],
        "mutations": [{"patchType": "ApplyConfiguration", "applyConfiguration": {
            "expression": "Object{spec: Object.spec{replicas: variables.n}}"}},
            {"patchType": "JSONPatch", "jsonPatch": {
                "expression": "[JSONPatch{op: 'add', path: '/metadata/labels/' + jsonpatch.escapeKey('a/b'), value: 1}]"}}]}),
    admission("mutatingadmissionpolicybindings", "MutatingAdmissionPolicyBinding", "mapb1", spec={
        "policyName": "map1", "matchResources": {"resourceRules": [RULE], "objectSelector": {"matchLabels": {"a": "b"}}}}),
    of_cluster("flowcontrol.apiserver.k8s.io/v1", "flowschemas", "FlowSchema", "fs1", spec={
        "priorityLevelConfiguration": {"name": "workload-low"}, "matchingPrecedence": 8000,
        "distinguisherMethod": {"type": "ByUser"}, "rules": [{
            "subjects": [{"kind": "Group", "group": {"name": "g"}}, {"kind": "User", "user": {"name": "u"}},
                         {"kind": "ServiceAccount", "serviceAccount": {"namespace": NS, "name": "default"}}],
            "resourceRules": [{"verbs": ["get"], "apiGroups": [""], "resources": ["pods"], "namespaces": [NS]},
                              {"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"], "clusterScope": True}],
            "nonResourceRules": [{"verbs": ["get"], "nonResourceURLs": ["/healthz", "/api/*"]}]}]}),
    of_cluster("flowcontrol.apiserver.k8s.io/v1", "prioritylevelconfigurations", "PriorityLevelConfiguration", "plc1", spec={
        "type": "Limited", "limited": {"nominalConcurrencyShares": 5, "lendablePercent": 50, "borrowingLimitPercent": 20,
                                       "limitResponse": {"type": "Queue", "queuing": {
                                           "queues": 16, "handSize": 4, "queueLengthLimit": 10}}}}),
]

OTHERS = [
    in_namespace("apps/v1", "controllerrevisions", "ControllerRevision", "cr1", revision=1, data={"spec": {"a": 1}}),
    in_namespace("apps/v1", "controllerrevisions", "ControllerRevision", "cr2", revision=7, data={
        "apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "x"}, "data": {"k": "v"}}),
    in_namespace("events.k8s.io/v1", "events", "Event", "ev1", eventTime="2026-01-02T03:04:05.678901Z",
                 reportingController="example.com/controller", reportingInstance="c-1", action="Binding", reason="Scheduled",
                 type="Normal", note="all well", regarding={"kind": "Pod", "namespace": NS, "name": "p", "apiVersion": "v1"},
                 related={"kind": "Node", "name": "n"}, series={"count": 3, "lastObservedTime": "2026-01-02T03:05:05.678901Z"}),
    in_namespace("v1", "events", "Event", "ev2", involvedObject={"kind": "Pod", "namespace": NS, "name": "p"}, reason="Started",
                 message="started", source={"component": "kubelet", "host": "n"}, type="Warning", count=2,
                 firstTimestamp="2026-01-02T03:04:05Z", lastTimestamp="2026-01-02T03:04:06Z"),
    of_cluster("resource.k8s.io/v1", "deviceclasses", "DeviceClass", "gpu.example.com", spec={
        "selectors": [{"cel": {"expression": "device.driver == 'gpu.example.com'"}}]}),
    in_namespace("resource.k8s.io/v1", "resourceclaims", "ResourceClaim", "rc1", spec={"devices": {"requests": [
        {"name": "gpu", "exactly": {"deviceClassName": "gpu.example.com", "allocationMode": "ExactCount", "count": 2}}]}}),
    in_namespace("resource.k8s.io/v1", "resourceclaimtemplates", "ResourceClaimTemplate", "rct1", spec={"spec": {"devices": {
        "requests": [{"name": "gpu", "exactly": {"deviceClassName": "gpu.example.com"}}]}}}),
    of_cluster("resource.k8s.io/v1", "resourceslices", "ResourceSlice", "rs1", spec={
        "driver": "gpu.example.com", "pool": {"name": "p", "generation": 1, "resourceSliceCount": 1}, "nodeName": "node-1",
        "devices": [{"name": "gpu-0", "attributes": {"model": {"string": "a"}}, "capacity": {"memory": {"value": "8Gi"}}}]}),
    of_cluster("resource.k8s.io/v1", "deviceclasses", "DeviceClass", "class.example.com", spec={
        "selectors": [{"cel": {"expression": "device.attributes['gpu.example.com'].model == 'a' && device.capacity"
                               "['gpu.example.com'].memory.compareTo(quantity('1Gi')) >= 0"}},
                      {"cel": {"expression": "cel.bind(d, device.attributes['x.example.com'], d.a && d.b)"}},
                      {"cel": {"expression": "device.driver.matches('^(a|b)*$') && device.allowMultipleAllocations"}}],
        "config": [{"opaque": {"driver": "gpu.example.com", "parameters": {"kind": "X", "list": [1]}}}],
        "extendedResourceName": "example.com/gpu"}),
    in_namespace("resource.k8s.io/v1", "resourceclaims", "ResourceClaim", "rc2", spec={"devices": {
        "requests": [{"name": "one", "firstAvailable": [
            {"name": "big", "deviceClassName": "gpu.example.com", "selectors": [{"cel": {"expression": "true"}}]},
            {"name": "small", "deviceClassName": "gpu.example.com", "allocationMode": "All"}]},
            {"name": "two", "exactly": {"deviceClassName": "gpu.example.com", "tolerations": [
                {"key": "a", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 5},
                {"key": "b", "operator": "Equal", "value": "c"}], "capacity": {"requests": {"memory": "1Gi"}}}}],
        "constraints": [{"requests": ["one", "two"], "matchAttribute": "gpu.example.com/numa"},
                        {"requests": ["one/big"], "distinctAttribute": "gpu.example.com/model"}],
        "config": [{"requests": ["two"], "opaque": {"driver": "gpu.example.com", "parameters": {"a": 1}}}]}}),
    of_cluster("resource.k8s.io/v1", "resourceslices", "ResourceSlice", "rs2", spec={
        "driver": "gpu.example.com", "pool": {"name": "a/b.c", "generation": 1, "resourceSliceCount": 2},
        "perDeviceNodeSelection": True, "devices": [
            {"name": "gpu-0", "nodeName": "n1", "allowMultipleAllocations": True, "attributes": {
                "model": {"string": "a"}, "other.example.com/version": {"version": "1.2.3-rc.1+b"}, "n": {"int": 5},
                "b": {"bool": True}},
             "capacity": {"memory": {"value": "8Gi", "requestPolicy": {"default": "1Gi", "validRange": {
                 "min": "1Gi", "max": "8Gi", "step": "1Gi"}}},
                 "cores": {"value": "8", "requestPolicy": {"default": "2", "validValues": ["1", "2", "4"]}}},
             "taints": [{"key": "a", "effect": "NoSchedule", "value": "b", "timeAdded": "2026-01-02T03:04:05Z"}],
             "consumesCounters": [{"counterSet": "c", "counters": {"m": {"value": "1"}}}],
             "bindingConditions": ["ready"], "bindingFailureConditions": ["failed"]},
            {"name": "gpu-1", "nodeSelector": {"nodeSelectorTerms": [{"matchExpressions": [
                {"key": "a", "operator": "In", "values": ["b"]}]}]}},
            {"name": "gpu-2", "allNodes": True}]}),
    of_cluster("resource.k8s.io/v1", "resourceslices", "ResourceSlice", "rs3", spec={
        "driver": "gpu.example.com", "pool": {"name": "p", "generation": 1, "resourceSliceCount": 2}, "allNodes": True,
        "sharedCounters": [{"name": "c", "counters": {"m": {"value": "8Gi"}, "n": {"value": "3"}}}]}),
    of_cluster("resource.k8s.io/v1", "resourceslices", "ResourceSlice", "rs4", spec={
        "driver": "gpu.example.com", "pool": {"name": "p", "generation": 1, "resourceSliceCount": 2},
        "nodeSelector": {"nodeSelectorTerms": [{"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n"]}]}]},
        "devices": [{"name": "a", "attributes": {"m": {"strings": ["a", "b"]}, "n": {"string": "c"}}}]}),
    in_namespace("coordination.k8s.io/v1", "leases", "Lease", "l1", spec={
        "holderIdentity": "me", "leaseDurationSeconds": 15, "leaseTransitions": 1, "acquireTime": "2026-01-02T03:04:05.678901Z",
        "renewTime": "2026-01-02T03:04:06.678901Z"}),
    in_namespace("v1", "limitranges", "LimitRange", "lr1", spec={"limits": [
        {"type": "Container", "max": {"cpu": "2"}, "min": {"cpu": "100m"}, "default": {"cpu": "500m"},
         "defaultRequest": {"cpu": "200m"}, "maxLimitRequestRatio": {"cpu": "4"}},
        {"type": "PersistentVolumeClaim", "min": {"storage": "1Gi"}}]}),
    in_namespace("v1", "resourcequotas", "ResourceQuota", "rq1", spec={"hard": {"requests.cpu": "4", "pods": "10", "count/jobs.batch":
        "3"}, "scopeSelector": {"matchExpressions": [{"scopeName": "PriorityClass", "operator": "In", "values": ["high"]}]}}),
    in_namespace("v1", "resourcequotas", "ResourceQuota", "rq2", spec={"hard": {"pods": "5"}, "scopes": ["BestEffort"]}),
    in_namespace("policy/v1", "poddisruptionbudgets", "PodDisruptionBudget", "pdb1", spec={
        "minAvailable": "50%", "selector": {"matchLabels": {"app": "web"}}, "unhealthyPodEvictionPolicy": "AlwaysAllow"}),
    of_cluster("node.k8s.io/v1", "runtimeclasses", "RuntimeClass", "rtc1", handler="kata", overhead={"podFixed": {"cpu": "100m"}},
               scheduling={"nodeSelector": {"a": "b"}, "tolerations": [{"key": "k", "operator": "Exists"}]}),
    in_namespace("batch/v1", "jobs", "Job", "j1", spec={
        "completions": 3, "parallelism": 2, "backoffLimit": 4, "completionMode": "Indexed", "template": {"spec": {
            "restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}}}),
    in_namespace("v1", "serviceaccounts", "ServiceAccount", "sa1", automountServiceAccountToken=False,
                 secrets=[{"name": "s"}], imagePullSecrets=[{"name": "p"}]),
]

def plain_service(name, **spec):
    return in_namespace("v1", "services", "Service", name, spec={"ports": [{"port": 80}], **spec})


SERVICES = [
    plain_service("bare", clusterIP="None"),
    plain_service("bare6", clusterIP="None", ipFamilies=["IPv6"], ipFamilyPolicy="SingleStack"),
    plain_service("prefers", selector={"a": "b"}, ipFamilyPolicy="PreferDualStack"),
    plain_service("balanced", selector={"a": "b"}, type="LoadBalancer", externalTrafficPolicy="Local",
                  loadBalancerSourceRanges=["10.0.0.0/8"]),
    plain_service("named", type="ExternalName", externalName="a.example.com"),
]

OBJECTS = SERVICES + NETWORKING + AUTOSCALING + STORAGE + ADMISSION + OTHERS

# Kinds whose objects have names that say something.
FIXED_NAMES = {"APIService", "IPAddress"}

CONDITION = {"type": "Ready", "status": "True", "lastTransitionTime": "2026-01-02T03:04:05Z", "reason": "Fine", "message": "m"}

# Statuses that their writers could give.
STATUSES = {
    "Ingress": [{"loadBalancer": {"ingress": [{"ip": "10.2.3.4", "ports": [{"port": 80, "protocol": "TCP"}]},
                                              {"hostname": "lb.example.com"}, {"ip": "2001:db8::9"}]}}],
    "ServiceCIDR": [{"conditions": [CONDITION]}],
    "HorizontalPodAutoscaler": [
        {"currentReplicas": 3, "desiredReplicas": 4, "observedGeneration": 1, "lastScaleTime": "2026-01-02T03:04:05Z",
         "currentMetrics": [
             {"type": "Resource", "resource": {"name": "cpu", "current": {"averageUtilization": 42, "averageValue": "420m"}}},
             {"type": "Pods", "pods": {"metric": {"name": "requests"}, "current": {"averageValue": "900"}}},
             {"type": "Object", "object": {"describedObject": {"kind": "Ingress", "name": "main"}, "metric": {"name": "rps"},
                                           "current": {"value": "1500"}}},
             {"type": "External", "external": {"metric": {"name": "queue"}, "current": {"averageValue": "12", "value": "0"}}},
             {"type": "ContainerResource", "containerResource": {"name": "memory", "container": "app",
                                                                 "current": {"averageValue": "50Mi"}}}],
         "conditions": [{"type": "AbleToScale", "status": "True", "reason": "r", "message": "m",
                         "lastTransitionTime": "2026-01-02T03:04:05Z"}]}],
    "PersistentVolume": [{"phase": "Bound", "message": "m", "reason": "r"}, {"phase": "Released"}],
    "PersistentVolumeClaim": [{"phase": "Bound", "accessModes": ["ReadWriteOnce"], "capacity": {"storage": "1Gi"},
                               "allocatedResources": {"storage": "2Gi"}, "allocatedResourceStatuses": {
                                   "storage": "NodeResizePending"}},
                              {"phase": "Lost", "conditions": [{"type": "Resizing", "status": "True"}]}],
    "VolumeAttachment": [{"attached": True, "attachmentMetadata": {"a": "b"}, "attachError": {
        "message": "no", "time": "2026-01-02T03:04:05Z", "errorCode": 8}}],
    "ValidatingAdmissionPolicy": [{"observedGeneration": 1, "typeChecking": {"expressionWarnings": [
        {"fieldRef": "spec.validations[0].expression", "warning": "w"}]}, "conditions": [CONDITION]}],
    "FlowSchema": [{"conditions": [{"type": "Dangling", "status": "True", "reason": "NotFound", "message": "m",
                                    "lastTransitionTime": "2026-01-02T03:04:05Z"}]}],
    "PriorityLevelConfiguration": [{"conditions": [{"type": "Ready", "status": "True"}]}],
    "Job": [{"startTime": "2026-01-02T03:04:05Z", "active": 2, "ready": 1, "terminating": 0, "uncountedTerminatedPods": {}},
            {"startTime": "2026-01-02T03:04:05Z", "succeeded": 3, "failed": 1, "completedIndexes": "0-2", "active": 0,
             "completionTime": "2026-01-02T03:14:05Z", "conditions": [
                 {"type": "SuccessCriteriaMet", "status": "True", "lastTransitionTime": "2026-01-02T03:04:05Z"},
                 {"type": "Complete", "status": "True", "lastTransitionTime": "2026-01-02T03:04:05Z"}]}],
    "CronJob": [{"lastScheduleTime": "2026-01-02T03:04:05Z", "active": [{"kind": "Job", "name": "j", "namespace": NS}]}],
    "PodDisruptionBudget": [{"currentHealthy": 3, "desiredHealthy": 2, "expectedPods": 3, "disruptionsAllowed": 1,
                             "observedGeneration": 1, "conditions": [CONDITION], "disruptedPods": {
                                 "p": "2026-01-02T03:04:05Z"}}],
    "ResourceQuota": [{"hard": {"pods": "5", "requests.cpu": "4"}, "used": {"pods": "2", "requests.cpu": "1500m"}}],
    "Deployment": [{"replicas": 3, "updatedReplicas": 2, "readyReplicas": 1, "availableReplicas": 1, "unavailableReplicas": 2,
                    "observedGeneration": 1, "conditions": [{"type": "Available", "status": "False"}]}],
    "ReplicaSet": [{"replicas": 3, "fullyLabeledReplicas": 3, "readyReplicas": 2, "availableReplicas": 2}],
    "ReplicationController": [{"replicas": 3, "readyReplicas": 2, "availableReplicas": 2}],
    "StatefulSet": [{"replicas": 3, "readyReplicas": 2, "currentReplicas": 2, "updatedReplicas": 1, "currentRevision": "a",
                     "updateRevision": "b", "collisionCount": 0, "availableReplicas": 1}],
    "DaemonSet": [{"currentNumberScheduled": 2, "desiredNumberScheduled": 3, "numberMisscheduled": 1, "numberReady": 2,
                   "updatedNumberScheduled": 2, "numberAvailable": 1, "numberUnavailable": 2, "observedGeneration": 1}],
    "Service": [{"loadBalancer": {"ingress": [{"ip": "10.2.3.4", "ipMode": "VIP"}, {"hostname": "lb.example.com"}]}}],
    "Node": [{"conditions": [{"type": "Ready", "status": "True", "reason": "r"}], "capacity": {"cpu": "4"},
              "allocatable": {"cpu": "4"}, "addresses": [{"type": "InternalIP", "address": "10.0.0.1"},
                                                         {"type": "ExternalIP", "address": "1.2.3.4"}],
              "nodeInfo": {"kubeletVersion": "v1.36.3", "osImage": "Linux", "kernelVersion": "6.1",
                           "containerRuntimeVersion": "containerd://2.0", "machineID": "", "systemUUID": "", "bootID": "",
                           "kubeProxyVersion": "", "operatingSystem": "linux", "architecture": "amd64"}}],
    "ResourceClaim": [{"reservedFor": [{"resource": "pods", "name": "p", "uid": "1"}]},
                      {"allocation": {"devices": {"results": [
                          {"request": "gpu", "driver": "gpu.example.com", "pool": "p", "device": "gpu-0"},
                          {"request": "gpu", "driver": "gpu.example.com", "pool": "p", "device": "gpu-1"}]}}},
                      {"allocation": {"devices": {
                          "results": [{"request": "gpu", "driver": "gpu.example.com", "pool": "p", "device": "gpu-0",
                                       "bindingConditions": ["a"], "bindingFailureConditions": ["b"],
                                       "shareID": "a671734a-e8e5-11e4-8fde-42010af09327", "consumedCapacity": {"m": "1Gi"},
                                       "tolerations": [{"key": "a", "operator": "Exists"}]}],
                          "config": [{"source": "FromClaim", "requests": ["gpu"], "opaque": {
                              "driver": "gpu.example.com", "parameters": {"a": 1}}}]},
                          "nodeSelector": {"nodeSelectorTerms": [{"matchFields": [
                              {"key": "metadata.name", "operator": "In", "values": ["n"]}]}]}},
                       "devices": [{"driver": "gpu.example.com", "pool": "p", "device": "gpu-0",
                                    "shareID": "a671734a-e8e5-11e4-8fde-42010af09327", "conditions": [CONDITION],
                                    "data": {"a": 1}, "networkData": {"interfaceName": "eth0", "hardwareAddress": "aa:bb",
                                                                      "ips": ["10.1.2.3/24", "2001:db8::1/64"]}}]}],
}

# Quotas, what they count, and changes that they count too.
QUOTAS = [
    {"hard": {"pods": "3", "requests.cpu": "1", "limits.memory": "1Gi"}},
    {"hard": {"cpu": "500m", "memory": "512Mi"}},
    {"hard": {"pods": "2"}, "scopes": ["BestEffort"]},
    {"hard": {"pods": "2", "limits.cpu": "2"}, "scopes": ["NotTerminating", "NotBestEffort"]},
    {"hard": {"pods": "1"}, "scopes": ["Terminating"]},
    {"hard": {"pods": "1"}, "scopeSelector": {"matchExpressions": [{"scopeName": "PriorityClass", "operator": "Exists"}]}},
    {"hard": {"pods": "2"}, "scopeSelector": {"matchExpressions": [
        {"scopeName": "PriorityClass", "operator": "In", "values": ["system-cluster-critical"]}]}},
    {"hard": {"pods": "2"}, "scopes": ["CrossNamespacePodAffinity"]},
    {"hard": {"count/pods": "3", "count/configmaps": "2", "count/deployments.apps": "1", "configmaps": "5"}},
    {"hard": {"services": "3", "services.nodeports": "2", "services.loadbalancers": "1"}},
    {"hard": {"persistentvolumeclaims": "3", "requests.storage": "5Gi", "fast.storageclass.storage.k8s.io/requests.storage": "2Gi",
              "fast.storageclass.storage.k8s.io/persistentvolumeclaims": "1"}},
    {"hard": {"requests.example.com/gpu": "2", "requests.ephemeral-storage": "1Gi", "hugepages-2Mi": "4Mi"}},
    {"hard": {"secrets": "3", "replicationcontrollers": "2", "resourcequotas": "2"}},
]


def pod(resources=None, **spec):
    container = {"name": "c", "image": "i"}
    if resources:
        container["resources"] = resources
    return "/api/v1/namespaces/{ns}/pods", {"apiVersion": "v1", "kind": "Pod", "spec": {
        "automountServiceAccountToken": False, "containers": [container], **spec}}


CHARGED = [
    pod(), pod({"requests": {"cpu": "100m"}, "limits": {"memory": "100Mi"}}), pod({"limits": {"cpu": "400m", "memory": "300Mi"}}),
    pod({"requests": {"cpu": "700m", "memory": "1Gi"}}), pod({"limits": {"cpu": "100m", "memory": "100Mi"}}, activeDeadlineSeconds=5),
    pod({"limits": {"cpu": "100m", "memory": "100Mi"}}, priorityClassName="system-cluster-critical"),
    pod({"limits": {"example.com/gpu": "1"}, "requests": {"ephemeral-storage": "100Mi"}}),
    pod({"limits": {"cpu": "100m", "memory": "100Mi"}}, initContainers=[
        {"name": "i", "image": "i", "resources": {"limits": {"cpu": "300m", "memory": "10Mi"}}}]),
    pod({"limits": {"cpu": "100m", "memory": "1Mi"}}, affinity={"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [
        {"topologyKey": "zone", "namespaces": ["other"], "labelSelector": {}}]}}),
    ("/api/v1/namespaces/{ns}/services", {"spec": {"ports": [{"port": 80}]}}),
    ("/api/v1/namespaces/{ns}/services", {"spec": {"type": "NodePort", "ports": [{"port": 80}, {"port": 81, "name": "b"}]}}),
    ("/api/v1/namespaces/{ns}/services", {"spec": {"type": "LoadBalancer", "ports": [{"port": 80}]}}),
    ("/api/v1/namespaces/{ns}/services", {"spec": {"type": "ExternalName", "externalName": "x.example.com"}}),
    ("/api/v1/namespaces/{ns}/persistentvolumeclaims", {"spec": {
        "accessModes": ["ReadWriteOnce"], "storageClassName": "fast", "resources": {"requests": {"storage": "1Gi"}}}}),
    ("/api/v1/namespaces/{ns}/persistentvolumeclaims", {"spec": {
        "accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "3Gi"}}}}),
    ("/api/v1/namespaces/{ns}/configmaps", {"data": {"a": "b"}}),
    ("/api/v1/namespaces/{ns}/secrets", {"data": {}}),
    ("/apis/apps/v1/namespaces/{ns}/deployments", {"spec": {"selector": {"matchLabels": {"a": "b"}}, "template": {
        "metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}}}),
    ("/api/v1/namespaces/{ns}/resourcequotas", {"spec": {"hard": {"pods": "100"}}}),
]

RECHARGES = [
    {"metadata": {"labels": {"a": "b"}}}, {"spec": {"type": "NodePort"}}, {"spec": {"type": "LoadBalancer"}},
    {"spec": {"type": "ClusterIP"}}, {"spec": {"activeDeadlineSeconds": 9}},
    {"spec": {"resources": {"requests": {"storage": "9Gi"}}}}, {"data": {"c": "d"}},
]
