import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Release, ReleaseInput, ReleaseRow } from '../releases/schema.ts'
import type { Client } from './client.ts'

export const block = (id: string, text: string) => ({
  id,
  type: 'text',
  props: { body: text },
  sources: [],
})
export const hero = (headline: string) => ({ id: 'hero', type: 'hero', props: { headline }, sources: [] })
export const pageSaying = (headline: string, ...blocks: object[]) => ({
  theme: {},
  blocks: [hero(headline), ...blocks],
})

/** A published page with audiences of persons, each live at `/p/<key>`. */
export async function openReleasedPage(client: Client, document: object) {
  const { pageId } = (await client.post('/v0/pages', { name: 'Released', pageType: 'custom' })).body
  const path = `/v0/pages/${pageId}`
  assert.equal((await client.put(`${path}/document`, document)).status, 200)
  assert.equal((await client.post(`${path}/publish`)).status, 200)
  const save = async (changed: object) => {
    const saved = await client.put(`${path}/document`, changed)
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
  }
  const add = async (name: string, { publish = true } = {}) => {
    const { personId } = (await client.post('/v0/persons', { name })).body
    const made = await client.post(`${path}/audiences`, { personId, publish })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.body.audienceId as string
  }
  const read = async (audienceId: string) => (await client.get(`${path}/audiences/${audienceId}`)).body
  const documentOf = async (audienceId: string, which: 'published' | 'latest' = 'published') => {
    const { versionId } = (await read(audienceId))[`${which}Version`]
    return (await client.get(`${path}/audiences/${audienceId}/versions/${versionId}/document`)).body
  }
  /** Creates a version of an audience and, by default, publishes it. */
  const edit = async (audienceId: string, changed: object, { publish = true } = {}) => {
    const made = await client.post(`${path}/audiences/${audienceId}/versions`, { document: changed })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { versionId } = made.body
    if (publish)
      assert.equal(
        (await client.post(`${path}/audiences/${audienceId}/versions/${versionId}/publish`)).status,
        200,
      )
    return versionId as string
  }
  const release = async (input: Partial<ReleaseInput> = {}): Promise<Release> => {
    const asked = { kind: 'base', audiences: { all: true }, ...input }
    const { status, body } = await client.post(`${path}/releases`, asked)
    assert.equal(status, 202, JSON.stringify(body))
    return await waitForRelease(client, body.releaseId)
  }
  const states = async (): Promise<Record<string, string>> => {
    const { items } = (await client.get(`${path}/base_states?limit=100`)).body
    return Object.fromEntries(items.map((item: any) => [item.audienceId, item.baseState]))
  }
  return { pageId, path, save, add, read, documentOf, edit, release, states }
}

/** Waits until it has ended or was undone. */
export async function waitForRelease(client: Client, releaseId: string): Promise<Release> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(20)) {
    const { body } = await client.get<Release>(`/v0/releases/${releaseId}`)
    if (!['scheduled', 'running', 'cancelling', 'undoing'].includes(body.status)) return body
  }
  throw new Error(`the release ${releaseId} did not end`)
}

export async function undo(client: Client, releaseId: string): Promise<Release> {
  assert.equal((await client.post(`/v0/releases/${releaseId}/undo`)).status, 200)
  return await waitForRelease(client, releaseId)
}

export async function rowsOf(client: Client, releaseId: string): Promise<ReleaseRow[]> {
  return (await client.get(`/v0/releases/${releaseId}/rows?limit=100`)).body.items
}
