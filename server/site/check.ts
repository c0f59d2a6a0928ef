import {
  blockTypes,
  contrast,
  type Document,
  detectLanguage,
  effectiveMetadata,
  isUnseen,
  type Metadata,
  resolverOf,
  textOf,
  withoutPrompts,
} from '../../document/index.ts'
import { tokenPattern } from '../../shared/inline.ts'
import { actionOf } from '../../shared/links.ts'
import { readPlaceholder } from '../../shared/placeholders.ts'
import { promptsIn } from '../../shared/prompts.ts'
import { mapStrings } from '../../shared/strings.ts'
import type { Reader } from '../database/database.ts'
import { canonicalPath, PathError } from '../links/path.ts'
import { getPageDocument } from '../pages/revisions.ts'
import { findBlockers } from '../versions/blockers.ts'
import { getVersionDocument, readDocument } from '../versions/documents.ts'
import { findPublishedVersion, getVersion, type VersionPlace } from '../versions/queries.ts'
import type { CheckCode, CheckFinding, VersionCheck } from '../versions/schema.ts'
import { findMissingSources } from '../versions/sources.ts'
import { type CheckedAudience, findLeadingPaths, getCheckedAudience, getCheckedPage } from './checkQueries.ts'
import { findPictures } from './draw.ts'

const mostFindings = 100
const longestTitle = 60
const longestDescription = 160

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
  const [missing, warnings] = await Promise.all([
    findMissingSources(db, tenantId, document, before),
    findWarnings(db, tenantId, document, audience),
  ])
  const sources = missing.map(({ path, message }) =>
    finding('source_missing', path, `The source ${message}.`),
  )
  return {
    errors: [...findBlockers(document, audience), ...sources].slice(0, mostFindings),
    warnings: warnings.slice(0, mostFindings),
    language: writtenIn(document),
  }
}

/** Errors and warnings of a page's document, as everyone would see it. */
export async function checkPage(db: Reader, tenantId: string, pageId: string): Promise<VersionCheck> {
  const [page, { document }] = await Promise.all([
    getCheckedPage(db, tenantId, pageId),
    getPageDocument(db, tenantId, pageId),
  ])
  const warnings = await findWarnings(db, tenantId, document, page)
  return {
    errors: findBlockers(document, page).slice(0, mostFindings),
    warnings: [...placeholderWarnings(textsOf(document)), ...warnings].slice(0, mostFindings),
    language: writtenIn(document),
  }
}

/** Placeholders without a fallback, which leave a gap for visitors without a value. */
function placeholderWarnings(texts: FoundText[]): CheckFinding[] {
  return texts.flatMap(({ path, text }) =>
    [...text.matchAll(tokenPattern)].flatMap(([, , , , , inside]) => {
      const placeholder = inside === undefined ? undefined : readPlaceholder(inside)
      if (placeholder?.fallback !== '') return []
      const message = `The placeholder ${placeholder.name} has no fallback. Visitors without a value see nothing there.`
      return [finding('placeholder_empty', path, message)]
    }),
  )
}

async function findWarnings(
  db: Reader,
  tenantId: string,
  document: Document,
  audience: CheckedAudience,
): Promise<CheckFinding[]> {
  const texts = textsOf(document)
  const [dead, pictures] = await Promise.all([
    deadLinks(db, tenantId, texts),
    pictureWarnings(db, tenantId, document),
  ])
  return [
    ...promptWarnings(texts),
    ...actionWarnings(document, audience, texts),
    ...sourceWarnings(document, audience),
    ...pictures,
    ...dead,
    ...metadataWarnings(document, audience),
    ...themeWarnings(document),
    ...reachWarnings(audience),
  ]
}

function finding(code: CheckCode, path: string, message: string): CheckFinding {
  return { code, path, message }
}

type FoundText = { path: string; text: string; isLink: boolean; isButton: boolean }

/** The texts and links that a document shows, with their paths. */
function textsOf({ blocks }: Document): FoundText[] {
  const found: FoundText[] = []
  for (const [index, block] of blocks.entries()) {
    const type = blockTypes.find(({ name }) => name === block.type)
    if (!type || block.hidden) continue
    mapStrings(type.props, block.props, (text, { kind, path }) => {
      if (isUnseen(type.words, block.props, path)) return text
      const at = `/blocks/${index}/props${path}`
      if (kind) found.push({ path: at, text, isLink: kind === 'link', isButton: /Action\/link$/.test(path) })
      return text
    })
  }
  return found
}

function promptWarnings(texts: FoundText[]): CheckFinding[] {
  return texts.flatMap(({ path, text }) =>
    promptsIn(text).map((question) => finding('prompt_unfilled', path, `Not written yet: ${question}`)),
  )
}

function actionWarnings(document: Document, audience: CheckedAudience, texts: FoundText[]): CheckFinding[] {
  const { actions, headerActionId } = audience
  const page = { actions, headerActionId: headerActionId ?? undefined }
  const resolve = resolverOf(withoutPrompts(document), page)
  const links = texts.filter(({ isLink, text }) => isLink && !text.includes('{{'))
  const asks = document.blocks.some(({ type, hidden }) => type === 'form' && !hidden)
  if (!asks && !links.some(({ text }) => resolve(text)))
    return [finding('no_action', '', 'The page has no call to action. Add an action or a form.')]
  return links.flatMap(({ path, text }) =>
    actionOf(text) !== undefined && !resolve(text)
      ? [finding('action_unknown', path, `The page has no action “${actionOf(text)}”, so this is not shown.`)]
      : [],
  )
}

