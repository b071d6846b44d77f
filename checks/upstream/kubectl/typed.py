"""What people type: commands that only read, and a sequence of those that change something, each after the one before.

A command is (arguments, standard input); of those that change, a third part is a pattern that the answer comes to match.
"""

DEPLOYMENT = """
apiVersion: apps/v1
kind: Deployment
metadata: {name: old, labels: {app: old}}
spec:
  replicas: 2
  selector: {matchLabels: {app: old}}
  template:
    metadata: {labels: {app: old}}
    spec:
      containers:
      - {name: c, image: "registry.test/old:1", env: [{name: A, value: old}], ports: [{containerPort: 80, name: http}]}
"""
JOB = """
apiVersion: batch/v1
kind: Job
metadata: {name: once}
spec:
  template:
    spec: {restartPolicy: Never, containers: [{name: c, image: "registry.test/job:1"}]}
"""
DEFINITION = """
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.typed.test}
spec:
  group: typed.test
  scope: Namespaced
  names: {plural: lamps, singular: lamp, kind: Lamp, shortNames: [lp], categories: [all]}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}, scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}}
    additionalPrinterColumns:
    - {name: Colour, type: string, jsonPath: .spec.colour, description: what it shines in}
    - {name: Since, type: date, jsonPath: .metadata.creationTimestamp, priority: 1}
    schema:
      openAPIV3Schema:
        type: object
        description: A lamp.
        required: [spec]
        properties:
          spec:
            type: object
            required: [colour]
            properties:
              colour: {type: string, enum: [red, green], description: what it shines in}
              replicas: {type: integer, minimum: 0, maximum: 5, default: 1}
              where: {type: object, properties: {room: {type: string, maxLength: 5}}}
              words: {type: array, items: {type: string}, x-kubernetes-list-type: set}
            x-kubernetes-validations: [{rule: "self.colour != 'green' || self.replicas < 4", message: too green}]
          status: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {replicas: {type: integer}}}
"""


def lamp(name, spec):
    return f"{{apiVersion: typed.test/v1, kind: Lamp, metadata: {{name: {name}}}, spec: {spec}}}"


NODE = """
apiVersion: v1
kind: Node
metadata: {name: n1, labels: {kubernetes.io/hostname: n1, node-role.kubernetes.io/worker: ""}}
spec: {podCIDR: 10.244.0.0/24}
"""

READING = [(words.split(), None) for words in (
    "api-resources", "api-resources -o wide", "api-resources --namespaced=false -o name", "api-resources --verbs=patch,watch",
    "api-resources --api-group=apps", "api-resources --categories=all", "api-versions", "get all", "get all -A --no-headers",
    "get ns", "get ns -o wide", "get ns -o yaml", "get componentstatuses", "get svc -n default", "get endpointslices -n default",
    "get sa", "get cm kube-root-ca.crt -o jsonpath={.metadata.annotations}", "get clusterroles", "get clusterrolebindings -o wide",
    "get roles -A", "get rolebindings -A -o wide", "get priorityclasses", "get flowschemas", "get prioritylevelconfigurations",
    "get apiservices", "get servicecidrs", "get ipaddresses", "get leases -A", "get csr", "get nosuch", "get pods nosuch",
    "get deployments.v1.apps", "get deploy.apps/deployment-0", "get pods,svc", "get pods --field-selector=status.phase=Pending",
    "get pods --field-selector=spec.nosuch=x", "get pods -l app=web,tier!=x", "get pods -l a=b=c", "get pods --chunk-size=3",
    "get pods --sort-by=.metadata.name -o name", "get pods -o jsonpath={.items[*].metadata.name}", "get pods -o go-template={{len.items}}",
    "get pods --show-kind --show-labels", "get pods -L app,tier", "get deploy -o custom-columns=N:.metadata.name,R:.spec.replicas",
    "get --raw /version", "get --raw /apis/apps", "get --raw /api", "get --raw /nosuch", "get --raw /healthz", "get --raw /readyz?verbose",
    "get --raw /livez?verbose", "get --raw /.well-known/openid-configuration", "get pods --subresource=status",
    "get deploy deployment-0 --subresource=scale", "get deploy deployment-0 --subresource=nosuch",
    "describe ns default", "describe ns kube-system", "describe clusterrole view", "describe clusterrole cluster-admin",
    "describe clusterrolebinding cluster-admin", "describe sa default", "describe svc kubernetes -n default", "describe nosuch",
    "describe priorityclass system-node-critical", "describe flowschema probes", "describe prioritylevelconfiguration global-default",
    "describe apiservice v1.apps", "describe cm kube-root-ca.crt", "describe endpointslice kubernetes -n default",
    "explain pods.spec.tolerations", "explain pod.spec.containers.resources --recursive", "explain deploy.spec.strategy",
    "explain nosuch", "explain pods.nosuch", "explain nodes.spec.taints.effect", "explain hpa --api-version=autoscaling/v1",
    "explain pods --output=plaintext-openapiv2", "explain crd.spec.versions.schema", "explain pods.spec --output=plaintext-openapiv2",
    "auth can-i --list", "auth can-i create pods", "auth can-i get pods --as=alice", "auth can-i --list --as=alice",
    "auth can-i create pods/eviction --as=system:node:n1 --as-group=system:nodes", "auth can-i get /healthz --as=alice", "auth whoami",
    "auth whoami --as=alice --as-group=team -o yaml", "auth can-i nosuch nosuch", "get pods --as=alice", "get nodes --as=alice",
    "cluster-info", "version", "version -o yaml", "top nodes", "top pods", "events", "events --for=pod/pod-0", "events --types=Warning",
    "rollout status deploy/nosuch", "rollout history deploy/deployment-0", "rollout history ds", "logs nosuch", "logs pod-0",
    "exec pod-0 -- ls", "port-forward pod-0 1:1", "attach pod-0", "cp pod-0:/x /tmp/y", "scale --replicas=3 nosuch/x",
    "create token default --duration=5s", "create token nosuch", "create token default --bound-object-kind=Pod --bound-object-name=nosuch",
    "drain nosuch", "cordon nosuch", "taint nodes nosuch a=b:NoSchedule", "wait --for=condition=Ready pod/pod-0 --timeout=1s",
    "wait --for=delete pod/nosuch", "wait --for=jsonpath={.status.phase}=Pending pod/pod-0 --timeout=5s", "certificate approve nosuch",
    "get pods -o wide --watch --request-timeout=1s", "get events --sort-by=.lastTimestamp -o name -n default", "delete nosuch x",
    "delete pod nosuch", "delete pod nosuch --ignore-not-found", "apply -f - --dry-run=server", "options")]

