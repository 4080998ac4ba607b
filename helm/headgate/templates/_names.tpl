{{/* What every object carries. Call with a dict of root and component. */}}
{{- define "headgate.labels" -}}
{{ include "headgate.selector" . }}
app.kubernetes.io/part-of: headgate
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* What pods carry: nothing that a new version of the chart alone would change, because a changed template restarts every pod. */}}
{{- define "headgate.podLabels" -}}
{{ include "headgate.selector" . }}
app.kubernetes.io/part-of: headgate
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* What finds the pods of a component; never changes between versions, because selectors cannot. */}}
{{- define "headgate.selector" -}}
app.kubernetes.io/name: headgate
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* Call with a dict of root and image. */}}
{{- define "headgate.image" -}}
{{- if .image.digest -}}
{{ .image.repository }}@{{ .image.digest }}
{{- else -}}
{{ .image.repository }}:{{ default .root.Chart.AppVersion .image.tag }}
{{- end }}
{{- end }}

{{/* Pod Security "restricted", and no writable file but in volumes. */}}
{{- define "headgate.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "headgate.containerSecurityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
capabilities:
  drop: [ALL]
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{/* DNS names of the node endpoint, as a JSON list. */}}
{{- define "headgate.nodeNames" -}}
{{- $service := printf "headgate-node.%s" .Release.Namespace -}}
{{- concat (list "headgate-node" $service (printf "%s.svc" $service) (printf "%s.svc.%s" $service .Values.node.clusterDomain)) .Values.node.hosts | uniq | toJson -}}
{{- end }}

{{- define "headgate.nodeTlsSecret" -}}
{{- if eq .Values.node.tls.mode "Secret" -}}
{{ .Values.node.tls.secretName }}
{{- else if eq .Values.node.tls.mode "CertManager" -}}
headgate-node-certificate
{{- else -}}
headgate-node-tls
{{- end }}
{{- end }}
