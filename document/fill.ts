import { withoutRefusedCharacters } from '../shared/characters.ts'
import { escapeInline, tokenPattern } from '../shared/inline.ts'
import { encodeForLink } from '../shared/links.ts'
import { nameOfDomain } from '../shared/nameOfDomain.ts'
import {
  type FixedPlaceholder,
  type Placeholder,
  placeholders,
  readPlaceholder,
} from '../shared/placeholders.ts'
import { readPrompt, replacePrompts, withDefaults } from '../shared/prompts.ts'
import { mapStrings, type StringKind } from '../shared/strings.ts'
import { holdsScriptAddress } from '../shared/texts.ts'
import type { BlockType } from './blocks/block.ts'
import { blockTypes } from './blocks/index.ts'
import type { Metadata } from './metadata.ts'
import { type Block, type Document, mostSources, type Source } from './schema.ts'

/** The known data of an audience's person and account. */
export type Facts = {
  account?: { accountId: string; name: string | null; domain: string; fields?: CustomValues } | undefined
  person?:
    | {
        personId: string
        name: string | null
        email?: string | null
        jobTitle?: string | null
        fields?: CustomValues
      }
    | undefined
  brand?: { name: string } | undefined
  page?: { title: string } | undefined
}

/** Values of custom fields, by key. */
export type CustomValues = Record<string, string | number>

type FilledValue = { value: string; source?: Source }
type Replacement = (inside: string) => string

/** Longer values are mistakes or abuse, and don't fit into a heading. */
const longestValue = 200

const types = new Map<string, BlockType>(blockTypes.map((type) => [type.name, type]))

/**
 * Fills in all placeholders except prompts, and adds a source to each block for the values used. Values are plain text:
 * whatever they contain, they add no markup, link or placeholder.
 */
export function fillPlaceholders(document: Document, facts: Facts): Document {
  const known = readFacts(facts)
  const { metadata } = document
  return {
    ...document,
    blocks: document.blocks.map((block) => fillBlock(block, known)),
    ...(metadata ? { metadata: fillMetadata(metadata, facts) } : {}),
  }
}

/**
 * The document of a page, filled in for an audience. The page's robots directive is not inherited: personal pages are
 * not indexed unless their audience's own metadata allow it.
 */
export function fillForAudience(document: Document, facts: Facts): Document {
  const filled = fillPlaceholders(document, facts)
  if (!filled.metadata?.robots || !(facts.person || facts.account)) return filled
  const {
    metadata: { robots, ...metadata },
    ...rest
  } = filled
  return Object.keys(metadata).length > 0 ? { ...rest, metadata } : rest
}

/** URLs are not filled in: names don't belong in them. */
function fillMetadata(metadata: Metadata, facts: Facts): Metadata {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [
      name,
      typeof value === 'string' && !name.endsWith('Url') ? fillLine(value, facts) : value,
    ]),
  )
}

/** Fills in a line of plain text outside of a document, such as a title. */
export function fillLine(text: string, facts: Facts): string {
  const known = readFacts(facts)
  return withDefaults(text).replace(/\{\{([^{}]*)\}\}/g, (whole, inside: string) => {
    if (readPrompt(inside) !== undefined) return ''
    const placeholder = readPlaceholder(inside)
    return placeholder ? (known.get(placeholder.name)?.value ?? placeholder.fallback) : whole
  })
}

function fillBlock(block: Block, known: Map<Placeholder, FilledValue>): Block {
  const schema = types.get(block.type)?.props
  if (!schema) return block
  const used: Source[] = []
  let changed = false
  const props = mapStrings(schema, block.props, (text, { kind, maxLength }) => {
    if (!kind || !text.includes('{{')) return text
    changed = true
    const sources: Source[] = []
    const filled = fillString(text, kind, (inside) => {
      const placeholder = readPlaceholder(inside)
      const fact = placeholder && known.get(placeholder.name)
      if (fact?.source) sources.push(fact.source)
      return fact?.value ?? placeholder?.fallback ?? ''
    })
    if (lengthOf(filled) > maxLength) return fillShorter(text, kind, maxLength)
    used.push(...sources)
    return filled
  })
  if (!changed) return block
  return { ...block, props, sources: joinSources(block.sources, used) } as Block
}

function fillShorter(text: string, kind: StringKind, maxLength: number): string {
  // A truncated prompt could not be recognised.
  let prompt: string | undefined
  replacePrompts(text, (_question, _preset, whole) => {
    prompt ??= whole
    return whole
  })
  if (prompt) return prompt
  const filled = fillString(text, kind, (inside) => readPlaceholder(inside)?.fallback ?? '')
  return [...filled].slice(0, maxLength).join('')
}

