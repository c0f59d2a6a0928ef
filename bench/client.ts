import { readFile } from 'node:fs/promises'
import { startService } from '../scripts/service.ts'

export type Client = ReturnType<typeof openClient>
export type Service = { client: Client; pid: number }

/** Sends requests to the API with a key; throws if one fails. */
export function openClient(url: string, key: string) {
  return async <T = Record<string, string>>(method: string, path: string, body?: object): Promise<T> => {
    const isForm = body instanceof FormData
    const response = await fetch(url + path, {
      method,
      headers: { 'x-api-key': key, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
}

/** Runs the work with a service that has default settings: one process, embedded database, everything flushed to disk. */
export async function withService<T>(folder: string, work: (service: Service) => Promise<T>): Promise<T> {
  const key = 'a-key-for-benchmarks-of-32-characters'
  const settings = { PORT: '0', DATA_DIR: folder, FOYER_API_KEY: key, LOG_LEVEL: 'error' }
  const service = await startService({ ...settings, RATE_LIMIT_PER_MINUTE: '0' })
  try {
    return await work({ client: openClient(service.url, key), pid: service.pid })
  } finally {
    await service.stop()
  }
}

/** Uploads a CSV file, and returns its id. */
export async function uploadCsv(client: Client, text: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([text], { type: 'text/csv' }), 'people.csv')
  return (await client('POST', '/v0/files', form)).fileId as string
}

/** The resident bytes of a process. PostgreSQL would count its shared memory for each of its processes. */
export async function memoryOf(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1]) * 4096
}
