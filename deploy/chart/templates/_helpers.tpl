{{- define "tenure.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
{{ include "tenure.selector" . }}
{{- end }}

{{- define "tenure.selector" -}}
app.kubernetes.io/name: tenure
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "tenure.image" -}}
{{- with .Values.image -}}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end }}

{{/* The Lease of the scheduler: that of kube-scheduler when it takes its place. */}}
{{- define "tenure.schedulerLease" -}}
{{- if eq .Values.scheduler.name "default-scheduler" }}kube-scheduler{{ else }}{{ .Values.scheduler.name }}{{ end -}}
{{- end }}

{{/*
Objects of rights, as deploy/controllers.yaml and deploy/scheduler.yaml have them, for this release: accounts are in its namespace, and
who stands for election may hold the Lease that is named here. Of controllers, those that run count.
  file, component, lease (in place of the one in the file), chosen (names of controllers, empty for everything)
*/}}
{{- define "tenure.rights" -}}
{{- $all := or (empty .chosen) (has "*" .chosen) }}
{{- range $text := regexSplit "(?m)^---$" (.root.Files.Get .file) -1 }}
{{- $object := fromYaml $text }}
{{- if $object.kind }}
{{- $of := dig "labels" "tenure.dev/controller" "every" $object.metadata }}
{{- if or $all (eq $of "every") (has $of $.chosen) }}
{{- if eq $object.kind "ServiceAccount" }}{{ $_ := set $object.metadata "namespace" $.root.Release.Namespace }}{{ end }}
{{- range $subject := $object.subjects }}{{ $_ := set $subject "namespace" $.root.Release.Namespace }}{{ end }}
{{- range $rule := $object.rules }}
{{- if and $rule.resourceNames (has "leases" $rule.resources) }}{{ $_ := set $rule "resourceNames" (list $.lease) }}{{ end }}
{{- end }}
{{- $ours := fromYaml (include "tenure.labels" (dict "root" $.root "component" $.component)) }}
{{- $_ := set $object.metadata "labels" (merge (default (dict) $object.metadata.labels) $ours) }}
---
{{ toYaml $object }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* The pods of a component: values, arguments, port of its metrics, config (name of a ConfigMap with scheduler.yaml, or empty). */}}
{{- define "tenure.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .name }}
  namespace: {{ .root.Release.Namespace }}
  labels: {{- include "tenure.labels" . | nindent 4 }}
spec:
  replicas: {{ .values.replicas }}
  selector:
    matchLabels: {{- include "tenure.selector" . | nindent 6 }}
  strategy:
    # one more before one fewer: who leads hands its Lease over when it goes
    rollingUpdate: {maxUnavailable: 0, maxSurge: 1}
  template:
    metadata:
      labels: {{- include "tenure.labels" . | nindent 8 }}
      annotations:
        {{- with .checksum }}
        tenure.dev/configuration: {{ . | quote }}
        {{- end }}
        {{- with .root.Values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ .name }}
      priorityClassName: {{ .values.priorityClassName | quote }}
      terminationGracePeriodSeconds: 20
      {{- with .root.Values.imagePullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 65532
        runAsGroup: 65532
        fsGroup: 65532
        seccompProfile: {type: RuntimeDefault}
      containers:
        - name: {{ .component }}
          image: {{ include "tenure.image" .root | quote }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          args: {{- toYaml .arguments | nindent 12 }}
          ports:
            - {name: metrics, containerPort: {{ .port }}}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: {drop: [ALL]}
          startupProbe:
            httpGet: {path: /livez, port: metrics}
            periodSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: {path: /livez, port: metrics}
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: {path: /readyz, port: metrics}
            timeoutSeconds: 5
          resources: {{- toYaml .values.resources | nindent 12 }}
          volumeMounts:
            - {name: tmp, mountPath: /tmp}
            {{- if .config }}
            - {name: configuration, mountPath: /etc/tenure, readOnly: true}
            {{- end }}
      volumes:
        - name: tmp
          emptyDir: {sizeLimit: 64Mi}
        {{- if .config }}
        - name: configuration
          configMap: {name: {{ .config }}}
        {{- end }}
      nodeSelector: {{- toYaml .values.nodeSelector | nindent 8 }}
      tolerations: {{- toYaml .values.tolerations | nindent 8 }}
      affinity:
        {{- if .values.affinity }}
        {{- toYaml .values.affinity | nindent 8 }}
        {{- else }}
        podAntiAffinity:
          preferredDuringSchedulingIgnoredDuringExecution:
            - weight: 100
              podAffinityTerm:
                topologyKey: kubernetes.io/hostname
                labelSelector:
                  matchLabels: {{- include "tenure.selector" . | nindent 20 }}
        {{- end }}
{{- end }}

{{/* What stands beside the pods of a component. */}}
{{- define "tenure.beside" -}}
{{- if .root.Values.metrics.service }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ .name }}-metrics
  namespace: {{ .root.Release.Namespace }}
  labels: {{- include "tenure.labels" . | nindent 4 }}
spec:
  clusterIP: None
  selector: {{- include "tenure.selector" . | nindent 4 }}
  ports:
    - {name: metrics, port: {{ .port }}, targetPort: metrics}
{{- end }}
{{- if and .root.Values.podDisruptionBudget.enabled (gt (int .values.replicas) 1) }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .name }}
  namespace: {{ .root.Release.Namespace }}
  labels: {{- include "tenure.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels: {{- include "tenure.selector" . | nindent 6 }}
{{- end }}
{{- if .root.Values.networkPolicy.enabled }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ .name }}
  namespace: {{ .root.Release.Namespace }}
  labels: {{- include "tenure.labels" . | nindent 4 }}
spec:
  podSelector:
    matchLabels: {{- include "tenure.selector" . | nindent 6 }}
  policyTypes: [Ingress]
  ingress:
    - ports:
        - {port: metrics}
      {{- with .root.Values.networkPolicy.from }}
      from: {{- toYaml . | nindent 8 }}
      {{- end }}
{{- end }}
{{- if .root.Values.metrics.serviceMonitor.enabled }}
---
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  name: {{ .name }}
  namespace: {{ .root.Release.Namespace }}
  labels: {{- merge (dict) .root.Values.metrics.serviceMonitor.labels (fromYaml (include "tenure.labels" .)) | toYaml | nindent 4 }}
spec:
  selector:
    matchLabels: {{- include "tenure.selector" . | nindent 6 }}
  endpoints:
    - {port: metrics, interval: {{ .root.Values.metrics.serviceMonitor.interval }}}
{{- end }}
{{- end }}
