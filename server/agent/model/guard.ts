import {
  type Block,
  contrast,
  type Document,
  type MetadataPatch,
  type Source,
  type Theme,
} from '../../../document/index.ts'
import { actionOf } from '../../../shared/links.ts'
import type { AgentContext } from '../agent.ts'
import { Refusal } from '../refusal.ts'
import { hostsIn, mailsIn } from './addresses.ts'
import { type Facts, keyOf } from './facts.ts'
import { findName, type Name, namesOf } from './names.ts'

const addressPattern = /(?:https?:\/\/|mailto:|tel:|action:)[^\s)"\]]+|\]\(#[^\s)]*|^#[^\s]*$/gi
/** WCAG 2.2 AA asks this of text. */
const leastContrast = 4.5

/**
 * What a model may not do although the document would stay valid: rest statements on sources that it was not shown,
 * speak of somebody without naming one, use assets it did not find, make text unreadable, or lead visitors to places
 * that only an outsider's text names. Asking it not to would be a wish; this is the rule.
 */
export class Guard {
  readonly #context: AgentContext
  readonly #facts: Facts
  readonly #names: Name[]
  readonly #assets = new Set<string>()
  readonly #hosts: Set<string>
  readonly #mails: Set<string>
  readonly #digits: string

  constructor(context: AgentContext, facts: Facts) {
    this.#context = context
    this.#facts = facts
    this.#names = namesOf(context)
    const trusted = trustedText(context)
    this.#hosts = new Set(hostsIn(trusted).map(bare))
    this.#mails = new Set(mailsIn(trusted))
    this.#digits = trusted.replace(/\D/g, '')
    for (const id of stringsOf(context.document)) if (id.startsWith('asset_')) this.#assets.add(id)
  }

  found(assetIds: string[]) {
    for (const id of assetIds) this.#assets.add(id)
  }

  /** Refuses what a block would come to say, and returns its sources; what it said before is left alone. */
  checkBlock(props: object, sources: Source[], before?: Block): Source[] {
    this.#demandKnown(sources, before)
    const old = new Set(before ? stringsOf(before.props) : [])
    const added = stringsOf(props).filter((text) => !old.has(text))
    this.#checkAddresses(added)
    return this.#demandSource(sources, before ? [...added, ...keptTexts(props, before)] : added)
  }

  /** The same for an item: what it rests on joins the sources of its block. */
  checkItem(fields: object, sources: Source[], block: Block): Source[] {
    this.#demandKnown(sources, block)
    const old = new Set(stringsOf(block.props))
    const added = stringsOf(fields).filter((text) => !old.has(text))
    this.#checkAddresses(added)
    const all = new Map([...block.sources, ...sources].map((source) => [keyOf(source), source]))
    return this.#demandSource([...all.values()], added)
  }

