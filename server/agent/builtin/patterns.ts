import type { Desk } from './desk.ts'
import { type SlotName, type Slots, slotReaders } from './slots.ts'
import { type Token, wordsOf } from './tokens.ts'

/**
 * A pattern is a line of words as people write them:
 *   `change|set`   one of several words; `get_rid_of` is three words
 *   `[the]`        may be left out
 *   `<change>`     any word of a group
 *   `{block}`      a slot, filled by what is found there; `{text}` takes whatever is written
 */
type Element =
  | { kind: 'words'; options: Map<string, string[][]>; optional: boolean }
  | { kind: 'slot'; name: SlotName; optional: boolean }
export type Pattern = Element[]

/** Words that mean the same in wishes. */
export const groups: Record<string, string> = {
  change:
    'change|set|update|edit|make|switch|turn|modify|adjust|swap|replace|rewrite|reword|rephrase|rename|alter|put|have|redo|fix',
  remove:
    'remove|delete|drop|ditch|kill|hide|lose|cut|erase|scrap|discard|omit|exclude|skip|strip|get_rid_of|take_out|take_away|take_off|throw_out|leave_out|cut_out|do_away_with|clear_out|clear|rid',
  add: 'add|insert|include|create|give_me|give_us|need|append|put_in|throw_in|build|i_want|i_would_like|id_like|we_need|i_need|we_want|there_should_be|add_in|show',
  move: 'move|shift|bring|put|place|push|pull|drag|relocate|reposition|slide|have|want|show|get',
  shorten:
    'shorten|condense|tighten|trim|abbreviate|compress|simplify|tighten_up|trim_down|cut_down|boil_down|trim_back',
  shorter:
    'shorter|briefer|snappier|punchier|crisper|tighter|more_concise|concise|short|brief|less_wordy|more_compact|simpler|more_succinct|less_long',
  say: 'say|says|read|reads|state|be|become|show',
  to: 'to|into|in_to|to_be|to_say|to_read|:|=|so_it_says|so_that_it_says|saying',
  page: 'it|this|page|everything|theme|design|site|look|color_scheme|colour_scheme|palette|all|colors|colours|scheme|whole_thing|style|website|layout',
  color: 'color|colour|colors|colours|shade|tone|hue',
  personalise:
    'personalise|personalize|customise|customize|tailor|adapt|individualise|individualize|make_personal|personalised|personalized|tailored',
}

/** Bounds on the search for a fit: no message makes it long, and none that people write comes near. */
const mostSteps = 4000
const mostWordsBetween = 120

export function compile(line: string): Pattern {
  return line.split(' ').map((part) => {
    const optional = part.startsWith('[') && part.endsWith(']')
    const bare = optional ? part.slice(1, -1) : part
    const slot = /^\{(\w+)\}$/.exec(bare)?.[1]
    if (slot) return { kind: 'slot', name: slot as SlotName, optional }
    const words = bare.replace(/<(\w+)>/g, (_, name: string) => groups[name] ?? name)
    const options = Map.groupBy(
      words.split('|').map((option) => option.split('_')),
      ([first = '']) => first,
    )
    return { kind: 'words', options, optional }
  })
}

/** Every word that patterns are made of, for the spelling. */
export function wordsIn(pattern: Pattern): string[] {
  return pattern.flatMap((element) => (element.kind === 'words' ? [...element.options.values()].flat(2) : []))
}

type Walk = { message: string; tokens: Token[]; desk: Desk; left: number }

/** All the ways in which the pattern covers the tokens from first to last. */
export function* match(pattern: Pattern, message: string, tokens: Token[], desk: Desk): Generator<Slots> {
  yield* walk(pattern, 0, 0, {}, { message, tokens, desk, left: mostSteps })
}

function* walk(pattern: Pattern, at: number, i: number, slots: Slots, where: Walk): Generator<Slots> {
  if (where.left-- <= 0) return
  const element = pattern[at]
  const { tokens } = where
  if (!element) {
    if (skipMarks(tokens, i) >= tokens.length) yield slots
    return
  }
  if (element.kind === 'words') {
    for (const option of optionsAt(element.options, tokens, i)) {
      const end = afterWords(tokens, i, option)
      if (end !== undefined) yield* walk(pattern, at + 1, end, slots, where)
    }
  } else if (element.name === 'text' || element.name === 'other')
    yield* walkText(pattern, at, i, slots, where, element.name)
  else
    for (const { end, value } of slotReaders[element.name](tokens, skipMarks(tokens, i), where.desk))
      yield* walk(pattern, at + 1, end, { ...slots, [element.name]: value }, where)
  if (element.optional) yield* walk(pattern, at + 1, i, slots, where)
}

/** The options that begin with what stands here; a colon may be one of the words or be passed over. */
function optionsAt(options: Map<string, string[][]>, tokens: Token[], i: number): string[][] {
  const next = skipMarks(tokens, i)
  const sign = next === i ? [] : (options.get(tokens[i]?.norm ?? '') ?? [])
  return [...sign, ...(options.get(tokens[next]?.norm ?? '') ?? [])]
}

/** Free text ends where the rest of the pattern fits; a quote is one piece. */
function* walkText(
  pattern: Pattern,
  at: number,
  i: number,
  slots: Slots,
  where: Walk,
  name: 'text' | 'other',
): Generator<Slots> {
  const { tokens, message } = where
  let start = i
  while (/^[,:;.=>→–—-]$/.test(tokens[start]?.text ?? '')) start++
  if (start >= tokens.length) return
  const isLast = pattern.slice(at + 1).every(({ optional }) => optional)
  const furthest = isLast ? tokens.length : Math.min(tokens.length, start + mostWordsBetween)
  for (let end = isLast ? tokens.length : start + 1; end <= furthest; end++) {
    const value = wordsOf(message, tokens, start, end)
    yield* walk(pattern, at + 1, end, { ...slots, [name]: value }, where)
    if (where.left <= 0) return
  }
}

/** The place after these words, or undefined where they do not stand; commas and the like are passed over. */
export function afterWords(tokens: Token[], i: number, words: readonly string[]): number | undefined {
  let at = i
  for (const word of words) {
    if (word !== ':' && word !== '=') at = skipMarks(tokens, at)
    if (tokens[at]?.norm !== word || tokens[at]?.kind === 'quote') return undefined
    at++
  }
  return at
}

export function skipMarks(tokens: Token[], i: number): number {
  let at = i
  while (tokens[at]?.kind === 'mark') at++
  return at
}
