import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileAddress } from '../files/addresses.ts'
import type { Variant } from '../storage/storage.ts'
import type { Client } from './client.ts'
import { png } from './images.ts'
import type { World } from './world.ts'

/** Uploads a file that must be accepted; by default a small image. */
export async function upload(
  client: Client,
  name = 'a.png',
  bytes?: Uint8Array | string,
  mediaType?: string,
) {
  const { status, body } = await client.upload(name, bytes ?? (await png()), mediaType)
  assert.equal(status, 201, JSON.stringify(body))
  return body
}

/** Fetches a file by a new signed URL. */
export async function download(
  { context, baseUrl }: World,
  { tenantId }: Client,
  { fileId }: { fileId: string },
  { variant = 'original', ...init }: RequestInit & { variant?: Variant } = {},
) {
  const { pathname, search } = new URL(fileAddress(context, tenantId, fileId, variant))
  const response = await fetch(baseUrl + pathname + search, init)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

/** Creates an image asset, from a new upload unless a file is given. */
export async function createAsset(client: Client, more: { fileId?: string; [field: string]: unknown } = {}) {
  const fileId = more.fileId ?? (await upload(client)).fileId
  const input = { assetType: 'image', name: 'Team photo', ...more, fileId }
  const { status, body } = await client.post('/v0/assets', input)
  assert.equal(status, 201, JSON.stringify(body))
  return body
}

/** The status of a URL, requested at the port of this test. */
export async function statusAt({ baseUrl }: World, url: string): Promise<number> {
  const { pathname, search } = new URL(url)
  return (await fetch(baseUrl + pathname + search)).status
}

/** The names of a tenant's files on disk. */
export async function onDisk({ context }: World, { tenantId }: Client): Promise<string[]> {
  const folder = join(context.config.dataDir, 'files', tenantId)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
