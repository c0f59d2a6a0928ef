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
import { canonicalPath, PathError } from '../links/path.ts'
import { findBlockers } from '../versions/blockers.ts'
import type { CheckCode, CheckFinding } from '../versions/schema.ts'
import type { CheckedAudience } from './checkQueries.ts'

const longestTitle = 60
const longestDescription = 160

/** What a document alone shows. Whether its pictures and links exist has to be looked up. */
export type DocumentFindings = {
  blockers: CheckFinding[]
  placeholders: CheckFinding[]
  /** The warnings before and after those about pictures and links. */
  first: CheckFinding[]
  last: CheckFinding[]
  pictures: UsedPicture[]
  links: UsedLink[]
  language: string
}
export type UsedPicture = { path: string; assetId: string; alt: string }
/** A link within the site. */
export type UsedLink = { path: string; canonical: string }
type Checked = { audience: CheckedAudience; document: Document }

export function checkText({ audience, json }: { audience: CheckedAudience; json: string }): DocumentFindings {
  return checkDocument({ audience, document: JSON.parse(json) })
}

export function checkDocument({ audience, document }: Checked): DocumentFindings {
  const texts = textsOf(document)
  const language = writtenIn(document)
  return {
    blockers: findBlockers(document, audience),
    placeholders: placeholderWarnings(texts),
    first: [
      ...promptWarnings(texts),
      ...actionWarnings(document, audience, texts),
      ...sourceWarnings(document, audience),
    ],
    last: [
      ...metadataWarnings(document, audience),
      ...themeWarnings(document, language),
      ...reachWarnings(audience),
    ],
    pictures: picturesIn(document),
    links: linksIn(texts),
    language,
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

export function finding(code: CheckCode, path: string, message: string): CheckFinding {
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

function picturesIn(document: Document): UsedPicture[] {
  const pictured: UsedPicture[] = []
  const walk = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return
    const { assetId, alt } = value as Partial<UsedPicture>
    if (typeof assetId === 'string' && typeof alt === 'string') pictured.push({ path, assetId, alt })
    for (const [name, inner] of Object.entries(value)) walk(inner, `${path}/${name}`)
  }
  for (const [index, { props, hidden }] of document.blocks.entries())
    if (!hidden) walk(props, `/blocks/${index}/props`)
  return pictured
}

function linksIn(texts: FoundText[]): UsedLink[] {
  return texts.flatMap(({ path, text, isLink }) =>
    targetsIn(text, isLink).flatMap((target) => {
      const canonical = pathOn(target)
      return canonical === undefined ? [] : [{ path, canonical }]
    }),
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
  const checked = [
    ['title', title, longestTitle, 'Add a title for browser tabs and search results.'],
    [
      'description',
      description,
      longestDescription,
      'Add a one-sentence description for search results and shared links.',
    ],
  ] as const
  return checked.flatMap(([field, text, most, advice]) => {
    const path = `/metadata/${field}`
    if (text.trim() === '') return [finding(`${field}_missing`, path, advice)]
    const length = lengthOf(text)
    return length > most
      ? [finding(`${field}_long`, path, `The ${field} has ${length} characters; about ${most} are shown.`)]
      : []
  })
}

function themeWarnings(document: Document, detected: string): CheckFinding[] {
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
