import { type Document, findPlaces } from '../../../document/index.ts'
import type { AgentContext } from '../agent.ts'
import { textsOf } from './texts.ts'
import { textsOfUsers } from './trust.ts'

const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl']
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const codes = letters.flatMap((one) => letters.map((other) => one + other))

/** The trusted texts of a run: message, page, brand, context and audience. */
export function familiarText(context: AgentContext): string {
  const { page, brand, audience, person, account, document } = context
  const fields = [...Object.values(person?.fields ?? {}), ...Object.values(account?.fields ?? {})]
  return [
    textsOfUsers(context),
    documentText(document),
    ...[page.name, page.title, page.pageContext, brand.name, audience.name, audience.supplementaryContext],
    ...[person?.name, account?.name, account?.domain, ...fields],
    ...page.actions.flatMap(({ buttonTitle, purpose }) => [buttonTitle, purpose]),
  ].join('\n')
}

/** All visible texts of a document. */
export function documentText({ blocks, metadata }: Document): string {
  const texts = blocks.flatMap(({ type, props }) => [...textsOf(type, props).values()])
  return [...texts, ...Object.values(metadata ?? {}).flat()].join('\n')
}

export function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

let general: Set<string> | undefined

/** Capitalised words that are not names of persons or companies: months, days, countries and languages. */
export function isGeneral(word: string): boolean {
  general ??= new Set(languages.flatMap(generalWords).flatMap((name) => wordsIn(name.toLowerCase())))
  return general.has(word.toLowerCase())
}

/** The words of a text that belong to names of cities. */
export function placeWords(text: string): Set<string> {
  return new Set(findPlaces(text, 50).flatMap(({ name }) => wordsIn(name)))
}

function generalWords(language: string): string[] {
  const region = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const tongue = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' })
  const month = new Intl.DateTimeFormat(language, { month: 'long' })
  const day = new Intl.DateTimeFormat(language, { weekday: 'long' })
  return [
    ...codes.map((code) => region.of(code) ?? ''),
    ...codes.map((code) => tongue.of(code.toLowerCase()) ?? ''),
    ...Array.from({ length: 12 }, (_, index) => month.format(new Date(2026, index, 15))),
    ...Array.from({ length: 7 }, (_, index) => day.format(new Date(2026, 0, index + 1))),
  ]
}