  /** Metadata have no sources: a name may stand there where the message or a sourced block already says it. */
  checkMetadata(metadata: MetadataPatch, { blocks }: Document) {
    const texts = stringsOf(metadata)
    this.#checkAddresses(texts)
    const name = findName(texts, this.#names)
    if (!name || this.#isDictated([name.text])) return
    const isSourced = blocks.some(({ sources }) => sources.some(({ kind }) => kind === name.source.kind))
    if (!isSourced)
      throw new Refusal(
        `The metadata would speak of ${name.text}, but the message does not ask for it and no block of the page does.`,
      )
  }

  /** Refuses text that could hardly be read on its background. */
  checkContrast(before: Theme, patch: { [K in keyof Theme]?: Theme[K] | null }) {
    const { textColor, backgroundColor } = { ...before, ...patch }
    if (!patch.textColor && !patch.backgroundColor) return
    if (!isColor(textColor) || (backgroundColor && !isColor(backgroundColor))) return
    const ratio = contrast(textColor, backgroundColor ?? '#ffffff')
    if (ratio < leastContrast)
      throw new Refusal(
        `Text in ${textColor} on ${backgroundColor ?? 'the white page'} has a contrast of ${ratio.toFixed(1)}; at least ${leastContrast} is needed. Choose a ${contrast(backgroundColor ?? '#ffffff', '#000000') > leastContrast ? 'darker' : 'lighter'} text or change both.`,
      )
  }

  #demandKnown(sources: Source[], before: Block | undefined) {
    const known = new Set(before?.sources.map(keyOf))
    const unknown = sources.find((source) => !this.#facts.has(source) && !known.has(keyOf(source)))
    if (unknown)
      throw new Refusal(`${this.#facts.nameOf(unknown) || 'A source'} is not one of the facts. Leave it out.`)
  }

  /** Who is named has a source. Words that the message dictates rest on the name itself. */
  #demandSource(sources: Source[], texts: string[]): Source[] {
    if (sources.length > 0) return sources
    const name = findName(texts, this.#names)
    if (!name) return sources
    if (this.#isDictated(texts.filter((text) => findName([text], [name])))) return [name.source]
    throw new Refusal(
      `The text speaks of ${name.text}, so sources must name the facts that it rests on, such as ["${this.#facts.nameOf(name.source)}"].`,
    )
  }

  #isDictated(texts: string[]): boolean {
    const message = squeeze(this.#context.message)
    return texts.every((text) => message.includes(squeeze(text)))
  }

  /** Refuses assets that were not found and addresses that nobody of the company named. */
  #checkAddresses(texts: string[]) {
    for (const text of texts) {
      if (/^asset_[a-z0-9]{26}$/.test(text) && !this.#assets.has(text))
        throw new Refusal(`There is no asset ${text}. Use an id that findAssets gave.`)
      for (const address of text.match(addressPattern) ?? []) this.#checkAddress(address.replace(/^\]\(/, ''))
    }
  }

  #checkAddress(address: string) {
    if (address.startsWith('#')) return this.#checkAnchor(address.slice(1))
    const [scheme = '', rest = ''] = splitOnce(address, ':')
    const isKnown = {
      action: () => this.#knowsAction(address),
      mailto: () => this.#knowsMail(rest),
      tel: () => this.#digits.includes(rest.replace(/\D/g, '')),
      http: () => this.#knowsHost(rest),
      https: () => this.#knowsHost(rest),
    }[scheme.toLowerCase()]
    if (isKnown && !isKnown())
      throw new Refusal(
        `${address.slice(0, 100)} is not named by the page, its actions, the company's context or the message, so nothing may lead there.`,
      )
  }

  #checkAnchor(id: string) {
    const { blocks } = this.#context.document
    if (blocks.some((block) => block.id === id)) return
    throw new Refusal(
      `#${id.slice(0, 40)} leads to no block. Blocks: ${blocks.map((one) => one.id).join(', ')}.`,
    )
  }

  #knowsHost(rest: string): boolean {
    const host = rest.replace(/^\/+/, '').split(/[/?#:]/, 1)[0] ?? ''
    return this.#hosts.has(bare(host.toLowerCase()))
  }

  /** Only subject and body: `cc` and `bcc` would copy what visitors write to somebody else. */
  #knowsMail(rest: string): boolean {
    const [mail = '', query = ''] = splitOnce(rest, '?')
    const fields = query.split('&').map((field) => field.split('=', 1)[0]?.toLowerCase() ?? '')
    if (query !== '' && !fields.every((field) => field === 'subject' || field === 'body'))
      throw new Refusal('A mailto: link may carry a subject and a body, nothing else.')
    return this.#mails.has(mail.toLowerCase())
  }

  #knowsAction(address: string): boolean {
    const id = actionOf(address)
    return id === 'primary' || this.#context.page.actions.some(({ actionId }) => actionId === id)
  }
}

/**
 * What the company's own people wrote. Logs and activity are not among it: others have a hand in them. Neither is what
 * placeholders filled in: a visitor who calls himself “evil.example” has not named a place to lead to.
 */
function trustedText({ document, page, audience, person, account, message, conversation }: AgentContext) {
  const said = conversation.filter(({ author }) => author === 'user').map(({ text }) => text)
  const filledIn = [person?.name, person?.email, account?.name]
    .filter((name): name is string => Boolean(name))
    .map((name) => name.toLowerCase())
    .sort((one, other) => other.length - one.length)
  const onPage = filledIn.reduce(
    (text, name) => text.replaceAll(name, ' '),
    [...stringsOf(document), ...stringsOf(page.metadata ?? {})].join('\n').toLowerCase(),
  )
  const context = [page.pageContext, audience.supplementaryContext, account?.domain, message, ...said]
  return [onPage, ...page.actions.map(({ url }) => url), ...context].join('\n').toLowerCase()
}

/** What a block that had sources goes on to say: with statements that stay, their sources stay. */
function keptTexts(props: object, before: Block): string[] {
  return before.sources.length > 0 ? stringsOf({ ...before.props, ...props }) : []
}

/** Every string in a value, wherever it stands. */
export function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsOf)
}

function isColor(value: unknown): value is string {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
}

function squeeze(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim()
}

function bare(host: string): string {
  return host.replace(/^www\./, '').replace(/\.$/, '')
}

/** What stands before and after the first sign; nothing after where it is missing. */
function splitOnce(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
