import { actionOf } from '../../documents/links.ts'
import type { Block, Source } from '../../documents/schema.ts'
import type { AgentContext } from '../agent.ts'
import { Refusal } from '../refusal.ts'
import { factsOf } from './prompt.ts'

const hostPattern = /[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
const mailPattern = /[^\s@"<>()[\],;:]+@[\p{L}\p{N}.-]+\p{L}/gu
const addressPattern = /(?:https?:\/\/|mailto:|tel:|action:)[^\s)"\]]+/gi

/**
 * What a model may not do although the document would stay valid: rest statements on sources that it was not shown,
 * speak of somebody without naming one, use assets it did not find, or lead visitors to places that only an outsider's
 * text names. Asking it not to would be a wish; this is the rule.
 */
export class Guard {
  readonly #context: AgentContext
  readonly #sources: Set<string>
  readonly #names: string[]
  readonly #assets = new Set<string>()
  readonly #hosts: Set<string>
  readonly #mails: Set<string>
  readonly #digits: string

  constructor(context: AgentContext) {
    this.#context = context
    this.#sources = new Set(factsOf(context).map(({ source }) => keyOf(source)))
    this.#names = namesOf(context)
    const trusted = trustedText(context)
    this.#hosts = new Set(trusted.match(hostPattern)?.map((host) => bare(host)))
    this.#mails = new Set(trusted.match(mailPattern))
    this.#digits = trusted.replace(/\D/g, '')
    for (const id of stringsOf(context.document)) if (id.startsWith('asset_')) this.#assets.add(id)
  }

  found(assetIds: string[]) {
    for (const id of assetIds) this.#assets.add(id)
  }

  /** Refuses what a block would come to say; what it said before is left alone. */
  checkBlock(props: object, sources: Source[], before?: Block) {
    const known = new Set(before?.sources.map(keyOf))
    for (const source of sources)
      if (!this.#sources.has(keyOf(source)) && !known.has(keyOf(source)))
        throw new Refusal(
          `There is no fact with the source ${JSON.stringify(source)}. Copy the source of a fact as it is, or leave out the statement that rests on it.`,
        )
    const old = new Set(before ? stringsOf(before.props) : [])
    const added = stringsOf(props).filter((text) => !old.has(text))
    this.#demandSource(sources, before ? [...added, ...keptTexts(props, before)] : added)
    this.checkAddresses(added)
  }

  #demandSource(sources: Source[], texts: string[]) {
    if (sources.length > 0) return
    const name = this.#names.find((candidate) => texts.some((text) => mentions(text, candidate)))
    if (name)
      throw new Refusal(`The text speaks of ${name}, so sources must name the facts that it rests on.`)
  }

  /** Refuses assets that were not found and addresses that nobody of the company named. */
  checkAddresses(texts: string[]) {
    for (const text of texts) {
      if (/^asset_[a-z0-9]{26}$/.test(text) && !this.#assets.has(text))
        throw new Refusal(`There is no asset ${text}. Use an id that findAssets gave.`)
      for (const address of text.match(addressPattern) ?? []) this.#checkAddress(address)
    }
  }

  #checkAddress(address: string) {
    const [scheme = '', rest = ''] = splitOnce(address, ':')
    const isKnown = {
      action: () => this.#knowsAction(address),
      mailto: () => this.#mails.has(rest.split('?', 1)[0]?.toLowerCase() ?? ''),
      tel: () => this.#digits.includes(rest.replace(/\D/g, '')),
      http: () => this.#knowsHost(rest),
      https: () => this.#knowsHost(rest),
    }[scheme.toLowerCase()]
    if (isKnown && !isKnown())
      throw new Refusal(
        `${address.slice(0, 100)} is not named by the page, its actions, the company's context or the message, so nothing may lead there.`,
      )
  }

  #knowsHost(rest: string): boolean {
    const host = rest.replace(/^\/+/, '').split(/[/?#:]/, 1)[0] ?? ''
    return this.#hosts.has(bare(host.toLowerCase()))
  }

  #knowsAction(address: string): boolean {
    const id = actionOf(address)
    return id === 'primary' || this.#context.page.actions.some(({ actionId }) => actionId === id)
  }
}

/** What the company's own people wrote. Logs and activity are not among it: others have a hand in them. */
function trustedText({ document, page, audience, account, message, conversation }: AgentContext) {
  const said = conversation.filter(({ author }) => author === 'user').map(({ text }) => text)
  const context = [page.pageContext, audience.supplementaryContext, account?.domain, message, ...said]
  return [
    ...stringsOf(document),
    ...stringsOf(page.metadata ?? {}),
    ...page.actions.map(({ url }) => url),
    ...context,
  ]
    .join('\n')
    .toLowerCase()
}

/** Names that only a personal text has. Short ones are words too often to tell anything. */
function namesOf({ person, account }: AgentContext): string[] {
  const first = person?.name?.split(/\s+/)[0]
  return [person?.name, first, person?.email, account?.name, account?.domain].filter(
    (name): name is string => name !== undefined && name !== null && name.length >= 3,
  )
}

function mentions(text: string, name: string): boolean {
  const at = text.toLowerCase().indexOf(name.toLowerCase())
  if (at < 0) return false
  const [before = ' ', after = ' '] = [text[at - 1], text[at + name.length]]
  return !/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)
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

function keyOf({ kind, id, field }: Source): string {
  return `${kind}/${id}/${field ?? ''}`
}

function bare(host: string): string {
  return host.replace(/^www\./, '').replace(/\.$/, '')
}

function splitOnce(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign)
  return [text.slice(0, at), text.slice(at + 1)]
}
