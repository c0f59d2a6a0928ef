import { labelOf, quoted } from '../../../builtin-agent/label.ts'
import { Refusal } from '../../../builtin-agent/refusal.ts'
import {
  type Block,
  type Item,
  itemsOf,
  listsOf,
  type MetadataPatch,
  type Source,
} from '../../../document/index.ts'
import { allAudiences } from '../agent.ts'
import type { WorkingDocument } from '../workingDocument.ts'
import { asksToGoBack, asksToRemove, titlesOf } from './asked.ts'
import { Evidence } from './evidence.ts'
import { keyOf, type NumberedFacts } from './facts.ts'
import { documentText } from './familiar.ts'
import { findName, type Name, namesOf } from './names.ts'
import { Rejection } from './rejection.ts'
import { looksSecret, repeatsInstructions } from './secrets.ts'
import { textsOf } from './texts.ts'
import { refuseCopies, TrustedAddresses, textsOfUsers, withoutTargets } from './trust.ts'

const addressPattern = /(?:https?:\/\/|mailto:|tel:|action:)[^\s)"\]]+|\]\(#[^\s)]*|^#[^\s]*$/gi

type Working = Pick<WorkingDocument, 'context' | 'document'>

/**
 * Refuses changes by a model that are valid but not allowed: sources that were not in its prompt, statements without
 * support in the brand's or the audience's facts, assets that its search did not return, removals that the message
 * doesn't ask for, and links to URLs that occur only in text from outside the team. The prompt asks for the same, but models don't always comply.
 */
export class Guard {
  readonly #working: Working
  readonly #facts: NumberedFacts
  readonly #names: Name[]
  readonly #assets = new Set<string>()
  readonly #trust: TrustedAddresses
  readonly #evidence: Evidence

  constructor(working: Working, facts: NumberedFacts) {
    this.#working = working
    this.#facts = facts
    this.#names = namesOf(working.context)
    this.#trust = new TrustedAddresses(working.context)
    this.#evidence = new Evidence(working.context, facts)
    for (const id of stringsOf(working.context.document)) if (id.startsWith('asset_')) this.#assets.add(id)
  }

  found(assetIds: string[]) {
    for (const id of assetIds) this.#assets.add(id)
  }

  /** Checks the new texts of a block and returns its sources. Texts that it already has are not checked. */
  checkBlock(type: string, props: object, sources: Source[], before?: Block): Source[] {
    this.#demandKnown(sources, before)
    const old = before ? stringsOf(before.props) : []
    const added = without(old, stringsOf(props))
    this.#checkTexts(added, old)
    const named = this.#demandSource(sources, before ? [...added, ...keptTexts(props, before)] : added)
    return this.#checkEvidence(type, props, old, named, before?.props ?? {})
  }

  /** Checks an item; its sources are added to those of its block. */
  checkItem(list: string, fields: object, sources: Source[], block: Block): Source[] {
    this.#demandKnown(sources, block)
    const old = stringsOf(block.props)
    const added = without(old, stringsOf(fields))
    this.#checkTexts(added, old)
    const all = new Map([...block.sources, ...sources].map((source) => [keyOf(source), source]))
    const named = this.#demandSource([...all.values()], added)
    return this.#checkEvidence(block.type, { [list]: [fields] }, old, named, block.props)
  }

