import { escapeInline } from '../../shared/inline.ts'
import { stringError } from '../../shared/texts.ts'

/** A sentence addressed to the audience, with its verb and the rest. */
export type VoicedNeed = { said: string; verb: string; subject: string }

/** The statements in a sentence: an expressed need, a fact, or a list of short facts. */
export function voicedIn(sentence: string, names: string[]): VoicedNeed[] {
  const bare = sentence.replace(
    /^(?:call|meeting|notes?|chat|email|demo|visit|talk|kick-?off|intro)\b[^:]{0,60}:\s*/i,
    '',
  )
  const voiced = voice(bare, names) ?? fact(bare, names)
  if (voiced) return [voiced]
  return fragments(bare)
}

/** Rephrases a fact in the second person, if the sentence names the audience. */
function fact(sentence: string, names: string[]): VoicedNeed | undefined {
  const clean = sentence.replace(/[.!…\s]+$/, '')
  const lower = clean.toLowerCase()
  const name = names.find((candidate) => lower.startsWith(`${candidate} `))
  if (!name) return undefined
  const [verb = '', ...words] = clean
    .slice(name.length + 1)
    .replace(/^(?:also|still|now|currently|already) /i, '')
    .split(' ')
  const rest = words.join(' ')
  if (!factVerbs.test(verb) || rest.length < 3 || unclear.test(rest)) return undefined
  const plural =
    irregular[verb.toLowerCase()] ??
    verb
      .toLowerCase()
      .replace(/ies$/, 'y')
      .replace(/(?<=ch|sh|x|ss|o)es$/, '')
      .replace(/(?<!s)s$/, '')
  return toSaid(plural, agreeing(rest))
}

const factVerbs =
  /^(?:has|have|is|are|runs?|ships?|uses?|operates?|employs?|exports?|imports?|sells?|makes?|produces?|serves?|manages?|handles?|moves?|delivers?|works?|opens?|opened|launch(?:es|ed)?|go(?:es)?|plans?|builds?|buil[td]|grows?|grew|covers?|supports?|processes|process|owns?|leads?|hires?|hired|expands?|expanded|processed|trades?|stores?|books?|sends?|receives?)$/i
const irregular: Record<string, string> = { has: 'have', is: 'are', was: 'were', goes: 'go', does: 'do' }
const unclear =
  /\b(?:i|we|us|our|me|my|he|she|they|him|them|himself|herself|you|your|not|n['’]t|no longer|never)\b/i

function toSaid(verb: string, rest: string): VoicedNeed | undefined {
  const subject = escapeInline(rest.replace(/\b(?:their|his|her)\b/gi, 'your'), true)
  const said = `You ${verb} ${subject}`
  return [...said].length > longestPoint || stringError(said, 'rich') !== undefined
    ? undefined
    : { said, verb, subject }
}

/** Facts in telegraphic style. A fragment counts as a fact only if it contains a figure or a date. */
function fragments(sentence: string): VoicedNeed[] {
  const parts = sentence
    .replace(/[.!…\s]+$/, '')
    .split(/\s*[,;]\s*(?:and\s+)?/)
    .filter(Boolean)
  const isFact = (part: string) =>
    /\d|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|q[1-4])\b/i.test(
      part,
    ) &&
    part.split(/\s+/).length <= 8 &&
    !unclear.test(part) &&
    !/[:?]/.test(part)
  if (parts.length === 0 || !parts.every(isFact)) return []
  return parts.flatMap((part) => {
    const said = escapeInline(
      part.trim().replace(/^./u, (sign) => sign.toUpperCase()),
      true,
    )
    return stringError(said, 'rich') === undefined ? [{ said, verb: '', subject: said }] : []
  })
}

/** Verbs of notes that report a concern or wish, with the wording for the page. */
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

/** Rephrases a reported concern in the second person; undefined if the pronouns make that unsafe. */
function voice(sentence: string, names: string[]): VoicedNeed | undefined {
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
    // Once the subject is “you”, these pronouns would refer to another person.
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

/** Adapts coordinated verbs to the second person. */
function agreeing(rest: string): string {
  return rest.replace(
    /(\band |\bbut |, )(needs|wants|uses|plans|has|is|was|cares|hopes|requires|asks)\b/g,
    (_whole, link: string, verb: string) => link + agreement[verb],
  )
}

/** The sentence from its verb on, if its subject is the account or person, or omitted. */
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
