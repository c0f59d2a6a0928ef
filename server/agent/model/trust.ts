import { Refusal } from '../../../builtin-agent/refusal.ts'
import { blockTypes, type Document } from '../../../document/index.ts'
import { tokenPattern } from '../../../shared/inline.ts'
import { actionOf } from '../../../shared/links.ts'
import { mapStrings } from '../../../shared/strings.ts'
import type { AgentContext } from '../agent.ts'
import { emailsIn, hostsIn, writtenEmails, writtenHosts, writtenPhones } from './addresses.ts'

const schemas = new Map<string, object>(blockTypes.map(({ name, props }) => [name, props]))
/** Enough digits to recognise a number written with or without its country code. */
const phoneTail = 7

/**
 * The addresses that links may lead to: those in links of the page, its actions, the brand, the account's domain and
 * link fields, and those that users of the tenant wrote in this conversation. Other text of the page, notes and names
 * are not trusted, because outsiders can influence them.
 */
export class TrustedAddresses {
  readonly #hosts: Set<string>
  readonly #mails: Set<string>
  readonly #digits: string
  readonly #actions: Set<string>

  constructor(context: AgentContext) {
    const { page, brand, account } = context
    const linkFields = Object.values(account?.fields ?? {})
      .map(String)
      .filter((value) => /^https?:\/\/\S+$/i.test(value))
    const text = [
      textsOfUsers(context),
      ...linksOf(context.document),
      ...page.actions.map(({ url }) => url),
      ...webAddressesIn([page.metadata, context.document.metadata]),
      brand.name,
      account?.domain ?? '',
      ...linkFields,
    ]
      .join('\n')
      .toLowerCase()
    this.#hosts = new Set(hostsIn(text).map(bare))
    this.#mails = new Set(emailsIn(text))
    this.#digits = text.replace(/[^\d\n]/g, '')
    this.#actions = new Set(['primary', ...page.actions.map(({ actionId }) => actionId)])
  }

  /** Whether a link may lead to an address; undefined for kinds of links that are not checked here. */
  allowsLink(address: string): boolean | undefined {
    const [scheme = '', rest = ''] = splitOnce(address, ':')
    switch (scheme.toLowerCase()) {
      case 'action':
        return this.#actions.has(actionOf(address) ?? '')
      case 'mailto':
        return this.#mails.has((rest.split('?', 1)[0] ?? '').toLowerCase())
      case 'tel':
        return this.#knowsPhone(rest)
      case 'http':
      case 'https':
        return this.#knowsHost(rest.replace(/^\/+/, '').split(/[/?#:]/, 1)[0] ?? '')
    }
    return undefined
  }

  /** The first untrusted address in a text. */
  findUnknown(given: string): string | undefined {
    // `{{account.name}}` looks like an address, too.
    const text = given.replace(/\{\{[^{}]*\}\}/g, ' ')
    const mails = writtenEmails(text).filter((mail) => !this.#mails.has(mail.toLowerCase()))
    const hosts = writtenHosts(text).filter((host) => !this.#knowsHost(host))
    return [...mails, ...hosts, ...writtenPhones(text).filter((number) => !this.#knowsPhone(number))][0]
  }

  #knowsHost(host: string): boolean {
    return this.#hosts.has(bare(host.toLowerCase()))
  }

  #knowsPhone(number: string): boolean {
    const digits = number.replace(/\D/g, '')
    return digits !== '' && this.#digits.includes(digits.slice(-Math.max(phoneTail, 3)))
  }
}

/** What users of the tenant wrote in this conversation. */
export function textsOfUsers({ message, conversation }: AgentContext): string {
  const said = conversation.filter(({ author }) => author === 'user').map(({ text }) => text)
  return [...said, message].join('\n')
}

/** The targets of links in a document: fields that contain a link, and links in texts. */
export function linksOf({ blocks }: Document): string[] {
  const links: string[] = []
  for (const { type, props } of blocks)
    mapStrings(schemas.get(type) ?? {}, props, (text, { kind, path }) => {
      if (kind === 'link' || path.endsWith('/email')) links.push(text)
      else for (const [, , , , target] of text.matchAll(tokenPattern)) if (target) links.push(target)
      return text
    })
  return links
}

/**
 * In a mailto link, `cc` and `bcc` would send copies of visitors' messages to others, so only subject and body are
 * allowed.
 */
export function refuseCopies(address: string) {
  if (!/^mailto:/i.test(address)) return
  const [, query] = splitOnce(address, '?')
  const fields = query.split('&').map((field) => field.split('=', 1)[0]?.toLowerCase() ?? '')
  if (query !== '' && !fields.every((field) => field === 'subject' || field === 'body'))
    throw new Refusal('A mailto: link may carry a subject and a body, nothing else.')
}

/** The text without the targets of its links, which are checked as links. */
export function withoutTargets(text: string): string {
  return text.replace(/\]\([^()\s]*\)/g, ']')
}

function webAddressesIn(values: unknown[]): string[] {
  return values
    .flatMap((value) => Object.values((value as object | undefined) ?? {}))
    .filter((value): value is string => typeof value === 'string' && /^https?:\/\//i.test(value))
}

function bare(host: string): string {
  return host.replace(/^www\./, '').replace(/\.$/, '')
}

/** The text before and after the first separator; the second part is empty if there is none. */
function splitOnce(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
