import type { Document } from '../../document/index.ts'
import type { Reader } from '../database/database.ts'
import { inDocumentThread, mostInline } from '../documents/worker.ts'
import { getPageDocument } from '../pages/revisions.ts'
import { getVersionDocument, readDocument } from '../versions/documents.ts'
import { findPublishedVersion, getVersion, type VersionPlace } from '../versions/queries.ts'
import type { CheckFinding, VersionCheck } from '../versions/schema.ts'
import { findMissingSources } from '../versions/sources.ts'
import { type CheckedAudience, findLeadingPaths, getCheckedAudience, getCheckedPage } from './checkQueries.ts'
import { findPictures } from './draw.ts'
import {
  checkDocument,
  checkText,
  type DocumentFindings,
  finding,
  type UsedLink,
  type UsedPicture,
} from './findings.ts'

const mostFindings = 100

/** All errors and warnings of a version before it is published. */
export async function checkVersion(db: Reader, tenantId: string, place: VersionPlace): Promise<VersionCheck> {
  const version = await getVersion(db, tenantId, place)
  const [document, audience, published] = await Promise.all([
    getVersionDocument(db, tenantId, version),
    getCheckedAudience(db, tenantId, place.audienceId),
    findPublishedVersion(db, tenantId, place.audienceId),
  ])
  const before =
    published?.documentHash && published.versionId !== version.versionId
      ? await readDocument(db, tenantId, published.documentHash)
      : document
  const [missing, { blockers, warnings, language }] = await Promise.all([
    findMissingSources(db, tenantId, document, before),
    findWarnings(db, tenantId, document, audience),
  ])
  const sources = missing.map(({ path, message }) =>
    finding('source_missing', path, `The source ${message}.`),
  )
  return {
    errors: [...blockers, ...sources].slice(0, mostFindings),
    warnings: warnings.slice(0, mostFindings),
    language,
  }
}

/** Errors and warnings of a page's document, as everyone would see it. */
export async function checkPage(db: Reader, tenantId: string, pageId: string): Promise<VersionCheck> {
  const [page, { document }] = await Promise.all([
    getCheckedPage(db, tenantId, pageId),
    getPageDocument(db, tenantId, pageId),
  ])
  const { blockers, placeholders, warnings, language } = await findWarnings(db, tenantId, document, page)
  return {
    errors: blockers.slice(0, mostFindings),
    warnings: [...placeholders, ...warnings].slice(0, mostFindings),
    language,
  }
}

type Found = Pick<DocumentFindings, 'blockers' | 'placeholders' | 'language'> & { warnings: CheckFinding[] }

/** Large documents are checked in a thread. */
async function findWarnings(
  db: Reader,
  tenantId: string,
  document: Document,
  audience: CheckedAudience,
): Promise<Found> {
  const json = JSON.stringify(document)
  const { first, pictures, links, last, ...found } =
    json.length <= mostInline
      ? checkDocument({ audience, document })
      : await inDocumentThread(tenantId, 'check', checkText, { audience, json })
  const [missing, dead] = await Promise.all([
    pictureWarnings(db, tenantId, pictures),
    deadLinks(db, tenantId, links),
  ])
  return { ...found, warnings: [...first, ...missing, ...dead, ...last] }
}

async function pictureWarnings(
  db: Reader,
  tenantId: string,
  pictures: UsedPicture[],
): Promise<CheckFinding[]> {
  const there = await findPictures(
    db,
    tenantId,
    pictures.map(({ assetId }) => assetId),
  )
  return pictures.flatMap(({ path, assetId, alt }) => {
    if (!there.has(assetId))
      return [finding('picture_missing', `${path}/assetId`, 'The image was deleted, so it is not shown.')]
    return alt.trim() === ''
      ? [finding('alt_missing', `${path}/alt`, 'Add alt text that describes the image.')]
      : []
  })
}

async function deadLinks(db: Reader, tenantId: string, links: UsedLink[]): Promise<CheckFinding[]> {
  if (links.length === 0) return []
  const there = await findLeadingPaths(
    db,
    tenantId,
    links.map(({ canonical }) => canonical),
  )
  return links.flatMap(({ path, canonical }) =>
    there.has(canonical)
      ? []
      : [finding('dead_link', path, `The link ${canonical} does not lead to a page of your site.`)],
  )
}
