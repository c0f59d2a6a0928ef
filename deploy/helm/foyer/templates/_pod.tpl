{{- define "foyer.labels" -}}
app.kubernetes.io/name: foyer
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* The pod of a role. Restricted: no root, no capability, a read-only root, no token of the cluster. */}}
{{- define "foyer.pod" -}}
{{- $root := index . 0 -}}
{{- $args := index . 1 -}}
{{- $resources := index . 2 -}}
automountServiceAccountToken: false
terminationGracePeriodSeconds: 90
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
containers:
  - name: foyer
    image: {{ printf "%s:%s" (required "Set image.repository." $root.Values.image.repository) ($root.Values.image.tag | default $root.Chart.AppVersion) | quote }}
    imagePullPolicy: {{ $root.Values.image.pullPolicy }}
    args: {{ $args | toJson }}
    envFrom:
      - configMapRef: { name: {{ $root.Release.Name }}-settings }
      - secretRef: { name: {{ $root.Values.secret | quote }} }
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities: { drop: [ALL] }
    resources: {{ $resources | toJson }}
    volumeMounts:
      - { name: data, mountPath: /data }
      - { name: tmp, mountPath: /tmp }
    {{- if has "web" $args }}
    ports:
      - { name: http, containerPort: 3000 }
    readinessProbe:
      httpGet: { path: /readyz, port: http }
      periodSeconds: 3
    livenessProbe:
      httpGet: { path: /healthz, port: http }
      periodSeconds: 10
      failureThreshold: 6
    startupProbe:
      httpGet: { path: /healthz, port: http }
      periodSeconds: 2
      failureThreshold: 60
    {{- end }}
volumes:
  - { name: data, emptyDir: {} }
  - { name: tmp, emptyDir: {} }
{{- end }}