function fillString(text: string, kind: StringKind, replacement: Replacement): string {
  if (kind === 'link') return fillLink(text, replacement)
  const fill = (inside: string) => escapeInline(replacement(inside), text.includes(']'))
  const filled =
    kind === 'text'
      ? text.replace(/(\\[!-/:-@[-`{-~])|\{\{([^{}]*)\}\}/g, (whole, sign, inside) =>
          sign || readPrompt(inside) !== undefined ? whole : fill(inside),
        )
      : text.replace(tokenPattern, (whole, _sign, _stars, _bracket, target, inside) => {
          if (target !== undefined) return `](${fillLink(target, replacement)})`
          return inside === undefined || readPrompt(inside) !== undefined ? whole : fill(inside)
        })
  // The text was validated without such addresses, so a value must have added one.
  const safe = holdsScriptAddress(filled) ? escapeColons(filled) : filled
  return safe.trim() === '' ? '–' : safe
}

/** Not in links: values can't change their targets. */
function escapeColons(text: string): string {
  return text.replace(/(\\.|\]\([^()]*\))|[:&]/g, (whole, kept) => (kept ? whole : `\\${whole}`))
}

function fillLink(link: string, replacement: Replacement): string {
  return link.replace(/\{\{([^{}]*)\}\}/g, (_whole, inside: string) => encodeForLink(replacement(inside)))
}

function joinSources(before: Source[], added: Source[]): Source[] {
  const all = new Map(
    [...before, ...added].map(({ kind, id, field }) => [
      `${kind} ${id} ${field}`,
      { kind, id, ...(field ? { field } : {}) },
    ]),
  )
  return [...all.values()].slice(0, mostSources)
}

/** The value of each placeholder for these facts, or its fallback. */
export function placeholderValues(facts: Facts): { name: Placeholder; value: string; isKnown: boolean }[] {
  const known = readFacts(facts)
  const fixed = (Object.keys(placeholders) as FixedPlaceholder[]).map((name) => {
    const value = known.get(name)?.value
    return { name, value: value ?? placeholders[name], isKnown: value !== undefined }
  })
  const own = [...known].filter(([name]) => !Object.hasOwn(placeholders, name))
  return [...fixed, ...own.map(([name, { value }]) => ({ name, value, isKnown: true }))]
}

/** The sources that filling in these facts can add to a block. */
export function sourcesOfFacts(facts: Facts): Source[] {
  return [...readFacts(facts).values()].flatMap(({ source }) => source ?? [])
}

function readFacts({ account, person, brand, page }: Facts): Map<Placeholder, FilledValue> {
  const known = new Map<Placeholder, FilledValue>()
  const add = (name: Placeholder, text: string | null | undefined, source?: Source) => {
    const value = clean(text ?? '')
    if (value !== '') known.set(name, source ? { value, source } : { value })
  }
  if (account) {
    const domain: Source = { kind: 'account_field', id: account.accountId, field: 'domain' }
    add('account.domain', account.domain, domain)
    add('account.name', nameOfDomain(account.domain) ?? account.domain, domain)
    add('account.name', account.name, { ...domain, field: 'name' })
    for (const [key, value] of Object.entries(account.fields ?? {}))
      add(`account.fields.${key}`, String(value), { kind: 'account_field', id: account.accountId })
  }
  if (person) {
    const source: Source = { kind: 'person_field', id: person.personId, field: 'name' }
    const { first, last } = splitName(clean(person.name ?? ''))
    add('person.name', person.name, source)
    add('person.firstName', first, source)
    add('person.lastName', last, source)
    add('person.email', person.email, { ...source, field: 'email' })
    add('person.jobTitle', person.jobTitle, { ...source, field: 'jobTitle' })
    for (const [key, value] of Object.entries(person.fields ?? {}))
      add(`person.fields.${key}`, String(value), { kind: 'person_field', id: person.personId })
  }
  add('brand.name', brand?.name)
  add('page.title', page?.title)
  return known
}

/** One line, without control characters and directional formatting characters. */
function clean(text: string): string {
  const line = withoutRefusedCharacters(text)
    .replace(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff]/g, '')
    .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  return [...line].slice(0, longestValue).join('').trim()
}

/** The first name of `Doe, Jane` and `Dr. Jane Doe` is Jane. */
function splitName(name: string): { first: string; last: string } {
  const [family, given] = name.split(/,\s*/, 2)
  const words = (given ? `${given} ${family}` : name).split(' ')
  while (words.length > 1 && /^(?:dr|mr|mrs|ms|mx|prof|sir)\.?$/i.test(words[0] ?? '')) words.shift()
  return { first: words[0] ?? '', last: words.slice(1).join(' ') }
}

function lengthOf(text: string) {
  let length = 0
  for (const _ of text) length++
  return length
}