/** A block with the visitor's or their company's name makes a statement about them. */
function sourceWarnings({ blocks }: Document, { names }: CheckedAudience): CheckFinding[] {
  if (names.length === 0) return []
  return blocks.flatMap(({ type, props, sources, hidden }, index) => {
    if (hidden || sources.length > 0) return []
    const schema = blockTypes.find(({ name }) => name === type)?.props
    const said: string[] = []
    if (schema)
      mapStrings(schema, props, (text, { kind }) => {
        if (kind && kind !== 'link') said.push(text)
        return text
      })
    const all = said.join('\n').toLowerCase()
    const name = names.find((one) => all.includes(one.toLowerCase()))
    const message = `This block mentions ${name} without a source.`
    return name ? [finding('statement_without_source', `/blocks/${index}/sources`, message)] : []
  })
}

type UsedPicture = { path: string; assetId: string; alt: string }

async function pictureWarnings(db: Reader, tenantId: string, document: Document): Promise<CheckFinding[]> {
  const pictured: UsedPicture[] = []
  const walk = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return
    const { assetId, alt } = value as Partial<UsedPicture>
    if (typeof assetId === 'string' && typeof alt === 'string') pictured.push({ path, assetId, alt })
    for (const [name, inner] of Object.entries(value)) walk(inner, `${path}/${name}`)
  }
  for (const [index, { props, hidden }] of document.blocks.entries())
    if (!hidden) walk(props, `/blocks/${index}/props`)
  const there = await findPictures(
    db,
    tenantId,
    pictured.map(({ assetId }) => assetId),
  )
  return pictured.flatMap(({ path, assetId, alt }) => {
    if (!there.has(assetId))
      return [finding('picture_missing', `${path}/assetId`, 'The image was deleted, so it is not shown.')]
    return alt.trim() === ''
      ? [finding('alt_missing', `${path}/alt`, 'Add alt text that describes the image.')]
      : []
  })
}

async function deadLinks(db: Reader, tenantId: string, texts: FoundText[]): Promise<CheckFinding[]> {
  const links = texts.flatMap(({ path, text, isLink }) =>
    targetsIn(text, isLink).flatMap((target) => {
      const canonical = pathOn(target)
      return canonical === undefined ? [] : [{ path, canonical }]
    }),
  )
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

function targetsIn(text: string, isLink: boolean): string[] {
  if (isLink) return [text]
  return [...text.matchAll(tokenPattern)].flatMap(([, , , , target]) =>
    target === undefined ? [] : [target],
  )
}

/** The path of a link within the site; undefined for links to other sites or that depend on the visitor. */
function pathOn(link: string): string | undefined {
  if (!link.startsWith('/') || link.includes('{{')) return undefined
  try {
    return canonicalPath(link.replace(/[?#].*$/s, ''))
  } catch (error) {
    if (error instanceof PathError) return undefined
    throw error
  }
}

function metadataWarnings(
  document: Document,
  { metadata, title: pageTitle }: CheckedAudience,
): CheckFinding[] {
  const { title = pageTitle, description = '' }: Metadata = effectiveMetadata(
    metadata ?? undefined,
    document.metadata,
  )
  const findings: CheckFinding[] = []
  if (title.trim() === '')
    findings.push(
      finding('title_missing', '/metadata/title', 'Add a title for browser tabs and search results.'),
    )
  if (lengthOf(title) > longestTitle)
    findings.push(
      finding(
        'title_long',
        '/metadata/title',
        `The title has ${lengthOf(title)} characters; about ${longestTitle} are shown.`,
      ),
    )
  if (description.trim() === '')
    findings.push(
      finding(
        'description_missing',
        '/metadata/description',
        'Add a one-sentence description for search results and shared links.',
      ),
    )
  if (lengthOf(description) > longestDescription)
    findings.push(
      finding(
        'description_long',
        '/metadata/description',
        `The description has ${lengthOf(description)} characters; about ${longestDescription} are shown.`,
      ),
    )
  return findings
}

function themeWarnings(document: Document): CheckFinding[] {
  const { textColor, backgroundColor, language } = document.theme
  const findings: CheckFinding[] = []
  if (textColor && backgroundColor && contrast(textColor, backgroundColor) < 4.5)
    findings.push(
      finding(
        'contrast',
        '/theme/textColor',
        'Text and background have too little contrast. A readable shade is shown instead.',
      ),
    )
  const detected = writtenIn(document)
  if (language && new Intl.Locale(language).language !== new Intl.Locale(detected).language)
    findings.push(
      finding(
        'language',
        '/theme/language',
        `The page language is set to ${nameOf(language)}, but the text seems to be ${nameOf(detected)}.`,
      ),
    )
  return findings
}

/** The language of a document; empty if it has too few words to detect it. */
function writtenIn(document: Document): string {
  const text = textOf(withoutPrompts(document))
  const { language } = document.theme
  return language && text.length <= 200 ? language : detectLanguage(text)
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

function nameOf(language: string): string {
  return languageNames.of(language) ?? language
}

function reachWarnings({ pageStatus, isReachable }: CheckedAudience): CheckFinding[] {
  const findings: CheckFinding[] = []
  if (pageStatus !== 'published')
    findings.push(finding('page_not_published', '/page/status', 'The page itself is not published yet.'))
  if (!isReachable) findings.push(finding('no_page_link', '', 'This page has no address yet. Add a link.'))
  return findings
}

function lengthOf(text: string): number {
  return [...text].length
}
