import type { Document } from '../../document/index.ts'
import { notFound } from '../../shared/problem.ts'
import type { Database } from '../database/database.ts'
import { compareDocuments } from '../documents/compare.ts'
import { getVersionDocument } from '../versions/documents.ts'
import { findVersion } from '../versions/queries.ts'
import { readDecisions } from './conflicts.ts'
import { findRow, getRelease } from './queries.ts'
import type { Release, ReleaseRowDiff } from './schema.ts'
import { evaluateAudiences, getReleasedPage, loadAudiences } from './subjects.ts'

/** The changes of a release for an audience, or those it would make now if it has not run. */
export async function diffRow(
  db: Database,
  tenantId: string,
  releaseId: string,
  audienceId: string,
): Promise<ReleaseRowDiff> {
  const release = await getRelease(db.read, tenantId, releaseId)
  const row = await findRow(db.read, tenantId, releaseId, audienceId)
  if (!row) notFound('row', audienceId)
  if (row.versionId === null || row.fromVersionId === null)
    return await previewRow(db, tenantId, release, audienceId)
  const against = release.kind === 'drafts' ? row.previousVersionId : row.fromVersionId
  const [before, after] = await Promise.all([
    readVersion(db, tenantId, audienceId, against ?? row.fromVersionId),
    readVersion(db, tenantId, audienceId, row.versionId),
  ])
  const operations = await compareDocuments(tenantId, before, after)
  return { audienceId, against: against ?? row.fromVersionId, operations, conflicts: [], document: after }
}

async function readVersion(db: Database, tenantId: string, audienceId: string, versionId: string) {
  const version = await findVersion(db.read, tenantId, audienceId, versionId)
  return await getVersionDocument(db.read, tenantId, version ?? notFound('version', versionId))
}

async function previewRow(
  db: Database,
  tenantId: string,
  { pageId, revision, kind, conflicts: policy }: Release,
  audienceId: string,
): Promise<ReleaseRowDiff> {
  const page = await getReleasedPage(db.read, tenantId, pageId, revision)
  const [audience] = await loadAudiences(db.read, tenantId, page, [audienceId])
  if (!audience) notFound('audience', audienceId)
  const decisions = await readDecisions(db.read, tenantId, [audienceId])
  const comparing = { policy, decisions, asTheyAre: kind === 'drafts' }
  const verdict = (await evaluateAudiences(db.read, tenantId, page, [audience], comparing)).get(audienceId)
  const from = kind === 'drafts' ? audience.publishedId : audience.versionId
  const before = await readVersion(db, tenantId, audienceId, from)
  const json = verdict?.result.json
  const after = json
    ? (JSON.parse(json) as Document)
    : await readVersion(db, tenantId, audienceId, audience.versionId)
  return {
    audienceId,
    against: from,
    operations: await compareDocuments(tenantId, before, after),
    conflicts: (verdict?.conflicts ?? []).map(({ conflictId, kind: what, place, result, ...sides }) => ({
      ...{ conflictId, kind: what, place },
      was: sides.was ?? null,
      base: sides.base ?? null,
      audience: sides.audience ?? null,
      result,
    })),
    document: after,
  }
}
