import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { isThorough } from '../server/test/environment.ts'
import { emptyFolder } from '../server/test/launch.ts'

const chart = join(import.meta.dirname, 'helm', 'foyer')
const libraries = '/usr/share/gocode'
const hasGo =
  existsSync(join(libraries, 'src/github.com/Masterminds/sprig')) && spawnSync('go', ['version']).status === 0
const skip =
  (!isThorough && 'run with --thorough') ||
  (!hasGo && 'On Debian: apt-get install golang-go golang-github-masterminds-sprig-dev')

type Values = ReturnType<typeof readValues>
type Manifest = { apiVersion: string; kind: string; metadata: { name: string }; spec?: any }

function readValues() {
  const values = parse(readFileSync(join(chart, 'values.yaml'), 'utf8'))
  values.image.repository = 'registry.example/foyer'
  values.ingress.hosts = ['foyer.example', '*.pages.example']
  return values
}

function render(values: Values): Manifest[] {
  const { version, appVersion } = parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8'))
  const Chart = { Version: version, AppVersion: appVersion }
  const text = execFileSync('go', ['run', join(chart, '..', 'render.go'), chart], {
    input: JSON.stringify({ Values: values, Chart, Release: { Name: 'foyer' } }),
    encoding: 'utf8',
    env: { ...process.env, GO111MODULE: 'off', GOPATH: libraries, GOFLAGS: '' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null)
}

/** The schemas of Kubernetes, of a package that only this test needs. */
async function installSchemas() {
  const folder = await emptyFolder()
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--silent']
  execFileSync('npm', ['install', ...quiet, 'kubernetes-models@5.1.0'], { cwd: folder })
  return async (manifest: Manifest) => {
    const { apiVersion, kind } = manifest
    const models = await import(join(folder, 'node_modules/kubernetes-models', apiVersion, `${kind}.js`))
    new models[kind](manifest).validate()
  }
}

test('the Helm chart renders manifests that match the Kubernetes schemas and run restricted pods', {
  skip,
}, async () => {
  const validate = await installSchemas()
  const [values, small] = [readValues(), readValues()]
  small.worker.autoscaling = false
  small.ingress = { ...small.ingress, className: 'nginx', tlsSecret: 'tls', annotations: { a: 'b' } }
  const kinds: string[][] = []
  for (const manifests of [render(values), render(small)]) {
    for (const manifest of manifests) {
      // An extension of the cluster, which has no schema there.
      if (manifest.kind !== 'ScaledObject') await validate(manifest)
      demandRestricted(manifest)
    }
    kinds.push(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`))
  }
  const everywhere = [
    'ConfigMap foyer-settings',
    'Deployment foyer-web',
    'Deployment foyer-worker',
    'HorizontalPodAutoscaler foyer-web',
    'Ingress foyer',
    'Job foyer-migrate',
    'PodDisruptionBudget foyer-web',
    'Service foyer',
    'Service foyer-closed',
  ]
  assert.deepEqual(kinds[0]?.sort(), [...everywhere, 'ScaledObject foyer-worker'].sort())
  assert.deepEqual(kinds[1]?.sort(), everywhere)
  values.image.repository = ''
  assert.throws(() => render(values), /Set image\.repository/)
})

/** The level `restricted` of the pod security standards, and a root that can't be written to. */
function demandRestricted({ spec }: Manifest) {
  const pod = spec?.template?.spec
  if (!pod) return
  assert.equal(pod.securityContext.runAsNonRoot, true)
  assert.equal(pod.securityContext.seccompProfile.type, 'RuntimeDefault')
  for (const { securityContext } of pod.containers)
    assert.deepEqual(securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  for (const volume of pod.volumes) assert.ok(volume.emptyDir, volume.name)
}
