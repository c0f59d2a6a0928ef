import type { Source } from '../../../document/index.ts'
import type { AgentContext } from '../agent.ts'
import { hasTitleCase } from './noted.ts'

/** A name of the person or account, and the field it comes from. */
export type Name = { text: string; source: Source; isExact: boolean }

/**
 * First names and companies that are also ordinary words. If their capital letter may have another reason, more
 * evidence is needed.
 */
const words = new Set(
  `will mark grace rose may april june hope faith joy bill sue pat art frank rich drew chase grant miles dean max gene
  jack dawn ivy iris lily summer autumn chance victor sterling bob rob nick dick ray skip buck cliff earl duke king
  prince pierce wade dale glen heath reed river brook forest stone cash chip dolly melody harmony angel star sky ruby
  pearl amber crystal jasmine violet olive daisy poppy olivia sandy penny carol robin jay wren raven phoenix hunter
  mason carter cooper porter tanner page paige christian august jewel destiny trinity patience constance clement ernest
  curt randy woody rusty dusty misty stormy
  apple target shell gap notion linear box square stripe slack zoom monday oracle meta visa bolt dash ramp brex block
  amazon delta united express discover progressive ring nest echo match bumble loom miro figma canva segment intercom
  front drift outreach gong clearbit workday service now next best first general national american bank capital`.split(
    /\s+/,
  ),
)

export function namesOf({ person, account }: AgentContext): Name[] {
  const names: Name[] = []
  const add = (text: string | null | undefined, source: Source, isExact = false) => {
    if (text && text.length >= 3) names.push({ text, source, isExact })
  }
  if (person) {
    const name = { kind: 'person_field', id: person.personId, field: 'name' } as const
    add(person.name, name)
    add(person.name?.split(/\s+/)[0], name)
    add(person.email, { ...name, field: 'email' }, true)
  }
  if (account) {
    const name = { kind: 'account_field', id: account.accountId, field: 'name' } as const
    add(account.name, name)
    add(account.domain, { ...name, field: 'domain' }, true)
  }
  return names
}

/** The first of the names that appears in one of the texts. */
export function findName(texts: string[], names: Name[]): Name | undefined {
  return names.find((name) => texts.some((text) => containsName(text, name)))
}

/**
 * Whether a text contains a name as whole words with its capitals. A name that is also an ordinary word (“Will”) does
 * not count at the start of a sentence or in a title, where any word may have a capital, unless the following
 * characters indicate a name.
 */
function containsName(text: string, { text: name, isExact }: Name): boolean {
  if (isExact) return occurrences(text.toLowerCase(), name.toLowerCase()).length > 0
  const isWord = words.has(name.toLowerCase())
  const found = occurrences(text, name)
  if (!isWord) return found.length > 0 || occurrences(text, name.toUpperCase()).length > 0
  const isTitle = hasTitleCase(text)
  return found.some((at) => {
    const after = text.slice(at + name.length)
    if (/^(?:['’]s\b|[,!]|\s*$)/.test(after)) return true
    const before = text.slice(0, at)
    const startsSentence = before.trim() === '' || /[.!?:…“"(]\s*$/.test(before)
    return !startsSentence && !isTitle
  })
}

/** The positions of a name as a whole word. */
function occurrences(text: string, name: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + name.length]]
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) places.push(at)
  }
  return places
}
