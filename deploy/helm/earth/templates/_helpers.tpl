{{- define "earth.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "earth.fullname" -}}
{{- $name := include "earth.name" . }}
{{- default (ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name)) .Values.fullnameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "earth.selector" -}}
app.kubernetes.io/name: {{ include "earth.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "earth.labels" -}}
{{ include "earth.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "earth.secretName" -}}
{{- default (include "earth.fullname" .) .Values.secret.existing }}
{{- end }}

{{- define "earth.claimName" -}}
{{- default (include "earth.fullname" .) .Values.persistence.existingClaim }}
{{- end }}

{{- define "earth.host" -}}
{{- (urlParse .Values.publicUrl).hostname }}
{{- end }}

{{/* Settings without which servers lose keys, or each other's events. */}}
{{- define "earth.needed" -}}
DATABASE_URL MASTER_KEY API_KEY VAPID_PRIVATE_KEY{{ if gt (int .Values.replicas) 1 }} REDIS_URL{{ end }}
{{- end }}

{{/* What would start and then lose files, keys or events. */}}
{{- define "earth.check" -}}
{{- if and (gt (int .Values.replicas) 1) (not .Values.s3.bucket) }}
{{- fail "replicas: several servers need files in S3 (s3.bucket); or set replicas to 1." }}
{{- end }}
{{- if and (not .Values.metrics.enabled) (or .Values.metrics.serviceMonitor.enabled .Values.metrics.prometheusRule.enabled) }}
{{- fail "metrics.enabled is false: without it there is nothing to watch, and the alert that no server answers goes off." }}
{{- end }}
{{- if not .Values.secret.existing }}
{{- range splitList " " (include "earth.needed" .) }}
{{- if not (index $.Values.secret.values .) }}
{{- fail (printf "secret.values lacks %s; or name a Secret that has it in secret.existing." .) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
