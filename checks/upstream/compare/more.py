"""More objects of the kind of objects.py: kinds that stand outside of namespaces, and objects in which much is said."""
from objects import in_namespace, of_cluster

MORE = [
    of_cluster("v1", "nodes", "Node", "more", spec={
        "podCIDR": "10.1.0.0/24", "podCIDRs": ["10.1.0.0/24"], "providerID": "a://b", "unschedulable": True,
        "taints": [{"key": "a", "value": "b", "effect": "NoSchedule"}, {"key": "a", "effect": "NoExecute", "timeAdded": "2026-01-02T03:04:05Z"}]},
        status={"capacity": {"cpu": "4", "memory": "8Gi", "pods": "110", "example.com/gpu": "2"}, "allocatable": {"cpu": "3"},
                "conditions": [{"type": "Ready", "status": "True", "reason": "a", "message": "b"}],
                "addresses": [{"type": "InternalIP", "address": "10.0.0.1"}], "images": [{"names": ["a:1"], "sizeBytes": 5}],
                "nodeInfo": {"machineID": "", "systemUUID": "", "bootID": "", "kernelVersion": "", "osImage": "", "containerRuntimeVersion": "",
                             "kubeletVersion": "v1.36.0", "kubeProxyVersion": "", "operatingSystem": "linux", "architecture": "amd64"},
                "runtimeHandlers": [{"name": "", "features": {"recursiveReadOnlyMounts": True}}], "features": {"supplementalGroupsPolicy": True},
                "volumesAttached": [{"name": "v", "devicePath": "/d"}], "volumesInUse": ["v"], "daemonEndpoints": {"kubeletEndpoint": {"Port": 1}}}),
    of_cluster("v1", "namespaces", "Namespace", "more", spec={"finalizers": ["kubernetes", "example.com/a"]}),
    of_cluster("scheduling.k8s.io/v1", "priorityclasses", "PriorityClass", "more", value=5, preemptionPolicy="Never", description="d"),
    of_cluster("rbac.authorization.k8s.io/v1", "clusterroles", "ClusterRole", "more", rules=[
        {"apiGroups": ["a"], "resources": ["b"], "verbs": ["get"], "resourceNames": ["c"]}, {"nonResourceURLs": ["/a"], "verbs": ["get"]}],
        aggregationRule={"clusterRoleSelectors": [{"matchLabels": {"a": "b"}}]}),
    of_cluster("rbac.authorization.k8s.io/v1", "clusterrolebindings", "ClusterRoleBinding", "more", subjects=[
        {"kind": "ServiceAccount", "name": "a", "namespace": "compared"}, {"kind": "User", "apiGroup": "rbac.authorization.k8s.io", "name": "u"}],
        roleRef={"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "view"}),
    of_cluster("apiregistration.k8s.io/v1", "apiservices", "APIService", "v1.more.example.com", spec={
        "group": "more.example.com", "version": "v1", "groupPriorityMinimum": 100, "versionPriority": 10, "insecureSkipTLSVerify": True,
        "service": {"namespace": "compared", "name": "s", "port": 443}}),
    in_namespace("v1", "services", "Service", "more", spec={
        "type": "LoadBalancer", "ports": [{"name": "a", "port": 80, "appProtocol": "http"}, {"name": "b", "port": 80, "protocol": "UDP"}],
        "loadBalancerClass": "a/b", "loadBalancerSourceRanges": ["10.0.0.0/8"], "externalIPs": ["8.8.8.8"], "sessionAffinity": "ClientIP",
        "externalTrafficPolicy": "Local", "internalTrafficPolicy": "Local", "trafficDistribution": "PreferSameZone", "selector": {"a": "b"}}),
    in_namespace("v1", "pods", "Pod", "more", spec={
        "containers": [{
            "name": "c", "image": "i", "ports": [{"name": "p", "containerPort": 80, "hostPort": 80}], "env": [
                {"name": "A", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}},
                {"name": "B", "valueFrom": {"resourceFieldRef": {"resource": "limits.cpu", "divisor": "1m"}}}],
            "envFrom": [{"configMapRef": {"name": "a"}, "prefix": "P_"}], "resources": {
                "limits": {"cpu": "1", "memory": "1Gi", "hugepages-2Mi": "2Mi"}, "requests": {"cpu": "500m"}, "claims": [{"name": "k"}]},
            "volumeMounts": [{"name": "v", "mountPath": "/v"},
                             {"name": "w", "mountPath": "/w", "readOnly": True, "recursiveReadOnly": "IfPossible"}],
            "livenessProbe": {"httpGet": {"port": "p", "path": "/h", "httpHeaders": [{"name": "A", "value": "b"}]}, "terminationGracePeriodSeconds": 5},
            "readinessProbe": {"tcpSocket": {"port": 80}}, "startupProbe": {"exec": {"command": ["a"]}},
            "lifecycle": {"preStop": {"sleep": {"seconds": 3}}, "postStart": {"exec": {"command": ["a"]}}},
            "resizePolicy": [{"resourceName": "cpu", "restartPolicy": "NotRequired"}]}],
        "initContainers": [{"name": "s", "image": "i", "restartPolicy": "Always"}, {"name": "i", "image": "i"}],
        "volumes": [{"name": "v", "emptyDir": {"medium": "Memory", "sizeLimit": "1Gi"}},
                    {"name": "w", "projected": {"sources": [{"downwardAPI": {"items": [{"path": "l", "fieldRef": {"fieldPath": "metadata.labels"}}]}},
                                                            {"secret": {"name": "s", "items": [{"key": "k", "path": "p", "mode": 256}]}}]}},
                    {"name": "x", "csi": {"driver": "d.example.com"}}, {"name": "y", "ephemeral": {"volumeClaimTemplate": {"spec": {
                        "accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}}},
                    {"name": "z", "image": {"reference": "i:1", "pullPolicy": "Always"}}],
        "affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
            {"matchExpressions": [{"key": "a", "operator": "Gt", "values": ["1"]}]}]}},
            "podAntiAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 1, "podAffinityTerm": {
                "topologyKey": "z", "labelSelector": {"matchLabels": {"a": "b"}}, "matchLabelKeys": ["m"]}}]}},
        "topologySpreadConstraints": [{"maxSkew": 1, "topologyKey": "z", "whenUnsatisfiable": "DoNotSchedule", "minDomains": 2, "labelSelector": {},
                                       "nodeTaintsPolicy": "Honor"}],
        "tolerations": [{"key": "a", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 5}], "hostname": "h", "subdomain": "s",
        "dnsConfig": {"nameservers": ["1.1.1.1"], "searches": ["a.b"], "options": [{"name": "o", "value": "1"}]}, "dnsPolicy": "None",
        "hostAliases": [{"ip": "1.1.1.1", "hostnames": ["a"]}], "readinessGates": [{"conditionType": "a/b"}],
        "schedulingGates": [{"name": "g"}], "resourceClaims": [{"name": "k", "resourceClaimName": "k"}], "activeDeadlineSeconds": 5,
        "securityContext": {"runAsUser": 1, "fsGroup": 2, "supplementalGroups": [3], "fsGroupChangePolicy": "Always", "sysctls": [
            {"name": "kernel.shm_rmid_forced", "value": "1"}], "seccompProfile": {"type": "Localhost", "localhostProfile": "p"}}}),
    in_namespace("v1", "persistentvolumeclaims", "PersistentVolumeClaim", "more", spec={
        "accessModes": ["ReadWriteMany"], "resources": {"requests": {"storage": "1Gi"}, "limits": {"storage": "2Gi"}}, "storageClassName": "s",
        "selector": {"matchLabels": {"a": "b"}, "matchExpressions": [{"key": "k", "operator": "In", "values": ["v"]}]}, "volumeMode": "Block",
        "dataSourceRef": {"apiGroup": "a.b", "kind": "K", "name": "n"}}),
    in_namespace("v1", "secrets", "Secret", "more", type="kubernetes.io/tls", data={"tls.crt": "YQ==", "tls.key": "YQ=="}, immutable=False),
    in_namespace("v1", "configmaps", "ConfigMap", "more", data={"a": "b"}, binaryData={"c": "YQ=="}, immutable=True),
    in_namespace("coordination.k8s.io/v1", "leases", "Lease", "more", spec={
        "holderIdentity": "h", "leaseDurationSeconds": 5, "acquireTime": "2026-01-02T03:04:05.000006Z", "leaseTransitions": 1}),
]
