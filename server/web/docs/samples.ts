import { inspect } from 'node:util'
import { goNative } from '@scalar/snippetz/plugins/go/native'
import { phpGuzzle } from '@scalar/snippetz/plugins/php/guzzle'
import { pythonRequests } from '@scalar/snippetz/plugins/python/requests'
import * as sdk from '../../../sdk/index.ts'
import type { Parameter } from '../../../shared/openApi.ts'
import type { ListedOperation, Reference } from './model.ts'

export type CodeSample = { title: string; language: string; code: string }

const keyMark = 'FOYER_API_KEY'
const keyInNode = ['process', 'env', keyMark].join('.')

/** The languages of samples, by the name of their code. */
export const languages = { sh: 'curl', ts: 'TypeScript', python: 'Python', go: 'Go', php: 'PHP' } as const

type SampleRequest = { method: string; url: string; body: unknown; isUpload: boolean }

/** A request in each language, and its response. The key comes from the environment, so that no one saves it in code. */
export function samplesOf(reference: Reference, baseUrl: string, operation: ListedOperation): CodeSample[] {
  const request = requestOf(reference, baseUrl, operation)
  const code = {
    sh: curlOf(request),
    ts: sdkCall(baseUrl, operation, request.body),
    python: pythonOf(request),
    go: goOf(request),
    php: phpOf(request),
  }
  const [status, response] = Object.entries(operation.responses).find(([one]) => one.startsWith('2')) ?? []
  const answer = reference.exampleOf(response?.content)
  return [
    ...Object.entries(code).map(([language, text]) => ({ title: 'Request', language, code: text })),
    ...(answer === undefined
      ? []
      : [{ title: `Response ${status}`, language: 'json', code: JSON.stringify(answer, null, 2) }]),
  ]
}

function requestOf(reference: Reference, baseUrl: string, operation: ListedOperation): SampleRequest {
  const { method, path, parameters = [], requestBody } = operation
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleIn(parameters, 'path', name))
  const needed = parameters.filter((one) => one.in === 'query' && one.required)
  const query = needed.map(({ name }) => `${name}=${encodeURIComponent(exampleIn(needed, 'query', name))}`)
  const body = reference.exampleOf(requestBody?.content)
  return {
    method,
    url: baseUrl + filled + (query.length > 0 ? `?${query.join('&')}` : ''),
    // An empty body can be left out.
    body: body && Object.keys(body).length === 0 ? undefined : body,
    isUpload: requestBody?.content['multipart/form-data'] !== undefined,
  }
}

/** The example of a parameter; one of its items if it is a list. */
export function exampleIn(parameters: Parameter[], place: string, name: string): string {
  const found = parameters.find((one) => one.in === place && one.name === name)
  const { schema = {} } = found ?? {}
  const given =
    found?.example ??
    schema.examples?.[0] ??
    schema.items?.examples?.[0] ??
    schema.default ??
    schema.enum?.[0] ??
    name
  return String([given].flat()[0])
}

function curlOf({ method, url, body, isUpload }: SampleRequest): string {
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${quote(url)}`]
  lines.push('-H "x-api-key: $FOYER_API_KEY"')
  if (isUpload) lines.push("-F 'file=@picture.png'")
  if (body !== undefined) {
    const short = JSON.stringify(body)
    const text = short.length <= 60 ? short : JSON.stringify(body, null, 2)
    lines.push("-H 'content-type: application/json'", `-d ${quote(text)}`)
  }
  return lines.join(' \\\n  ')
}

/** Quotes text for a shell if necessary. */
function quote(text: string): string {
  return /^[\w:/.@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** The methods of the SDK by their operation. Uploads and streams have methods of their own. */
const sdkMethods = new Map([
  ['POST /files', 'files.upload'],
  ['GET /pages/{}/audiences/{}/events', 'messages.watch'],
  ...Object.entries(sdk).flatMap(([noun, calls]) =>
    Object.entries(calls).flatMap(([verb, call]): [string, string][] =>
      typeof call === 'string' ? [[call.split(' ', 2).join(' ').replace('?', ''), `${noun}.${verb}`]] : [],
    ),
  ),
])

function sdkCall(
  baseUrl: string,
  { method, path, parameters = [], responses }: ListedOperation,
  body: unknown,
): string {
  const name = sdkMethods.get(`${method} ${path.replace('/v0', '').replaceAll(/\{\w+\}/g, '{}')}`)
  const ids = parameters.filter((one) => one.in === 'path')
  const needed = parameters.filter((one) => one.in === 'query' && one.required)
  const query = Object.fromEntries(
    needed.map(({ name, schema }) => {
      const value = exampleIn(needed, 'query', name)
      return [name, schema?.type === 'array' ? [value] : value]
    }),
  )
  const given = [
    ...ids.map((one) => exampleIn(ids, 'path', one.name)),
    ...(body === undefined ? (needed.length > 0 ? [query] : []) : [body]),
  ].map((value) => literal(value))
  const isUpload = name === 'files.upload'
  const file =
    "const file = new File([await readFile('picture.png')], 'picture.png', { type: 'image/png' })\n"
  const call = `foyer.${name}(${isUpload ? 'file' : given.join(', ')})`
  const hasAnswer = Object.keys(responses).some((status) => status.startsWith('2') && status !== '204')
  const use =
    name === 'messages.watch'
      ? `for await (const event of ${call}) console.log(event)`
      : hasAnswer
        ? `const answer = await ${call}\nconsole.log(answer)`
        : `await ${call}`
  return `import { connect } from '@foyer/sdk'
${isUpload ? "import { readFile } from 'node:fs/promises'\n" : ''}
const foyer = connect({ url: '${baseUrl}', key: ${keyInNode} ?? '' })
${isUpload ? file : ''}${use}`
}

/** A value as a TypeScript literal. */
function literal(value: unknown): string {
  return inspect(value, { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: 90 })
}

function harOf({ method, url, body, isUpload }: SampleRequest) {
  const json = { mimeType: 'application/json', text: JSON.stringify(body) }
  const form = { mimeType: 'multipart/form-data', params: [{ name: 'file', fileName: 'picture.png' }] }
  const headers = [{ name: 'x-api-key', value: keyMark }]
  if (body !== undefined) headers.push({ name: 'content-type', value: 'application/json' })
  return {
    method,
    url,
    headers,
    ...(isUpload ? { postData: form } : body !== undefined && { postData: json }),
  }
}

function pythonOf(request: SampleRequest): string {
  const call = pythonRequests.generate(harOf(request)).replace(`"${keyMark}"`, `os.environ["${keyMark}"]`)
  return `import os\nimport requests\n\nresponse = ${call}\nprint(response.status_code, response.text)`
}

function goOf(request: SampleRequest): string {
  const program = goNative.generate(harOf(request)).replace(`"${keyMark}"`, `os.Getenv("${keyMark}")`)
  return program.includes('\t"os"') ? program : program.replace('\t"net/http"\n', '\t"net/http"\n\t"os"\n')
}

function phpOf(request: SampleRequest): string {
  const call = phpGuzzle.generate(harOf(request)).replace(`'${keyMark}'`, `getenv('${keyMark}')`)
  return `<?php\nrequire 'vendor/autoload.php';\n\n${call}\necho $response->getBody();`
}
