import { namingWords } from '../naming.ts'
import { isMark, isWord, type Token } from '../tokens.ts'
import { fillerLength, verbAt } from '../verbs.ts'
import { determiners, numbers } from '../words/plain.ts'
import { weakVerbs } from '../words/verbs.ts'

/** "Northwind asked us to take down X": what counts is what they asked for. */
export function withoutRequester(tokens: Token[]): Token[] {
  const at = tokens.findIndex(
    (token, index) =>
      index > 1 && index < 7 && isWord(token, 'to') && isWord(tokens[index - 1], 'us', 'me', 'you'),
  )
  if (at === -1 || verbAt(tokens, 0)) return tokens
  return verbAt(tokens, at + 1) ? tokens.slice(at + 1) : tokens
}

/** "Instead of A use B" is "replace A with B". */
export function insteadFirst(tokens: Token[]): Token[] {
  if (!isWord(tokens[0], 'of', 'rather') && !isWord(tokens[0], 'instead')) return tokens
  const at = tokens.findIndex(
    (token, index) => index > 1 && isWord(token, 'use', 'put', 'show', 'say', 'have', 'write', 'take'),
  )
  const first = tokens[0] as Token
  if (at === -1) return tokens
  const start = isWord(first, 'instead') ? 2 : 1
  return [
    { ...first, norm: 'replace' },
    ...tokens.slice(start, at).filter((token) => token.kind !== 'mark'),
    { ...(tokens[at] as Token), norm: 'with' },
    ...tokens.slice(at + 1),
  ]
}

/** "faq: drop the cost question", "growth: + “Slack”": where, then what to do there. */
export function topicFirst(tokens: Token[]): Token[] {
  const colon = tokens.findIndex((token) => isMark(token, ':'))
  const first = tokens[colon + 1]
  if (colon < 1 || colon > 6 || !first || verbAt(tokens, 0)) return tokens
  const sign = first.norm === '+' ? 'add' : isMark(first, '–') ? 'remove' : undefined
  const rest = sign
    ? [{ ...first, kind: 'word' as const, norm: sign }, ...tokens.slice(colon + 2)]
    : tokens.slice(colon + 1)
  if (sign && rest.some((token, index) => index > 0 && (isMark(token, '–') || token.norm === '+')))
    return tokens
  const verb = verbAt(rest, 0)
  const next = rest[verb?.length ?? 0]
  const opens =
    sign !== undefined ||
    (isWord(rest[0], 'new', 'another', 'no') && rest.length > 1) ||
    (verb !== undefined &&
      next !== undefined &&
      (!weakVerbs.has(verb.phrase) || determiners.has(next.norm) || isWord(next, 'text')) &&
      (determiners.has(next.norm) ||
        next.kind !== 'word' ||
        verb.classes.has('remove') ||
        verb.classes.has('add') ||
        verb.classes.has('swap')))
  if (!opens) return tokens
  const place = [
    {
      ...(tokens[colon] as Token),
      kind: 'word' as const,
      norm: isWord(rest[0], 'add', 'new', 'another', 'insert') ? 'to' : 'in',
    },
    ...tokens.slice(0, colon),
  ]
  const at = rest.findIndex(
    (token, index) =>
      index > 0 &&
      (isMark(token, ':', '→', ',') || token.kind === 'quote' || isWord(token, 'to', 'into', 'with')),
  )
  if (sign === 'add' || at === -1) return [...rest, ...place]
  return [...rest.slice(0, at), ...place, ...rest.slice(at)]
}

/** "I need …", "we would like …" are the verbs need and want. */
export function asVerb(tokens: Token[]): Token[] {
  const said = tokens
    .slice(0, 4)
    .map(({ norm }) => norm)
    .join(' ')
  const match =
    /^(?:i|we) (?:would like|would love|d like|really want|really need|also want|also need)|^(?:i|we) (?=want|need|prefer)|^(?:id|wed) (?:like|love|prefer|rather have)/.exec(
      said,
    )
  if (!match) return tokens
  const length = match[0].trim().split(' ').length
  const rest = tokens.slice(length)
  if (/^(?:i|we)\s*$/.test(match[0]))
    return isWord(rest[0], 'prefer') ? [{ ...(rest[0] as Token), norm: 'want' }, ...rest.slice(1)] : rest
  const verb = tokens[length - 1] as Token
  return [{ ...verb, norm: 'want' }, ...rest]
}

const places = new Set(
  'from in on under below above after before for at inside within between beneath'.split(' '),
)

/** "In the FAQ, change the heading to X" says where first; it is read as "change the heading in the FAQ to X". */
export function reordered(tokens: Token[]): Token[] {
  if (!places.has(tokens[0]?.norm ?? '')) return tokens
  for (let index = 2; index < Math.min(tokens.length, 14); index++) {
    const from = index + fillerLength(tokens, index)
    const verb = verbAt(tokens, from)
    const past = from + (verb?.length ?? 0)
    const after = tokens[past + fillerLength(tokens, past)]
    const isVerb =
      verb &&
      (!weakVerbs.has(verb.phrase) || from > index || determiners.has(after?.norm ?? '')) &&
      after !== undefined &&
      (from > index || !namingWords.has(tokens[from]?.norm ?? '')) &&
      (determiners.has(after.norm) ||
        after.kind !== 'word' ||
        numbers[after.norm] !== undefined ||
        isWord(after, 'it', 'another', 'one', 'all'))
    if (!isVerb) continue
    const place = tokens.slice(0, index).filter((token) => token.kind !== 'mark')
    const rest = tokens.slice(from)
    const at = rest.findIndex(
      (token, position) =>
        position > (verb?.length ?? 0) &&
        (isMark(token, ':', '→') ||
          isWord(token, 'to', 'say', 'with', 'should', 'called', 'saying', 'into', 'as') ||
          token.kind === 'quote'),
    )
    return at === -1 ? [...rest, ...place] : [...rest.slice(0, at), ...place, ...rest.slice(at)]
  }
  return tokens
}