  /** Metadata have no sources, so they may contain a name only if the message or a sourced block has it. */
  checkMetadata(metadata: MetadataPatch) {
    const { document } = this.#working
    const texts = stringsOf(metadata)
    this.#checkTexts(texts, stringsOf(document.metadata ?? {}))
    this.#evidence.checkUnsourced(texts, documentText(document))
    const name = findName(texts, this.#names)
    if (!name || this.#isDictated([name.text])) return
    const isSourced = document.blocks.some(({ sources }) =>
      sources.some(({ kind }) => kind === name.source.kind),
    )
    if (!isSourced)
      throw new Refusal(
        `The metadata would speak of ${name.text}, but the message does not ask for it and no block of the page does.`,
      )
  }

  /** What is wrong with a text that is to be sent as a message later; undefined if nothing is. */
  faultIn(text: string): string | undefined {
    try {
      this.#checkTexts([text], [])
      this.#evidence.checkUnsourced([text], documentText(this.#working.document))
      return undefined
    } catch (error) {
      if (error instanceof Refusal) return error.message
      throw error
    }
  }

  /** Refuses a removal that the message does not ask for. */
  checkRemoval(block: Block, item?: Item) {
    const { context, document } = this.#working
    if (asksToRemove(context, block, item)) return
    const label = labelOf(block, document)
    const [title] = item ? titlesOf([item]) : []
    const what = item ? `${title ? quoted(title, 40) : 'an item'} in ${label}` : label
    throw new Rejection(
      `The message does not ask to remove ${what}. Leave it; if it should go, call reply, ask, and offer the removal as a suggestion.`,
      'your message does not ask for that',
    )
  }

  /** Refuses to drop items by replacing a whole list, unless the message asks for it. */
  checkDropped(block: Block, props: object) {
    for (const list of listsOf(block.type)) {
      const kept = (props as Record<string, unknown>)[list]
      if (!Array.isArray(kept)) continue
      const ids = new Set(kept.map((item) => (item as Partial<Item> | null)?.id))
      for (const item of itemsOf(block, list)) if (!ids.has(item.id)) this.checkRemoval(block, item)
    }
  }

  checkGoingBack() {
    if (asksToGoBack(this.#working.context)) return
    throw new Rejection(
      'The message does not ask to go back to an earlier version. Leave the page as it is, or call reply and ask.',
      'your message does not ask for that',
    )
  }

  #demandKnown(sources: Source[], before: Block | undefined) {
    const known = new Set(before?.sources.map(keyOf))
    const unknown = sources.find((source) => !this.#facts.has(source) && !known.has(keyOf(source)))
    if (unknown)
      throw new Refusal(`${this.#facts.nameOf(unknown) || 'A source'} is not one of the facts. Leave it out.`)
  }

  /**
   * A text that names a person or account needs a source. If the message dictates the text, the source is the field
   * with the name.
   */
  #demandSource(sources: Source[], texts: string[]): Source[] {
    if (sources.length > 0) return sources
    const name = findName(texts, this.#names)
    if (!name) return sources
    if (this.#isDictated(texts.filter((text) => findName([text], [name])))) return [name.source]
    throw new Refusal(
      `The text speaks of ${name.text}, so sources must name the facts that it rests on, such as ["${this.#facts.nameOf(name.source)}"].`,
    )
  }

  #checkEvidence(type: string, props: object, old: string[], sources: Source[], before: object): Source[] {
    const after = textsOf(type, props)
    const known = new Set(old.map(withoutTargets))
    const added = [...after.values()].filter((text) => !known.has(text))
    return this.#evidence.check(
      { added, before: textsOf(type, before), after },
      sources,
      this.#working.document,
    )
  }

  #isDictated(texts: string[]): boolean {
    const message = normalised(this.#working.context.message)
    return texts.every((text) => message.includes(normalised(text)))
  }

  /** Refuses addresses not given by the company, assets that were not found, secrets and placeholders. */
  #checkTexts(texts: string[], old: string[]) {
    const before = old.join('\n').toLowerCase()
    for (const text of texts) {
      if (/^asset_[a-z0-9]{26}$/.test(text)) {
        if (!this.#assets.has(text))
          throw new Refusal(`There is no asset ${text}. Use an id that findAssets gave.`)
        continue
      }
      for (const address of text.match(addressPattern) ?? []) this.#checkAddress(address.replace(/^\]\(/, ''))
      const unknown = this.#trust.findUnknown(withoutTargets(text).replace(addressPattern, ' '))
      if (unknown && !before.includes(unknown.toLowerCase())) throw notTrusted(unknown)
      this.#checkPlaceholders(text, before)
      if (repeatsInstructions(text) || (looksSecret(text) && !this.#isKnownText(text)))
        throw new Rejection(
          'The text holds instructions or a key that are not for visitors. Leave them out.',
          'the text held something that is not for visitors',
        )
    }
  }

  #isKnownText(text: string): boolean {
    return this.#isDictated([text]) || stringsOf(this.#working.context.document).includes(text)
  }

  /** Placeholders are filled with personal data, so a model may not add any to a personal page. */
  #checkPlaceholders(text: string, before: string) {
    const { audience } = this.#working.context
    const known = `${before}\n${textsOfUsers(this.#working.context).toLowerCase()}`
    for (const [whole] of text.matchAll(/\{\{[^{}]*\}\}/g)) {
      const isPrompt = /^\{\{\s*prompt\s*\|/i.test(whole)
      if (known.includes(whole.toLowerCase()) || (audience.name === allAudiences && !isPrompt)) continue
      throw new Rejection(
        `${whole.slice(0, 60)} is a new placeholder. Write the text itself, or leave it out.`,
        'it would have brought in a placeholder',
      )
    }
  }

  #checkAddress(address: string) {
    if (address.startsWith('#')) return this.#checkAnchor(address.slice(1))
    refuseCopies(address)
    if (this.#trust.allowsLink(address) === false) throw notTrusted(address)
  }

  #checkAnchor(id: string) {
    const { blocks } = this.#working.document
    if (blocks.some((block) => block.id === id)) return
    throw new Refusal(
      `#${id.slice(0, 40)} leads to no block. Blocks: ${blocks.map((one) => one.id).join(', ')}.`,
    )
  }
}

function notTrusted(address: string): Rejection {
  return new Rejection(
    `${address.slice(0, 100)} is no address that links of the page, its actions, the account or the message name, so nothing may lead there. Leave it out.`,
    'it would have named an address that neither the page nor your message has',
  )
}

/** All texts of a block that has sources, after the change: as long as its statements stay, its sources stay. */
function keptTexts(props: object, before: Block): string[] {
  return before.sources.length > 0 ? stringsOf({ ...before.props, ...props }) : []
}

/** All strings in a value, at any depth. */
export function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsOf)
}

function without(old: string[], texts: string[]): string[] {
  const known = new Set(old)
  return texts.filter((text) => !known.has(text))
}

function normalised(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim()
}
