import { invalid } from '../../shared/problem.ts'
import type { Reader } from '../database/database.ts'
import { compareDocuments } from '../documents/compare.ts'
import { getVersionDocument } from './documents.ts'
import {
  findEarlierVersion,
  findVersion,
  getVersion,
  type StoredVersion,
  type VersionPlace,
} from './queries.ts'
import type { VersionDiff } from './schema.ts'

/** The changes from another version, by default the one it started from, to this version. */
export async function compareVersion(
  db: Reader,
  tenantId: string,
  place: VersionPlace,
  against?: string,
): Promise<VersionDiff> {
  const version = await getVersion(db, tenantId, place)
  const other = await findOther(db, tenantId, version, against)
  const document = await getVersionDocument(db, tenantId, version)
  if (!other) return { versionId: version.versionId, against: null, operations: [] }
  const before = await getVersionDocument(db, tenantId, other)
  const operations = await compareDocuments(tenantId, before, document)
  return { versionId: version.versionId, against: other.versionId, operations }
}

async function findOther(db: Reader, tenantId: string, version: StoredVersion, against: string | undefined) {
  if (against === undefined) return await findEarlierVersion(db, tenantId, version)
  const other = await findVersion(db, tenantId, version.audienceId, against)
  if (!other) throw invalid('/against', 'does not match a version of this audience')
  return other
}
