import { Type } from 'typebox'
import { Problem } from '../../../shared/problem.ts'
import { Enum } from '../../../shared/typebox.ts'
import {
  defineTool,
  fieldsOf,
  Id,
  Limit,
  ListOf,
  listOf,
  maybe,
  type ToolContext,
  text,
  whole,
} from '../tool.ts'
import { waitForRelease } from './waitForRelease.ts'

const version = { versionId: text, versionNumber: whole, status: text, createdAt: text, publishedAt: maybe }

const listVersions = defineTool('list_versions', 'read', {
  title: 'List versions',
  description: 'Versions of an audience’s page, newest first.',
  input: { pageId: Id, audienceId: Id, limit: Limit },
  output: ListOf(version),
  async run({ pageId, audienceId, limit }, { call }) {
    const path = { page_id: pageId, audience_id: audienceId }
    return listOf(version, await call('listAudienceVersions', { path, query: { limit } }))
  },
})

type Diff = { versionId: string; against: string | null; operations: { documentHash?: string }[] }

const compareVersions = defineTool('compare_versions', 'read', {
  title: 'Compare versions',
  description:
    'What a version changes, block by block; compared with the one it started from, or with `against`.',
  input: { pageId: Id, audienceId: Id, versionId: Id, against: Type.Optional(Id) },
  output: { versionId: text, against: maybe, operations: Type.Array(Type.Object({})) },
  async run({ pageId, audienceId, versionId, against }, { call }) {
    const path = { page_id: pageId, audience_id: audienceId, version_id: versionId }
    const { operations, ...rest } = await call<Diff>('diffAudienceVersion', { path, query: { against } })
    return { result: { ...rest, operations: operations.map(({ documentHash: _, ...each }) => each) } }
  },
})

const previewVersion = defineTool('preview_version', 'read', {
  title: 'Preview a version',
  description:
    'A temporary address that shows a version to anyone who has it, and what a check before publishing finds.',
  input: { pageId: Id, audienceId: Id, versionId: Id },
  output: {
    url: text,
    expiresAt: text,
    errors: Type.Array(Type.Object({})),
    warnings: Type.Array(Type.Object({})),
  },
  async run({ pageId, audienceId, versionId }, { call }) {
    const path = { page_id: pageId, audience_id: audienceId, version_id: versionId }
    const [preview, check] = await Promise.all([
      call('previewAudienceVersion', { path }),
      call('checkAudienceVersion', { path }),
    ])
    return { result: { ...preview, ...check } }
  },
})

const shareLink = defineTool('share_link', 'read', {
  title: 'Get the link to share',
  description: 'The public address of an audience’s page, and whether visitors see it.',
  input: { pageId: Id, audienceId: Id },
  output: { url: maybe, isLive: Type.Boolean(), madeFor: text, title: text },
  async run({ pageId, audienceId }, { call }) {
    const share = await call('getShare', { path: { page_id: pageId, audience_id: audienceId } })
    return { result: fieldsOf({ url: 0, isLive: 0, madeFor: 0, title: 0 } as never, share) }
  },
})

const publish = defineTool('publish', 'publish', {
  title: 'Publish',
  description:
    'Makes a version public for its audience; publishing an older one rolls back. With pageId alone, publishes the page, without which visitors see none of its audiences.',
  destroys: true,
  repeats: true,
  input: { pageId: Id, audienceId: Type.Optional(Id), versionId: Type.Optional(Id) },
  output: { pageId: text, audienceId: maybe, versionId: maybe, status: text },
  async run({ pageId, audienceId, versionId }, { call, confirm }) {
    const path = { page_id: pageId }
    if ((audienceId === undefined) !== (versionId === undefined))
      throw new Problem(
        'invalid_input',
        'Give audienceId and versionId together, or neither to publish the page.',
      )
    if (audienceId === undefined || versionId === undefined) {
      const { name } = await call<{ name: string }>('getPage', { path })
      const asked = confirm(`Publish the page “${name}”? Visitors will see it.`)
      if (asked) return asked
      const { status } = await call<{ status: string }>('publishPage', { path, body: {} })
      return { result: { pageId, audienceId: null, versionId: null, status } }
    }
    const asked = confirm(await questionOf({ ...path, audience_id: audienceId, version_id: versionId }, call))
    if (asked) return asked
    const { status } = await call<{ status: string }>('publishAudienceVersion', {
      path: { ...path, audience_id: audienceId, version_id: versionId },
      body: {},
    })
    return { result: { pageId, audienceId, versionId, status } }
  },
})

async function questionOf(path: Record<string, string>, call: ToolContext['call']): Promise<string> {
  const [{ effectiveName }, { versionNumber }] = await Promise.all([
    call<{ effectiveName: string }>('getAudience', { path }),
    call<{ versionNumber: number }>('getAudienceVersion', { path }),
  ])
  return `Publish version ${versionNumber} for ${effectiveName}? Visitors will see it.`
}

const release = defineTool('release', 'write', {
  title: 'Release to many audiences',
  description:
    'Brings the page’s changes (`base`) or the latest drafts (`drafts`) to its audiences. A dry run by default: it counts and changes nothing. Publishing needs the scope publish.',
  destroys: true,
  input: {
    pageId: Id,
    kind: Enum(['base', 'drafts']),
    audienceIds: Type.Optional(
      Type.Array(Id, { minItems: 1, maxItems: 1000, description: 'All by default.' }),
    ),
    dryRun: Type.Optional(Type.Boolean()),
    publish: Type.Optional(Type.Boolean({ description: 'False makes drafts.' })),
  },
  output: { releaseId: text, status: text, dryRun: Type.Boolean(), counts: Type.Object({}) },
  async run({ pageId, kind, audienceIds, dryRun = true, publish = true }, context) {
    const { call, confirm } = context
    const path = { page_id: pageId }
    if (!dryRun && publish) {
      const { name, audiencesCount } = await call<{ name: string; audiencesCount: number }>('getPage', {
        path,
      })
      const most = audienceIds?.length ?? audiencesCount
      const asked = confirm(`Release “${name}” to ${most} audiences? Visitors will see it. It can be undone.`)
      if (asked) return asked
    }
    const audiences = audienceIds ? { audienceIds } : { all: true }
    const body = { kind, audiences, dryRun, publish }
    const { releaseId } = await call<{ releaseId: string }>('createRelease', { path, body })
    return await waitForRelease(releaseId, context)
  },
})

const undoRelease = defineTool('undo_release', 'publish', {
  title: 'Undo a release',
  description: 'Visitors see again what they saw before it.',
  destroys: true,
  repeats: true,
  input: { releaseId: Id },
  output: { releaseId: text, status: text, dryRun: Type.Boolean(), counts: Type.Object({}) },
  async run({ releaseId }, context) {
    const asked = context.confirm('Undo this release? Visitors will see what they saw before it.')
    if (asked) return asked
    await context.call('undoRelease', { path: { release_id: releaseId }, body: {} })
    return await waitForRelease(releaseId, context)
  },
})

export const versionTools = [
  listVersions,
  compareVersions,
  previewVersion,
  shareLink,
  publish,
  release,
  undoRelease,
]