COMMANDS = [
    (["create", "-f", "-"], DEPLOYMENT),
    (["get", "deploy", "old"], None, "0/2 +2"),
    (["apply", "-f", "-"], DEPLOYMENT),
    (["diff", "-f", "-"], DEPLOYMENT.replace("replicas: 2", "replicas: 3")),
    (["apply", "-f", "-", "--server-side"], DEPLOYMENT.replace("replicas: 2", "replicas: 3")),
    (["apply", "-f", "-", "--server-side", "--force-conflicts"], DEPLOYMENT.replace("replicas: 2", "replicas: 3")),
    (["apply", "edit-last-applied", "deploy/old"], None),
    (["apply", "view-last-applied", "deploy/old"], None),
    (["edit", "deploy", "old"], None),
    (["set", "image", "deploy/old", "c=registry.test/new:2"], None),
    (["set", "env", "deploy/old", "B=2", "A-"], None),
    (["set", "env", "deploy/old", "--list"], None),
    (["set", "resources", "deploy/old", "-c", "c", "--limits=cpu=200m,memory=512Mi", "--requests=cpu=100m"], None),
    (["set", "serviceaccount", "deploy/old", "default"], None),
    (["rollout", "history", "deploy/old"], None, "(?m)^[4-9] "),
    (["rollout", "history", "deploy/old", "--revision=1"], None),
    (["annotate", "deploy/old", "kubernetes.io/change-cause=because"], None),
    (["rollout", "pause", "deploy/old"], None),
    (["rollout", "pause", "deploy/old"], None),
    (["rollout", "restart", "deploy/old"], None),
    (["rollout", "resume", "deploy/old"], None),
    (["rollout", "undo", "deploy/old", "--to-revision=1"], None),
    (["rollout", "undo", "deploy/old", "--to-revision=77"], None),
    (["rollout", "restart", "deploy/old"], None),
    (["rollout", "status", "deploy/old", "--timeout=1s"], None),
    (["describe", "deploy", "old"], None, "NewReplicaSet: +old-"),
    (["get", "rs", "-l", "app=old"], None),
    (["scale", "deploy/old", "--replicas=4", "--current-replicas=9"], None),
    (["scale", "deploy/old", "--replicas=4"], None),
    (["scale", "deploy/old", "--replicas=-1"], None),
    (["autoscale", "deploy/old", "--min=1", "--max=6", "--cpu=60%"], None),
    (["autoscale", "deploy", "old", "--name=other", "--max=6", "--cpu-percent=50"], None),
    (["get", "hpa", "other"], None),
    (["expose", "deploy/old", "--port=80", "--target-port=http", "--name=exposed"], None),
    (["expose", "deploy/old", "--port=80", "--type=NodePort", "--name=outside"], None),
    (["get", "svc", "exposed", "outside", "-o", "wide"], None),
    (["describe", "svc", "exposed"], None),
    (["label", "deploy/old", "tier=a"], None),
    (["label", "deploy/old", "tier=b"], None),
    (["label", "deploy/old", "tier=b", "--overwrite"], None),
    (["label", "deploy/old", "tier-"], None),
    (["label", "deploy/old", "bad label=x"], None),
    (["annotate", "deploy/old", "a=1", "b=2"], None),
    (["annotate", "deploy/old", "a-"], None),
    (["patch", "deploy", "old", "-p", '{"spec":{"replicas":1}}'], None),
    (["patch", "deploy", "old", "-p", '{"spec":{"replicas":1}}'], None),
    (["patch", "deploy", "old", "--type=json", "-p", '[{"op":"replace","path":"/spec/replicas","value":2}]'], None),
    (["patch", "deploy", "old", "--type=json", "-p", '[{"op":"remove","path":"/spec/nosuch"}]'], None),
    (["patch", "deploy", "old", "--type=json", "-p", '[{"op":"test","path":"/spec/replicas","value":7}]'], None),
    (["patch", "deploy", "old", "--type=merge", "-p", '{"spec":{"selector":{"matchLabels":{"app":"x"}}}}'], None),
    (["patch", "deploy", "old", "--type=merge", "-p", '{"spec":{"replicas":"x"}}'], None),
    (["patch", "deploy", "old", "-p", '{"spec":{"nosuch":1}}'], None),
    (["patch", "deploy", "old", "-p", "{"], None),
    (["patch", "deploy", "old", "--subresource=scale", "--type=merge", "-p", '{"spec":{"replicas":3}}'], None),
    (["create", "deployment", "made", "--image=registry.test/a:1", "--replicas=2", "--port=80"], None),
    (["create", "deployment", "made", "--image=registry.test/a:1"], None),
    (["create", "deployment", "Bad_Name", "--image=a"], None),
    (["create", "job", "made", "--image=registry.test/a:1", "--", "true"], None),
    (["create", "cronjob", "made", "--image=registry.test/a:1", "--schedule=*/5 * * * *"], None),
    (["create", "cronjob", "wrong", "--image=registry.test/a:1", "--schedule=never"], None),
    (["create", "job", "again", "--from=cronjob/made"], None),
    (["get", "cronjob,job"], None),
    (["describe", "cronjob", "made"], None),
    (["describe", "job", "again"], None, "SuccessfulCreate"),
    (["create", "configmap", "made", "--from-literal=a=1", "--from-literal=b=2"], None),
    (["create", "secret", "generic", "made", "--from-literal=a=1"], None),
    (["create", "secret", "docker-registry", "reg", "--docker-server=r.test", "--docker-username=u", "--docker-password=p"], None),
    (["create", "secret", "tls", "cert", "--cert=/nosuch", "--key=/nosuch"], None),
    (["create", "service", "clusterip", "made", "--tcp=80:8080"], None),
    (["create", "service", "nodeport", "made2", "--tcp=80", "--node-port=99"], None),
    (["create", "service", "externalname", "made3", "--external-name=a.test"], None),
    (["create", "service", "loadbalancer", "made4", "--tcp=80"], None),
    (["create", "serviceaccount", "made"], None),
    (["create", "namespace", "made"], None),
    (["create", "namespace", "made"], None),
    (["create", "quota", "made", "--hard=pods=50,services=20,count/deployments.apps=9", "--scopes=BestEffort"], None),
    (["create", "quota", "made", "--hard=pods=50,services=40,count/deployments.apps=60"], None),
    (["describe", "quota", "made"], None, "pods +[1-9]"),
    (["get", "quota"], None),
    (["create", "poddisruptionbudget", "made", "--selector=app=old", "--min-available=50%"], None),
    (["create", "pdb", "wrong", "--selector=app=old", "--min-available=x"], None),
    (["get", "pdb", "made"], None),
    (["create", "priorityclass", "made", "--value=7", "--description=what"], None),
    (["create", "priorityclass", "made2", "--value=2000000000"], None),
    (["create", "role", "made", "--verb=get,list", "--resource=pods,deployments.apps", "--resource-name=x"], None),
    (["create", "role", "wrong", "--verb=get", "--resource=nosuch"], None),
    (["create", "clusterrole", "made", "--verb=get", "--non-resource-url=/logs/*"], None),
    (["create", "clusterrole", "sum", "--aggregation-rule=a=b"], None),
    (["create", "rolebinding", "made", "--role=made", "--user=u", "--group=g", "--serviceaccount=default:default"], None),
    (["create", "clusterrolebinding", "made", "--clusterrole=made", "--user=u"], None),
    (["set", "subject", "rolebinding", "made", "--user=v"], None),
    (["describe", "rolebinding", "made"], None),
    (["auth", "can-i", "list", "pods", "--as=v"], None),
    (["auth", "can-i", "--list", "--as=v"], None),
    (["create", "ingress", "made", "--rule=a.test/x*=made:80,tls=cert", "--class=c"], None),
    (["describe", "ingress", "made"], None),
    (["run", "one", "--image=registry.test/a:1", "--labels=a=b", "--env=A=1"], None),
    (["run", "two", "--image=registry.test/a:1", "--restart=Never", "--dry-run=server", "-o", "yaml"], None),
    (["run", "three", "--image=registry.test/a:1", "--overrides={\"spec\":{\"priorityClassName\":\"nosuch\"}}"], None),
    (["describe", "pod", "one"], None, "FailedScheduling"),
    (["events", "--for=pod/one"], None),
    (["set", "image", "pod/one", "one=registry.test/b:1"], None),
    (["patch", "pod", "one", "-p", '{"spec":{"nodeName":"x"}}'], None),
    (["patch", "pod", "one", "-p", '{"spec":{"activeDeadlineSeconds":9}}'], None),
    (["patch", "pod", "one", "-p", '{"spec":{"tolerations":[{"operator":"Exists"}]}}'], None),
    (["label", "pods", "--all", "x=y", "-l", "a=b"], None),
    (["create", "-f", "-"], NODE),
    (["get", "nodes"], None, "n1"),
    (["get", "nodes", "-o", "wide"], None),
    (["taint", "nodes", "n1", "a=b:NoSchedule", "c:NoExecute"], None),
    (["taint", "nodes", "n1", "a=b:NoSchedule"], None),
    (["taint", "nodes", "n1", "a=c:NoSchedule", "--overwrite"], None),
    (["taint", "nodes", "n1", "a-", "c:NoExecute-"], None),
    (["taint", "nodes", "n1", "a:Bad"], None),
    (["cordon", "n1"], None),
    (["cordon", "n1"], None),
    (["drain", "n1", "--dry-run=server"], None),
    (["uncordon", "n1"], None),
    (["get", "pod", "one", "-o", "jsonpath={.spec.tolerations}"], None),
    (["delete", "node", "n1"], None),
    (["create", "-f", "-"], DEFINITION),
    (["get", "crd", "lamps.typed.test"], None),
    (["wait", "--for=condition=Established", "crd/lamps.typed.test"], None),
    (["create", "-f", "-"], lamp("a", "{colour: red, words: [x, y]}"), "created|exists"),
    (["create", "-f", "-"], lamp("b", "{colour: blue}")),
    (["create", "-f", "-"], lamp("b", "{}")),
    (["create", "-f", "-"], lamp("b", "{colour: green, replicas: 5}")),
    (["create", "-f", "-"], lamp("b", "{colour: red, nosuch: 1}")),
    (["create", "-f", "-", "--validate=ignore"], lamp("b", "{colour: red, nosuch: 1, where: {room: kitchen}}")),
    (["create", "-f", "-"], lamp("c", "{colour: red, words: [x, x]}")),
    (["apply", "-f", "-"], lamp("a", "{colour: green, words: [x]}")),
    (["apply", "-f", "-", "--server-side"], lamp("a", "{colour: red}")),
    (["scale", "lamp/a", "--replicas=2"], None),
    (["get", "lamps"], None),
    (["get", "lp", "-o", "wide"], None),
    (["describe", "lamp", "a"], None),
    (["explain", "lamps"], None, "A lamp"),
    (["explain", "lamps.spec", "--recursive"], None),
    (["patch", "lamp", "a", "-p", "{}"], None),
    (["patch", "lamp", "a", "--type=merge", "-p", '{"spec":{"colour":"blue"}}'], None),
    (["get", "all"], None),
    (["delete", "lamp", "a"], None),
    (["delete", "crd", "lamps.typed.test"], None),
    (["get", "lamps"], None, "doesn't have"),
    (["create", "-f", "-"], JOB),
    (["describe", "job", "once"], None, "SuccessfulCreate"),
    (["replace", "-f", "-"], JOB.replace("job:1", "job:2")),
    (["replace", "-f", "-", "--force"], JOB.replace("job:1", "job:2")),
    (["delete", "job", "once", "--cascade=orphan"], None),
    (["delete", "deploy", "old", "--cascade=foreground", "--wait=false"], None),
    (["get", "deploy", "old"], None, "NotFound"),
    (["delete", "pods", "--all", "--grace-period=0", "--force", "-l", "a=b"], None),
    (["delete", "ns", "made"], None),
    (["delete", "ns", "default"], None),
    (["delete", "pvc,configmaps", "-l", "app=web"], None),
    (["create", "token", "made", "--bound-object-kind=Secret", "--bound-object-name=made"], None),
    (["auth", "reconcile", "-f", "-"], "{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: made}, "
                                       "rules: [{apiGroups: [''], resources: [pods], verbs: [get]}]}"),
]
