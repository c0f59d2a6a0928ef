import { escapeInline } from '../../../documents/inline.ts'
import { mostSources, type Source } from '../../../documents/schema.ts'
import { stringError } from '../../../documents/texts.ts'
import type { AgentContext } from '../../agent.ts'
import { rareWords, sortKnowledge } from './fitness.ts'

/** A need they voiced, in words that can be said to them, and where it is written down. */
export type Voiced = { said: string; verb: string; subject: string; source: Source }

/** What somebody may have voiced, as notes put it, and how it is said to them. */
const verbs: [RegExp, string][] = [
  [
    /^(?:asked|asks|was asking|were asking|inquired|enquired) (about|for|whether|if|how|when|which|what)\b/i,
    'asked $1',
  ],
  [/^(?:wants?|wanted) (to|a|an|the|more|fewer|less|better|one)\b/i, 'want $1'],
  [/^(?:would like|'d like) (to|a|an|the|more)\b/i, 'would like $1'],
  [/^(?:needs?|needed|requires?)\b/i, 'need'],
  [
    /^(?:is|are|was|were) (?:very |really |mostly |mainly |especially )?(interested in|looking for|looking at|looking into|planning|rolling out|evaluating|migrating|moving to|moving from|moving|expanding|opening|launching|growing|preparing|working on|switching|building|hiring|curious about|keen on|focused on|replacing|consolidating|standardi[sz]ing)\b/i,
    'are $1',
  ],
  [
    /^(interested in|looking for|planning|rolling out|evaluating|migrating|expanding|preparing|working on)\b/i,
    'are $1',
  ],
  [/^(?:cares?|cared) (?:most |a lot |mostly |deeply )?about\b/i, 'care about'],
  [/^(?:plans?|planned) (to|a|an|the)\b/i, 'plan $1'],
  [/^(?:hopes?|hoped) (to|for)\b/i, 'hope $1'],
  [/^(?:mentioned|mentions|said|told us) (?!(?:that )?(?:he|she|they|it|we|i)\b)/i, 'mentioned '],
  [/^(?:uses?|is using|are using|runs on)\b/i, 'use'],
  [/^(?:struggles?|struggled|is struggling|are struggling) with\b/i, 'would like to solve'],
]
const longestPoint = 200

/** What they said, newest first, each thing once. */
export function voicedBy(context: AgentContext): Voiced[] {
  const names = namesOf(context)
  const seen = new Set<string>()
  const found: Voiced[] = []
  for (const { text, source } of sortKnowledge(context).shown) {
    const voiced = voice(text, names)
    const key = voiced && rareWords(voiced.subject).join(' ')
    if (!voiced || !key || seen.has(key)) continue
    seen.add(key)
    found.push({ ...voiced, source })
  }
  return found
}

/** Points for a section on a subject, from what they said about it. */
export function pointsAbout(topic: string, context: AgentContext): { points: string[]; sources: Source[] } {
  const wanted = new Set(rareWords(topic))
  const fit = voicedBy(context).filter(({ said }) => rareWords(said).some((word) => wanted.has(word)))
  return { points: fit.slice(0, 4).map(({ said }) => `${said}.`), sources: sourcesOf(fit.slice(0, 4)) }
}

export function sourcesOf(voiced: { source: Source }[]): Source[] {
  return [
    ...new Map(voiced.map(({ source }) => [`${source.kind} ${source.id} ${source.field}`, source])).values(),
  ].slice(0, mostSources)
}

/** “Jane asked about single sign-on.” becomes “You asked about single sign-on”; undefined where that is not safe. */
export function voice(sentence: string, names: string[]): Omit<Voiced, 'source'> | undefined {
  const bare = withoutSubject(sentence.replace(/[.!…\s]+$/, ''), names)
  if (bare === undefined || bare.includes('?')) return undefined
  for (const [pattern, said] of verbs) {
    const match = pattern.exec(bare)
    if (!match) continue
    const verb = said.replace('$1', match[1]?.toLowerCase() ?? '').trim()
    const rest = agreeing(
      bare
        .slice(match[0].length)
        .replace(/^[\s:–-]+/, '')
        .trim(),
    )
    // Whoever is meant by these is unclear once the sentence speaks to its subject.
    if (
      rest.length < 3 ||
      /\b(?:i|we|us|our|me|my|he|she|they|him|them|himself|herself|themselves|you|your|not|n['’]t|no longer)\b/i.test(
        rest,
      )
    )
      return undefined
    const subject = escapeInline(rest.replace(/\b(?:their|his|her)\b/gi, 'your'), true)
    const line = `You ${verb} ${subject}`
    if ([...line].length > longestPoint || stringError(line, 'rich') !== undefined) return undefined
    return { said: line, verb, subject }
  }
  return undefined
}

const agreement: Record<string, string> = {
  needs: 'need', wants: 'want', uses: 'use', plans: 'plan', has: 'have', is: 'are', was: 'were', cares: 'care', hopes: 'hope', requires: 'require', asks: 'ask',
} // biome-ignore format: a table of words

/** “… and needs hosting” said to them is “… and need hosting”. */
function agreeing(rest: string): string {
  return rest.replace(
    /(\band |\bbut |, )(needs|wants|uses|plans|has|is|was|cares|hopes|requires|asks)\b/g,
    (_whole, link: string, verb: string) => link + agreement[verb],
  )
}

/** The sentence from its verb on, when it speaks of those the page is for: they come first, or nobody does. */
function withoutSubject(sentence: string, names: string[]): string | undefined {
  const lower = sentence.toLowerCase()
  for (const name of names) {
    if (!lower.startsWith(`${name} `)) continue
    return sentence
      .slice(name.length + 1)
      .replace(/^(?:also|still|now|again|really|especially|currently|just) /i, '')
  }
  return sentence
}

/** What notes call those the page is for, longest first. */
function namesOf({ person, account }: AgentContext): string[] {
  const full = person?.name?.trim() ?? ''
  const own = [
    full,
    full.split(/\s+/)[0] ?? '',
    full.split(/\s+/).at(-1) ?? '',
    account?.name?.trim() ?? '',
    account?.domain ?? '',
  ]
  const general =
    'they she he the_customer customer the_client client the_team the_company team the_account their_team they_also'
  return [
    ...own.filter((name) => name.length > 1),
    ...general.split(' ').map((name) => name.replaceAll('_', ' ')),
  ]
    .map((name) => name.toLowerCase())
    .sort((a, b) => b.length - a.length)
}
