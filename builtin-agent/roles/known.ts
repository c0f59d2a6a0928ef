import { escapeInline } from '../../shared/inline.ts'
import type { Page } from '../page.ts'
import { trimmed } from './ways.ts'
import type { Part, Wish } from './wishes.ts'

const owner =
  "(?:her|his|their|the|this|that|your|the (?:visitor|reader|contact|recipient|person|customer)['’]s|\\p{Lu}[\\p{L}-]+['’]s?)"
const company = '(?:company|firm|employer|organi[sz]ation|business)'
const companyName = new RegExp(
  `^(?:the )?(?:name of ${owner} ${company}|${owner} ${company}['’]s name|${owner} ${company} name)(?: (?:that )?(?:this|the) page is for)?$`,
  'iu',
)
const personName = new RegExp(`^${owner} (?:(first|full) )?name$`, 'iu')
const goesOn = /^\s*(?:,\s*)?(?:plus|\+|and then|followed by|and after that)\s+([^.!?\n]{3,60})/i

/** Words that describe a name which is known of the person that the page is for become that name. */
export function withKnownNames(wish: Wish, message: string, page: Page): Wish {
  const targets = wish.parts.filter(({ role }) => role === 'T')
  const hasValue = wish.parts.some(({ role }) => role === 'V')
  return {
    ...wish,
    parts: wish.parts.map((part) => {
      // "Put the name of her company in the line above the headline": the thing named first is the value.
      const isValue =
        part.role === 'V' || (part.role === 'T' && !hasValue && targets.length > 1 && part === targets[0])
      if (!isValue) return part
      const name = nameFor(part.text, page)
      if (name) return { ...part, role: 'V', text: name, isQuote: true } satisfies Part
      const after = goesOn.exec(message.slice(part.end))?.[1]
      const more =
        part.isQuote && after
          ? nameFor(after.replace(/^(?:the|her|his|their) company$/i, 'the name of her company'), page)
          : undefined
      return more ? { ...part, text: `${part.text.trimEnd()} ${more}` } : part
    }),
  }
}

function nameFor(said: string, { context: { account, person } }: Page): string | undefined {
  const phrase = trimmed(said)
  if (account?.name && companyName.test(phrase)) return escapeInline(account.name, true)
  const [isPerson, which] = personName.exec(phrase) ?? []
  if (!isPerson || !person?.name || /^the /i.test(phrase)) return undefined
  return escapeInline(
    which?.toLowerCase() === 'first' ? (person.name.split(' ')[0] ?? '') : person.name,
    true,
  )
}
