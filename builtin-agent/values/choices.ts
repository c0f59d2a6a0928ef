import { memoize } from '../memoize.ts'
import type { Node } from '../nodes.ts'
import { namesIn } from '../tokens.ts'
import { choiceWords, flagWords, iconWords } from '../words/names.ts'

export function flagOf(prop: string, text: string): boolean | undefined {
  if (text.length > 40) return undefined
  const words = flagWords[prop]
  if (!words) return undefined
  const said = plain(
    text.replace(/^(?:marked|shown|flagged|labelled|labeled|tagged|set|displayed) (?:as |up )?/i, ''),
  )
  if (plainNames(words.off).includes(said)) return false
  return plainNames(words.on).includes(said) ? true : undefined
}

const noValues: readonly string[] = []
/** The option of a choice that words name. */
export function choiceOf(node: Node, text: string): string | undefined {
  if (text.length > 60) return undefined
  const said = plain(text)
  const values = node.schema.enum ?? noValues
  const words = node.prop === 'icon' ? iconWords : choiceWords[node.prop]
  const exact = choicesIn(values, words).get(said)
  const count = said.split(' ').length
  if (exact || node.prop === 'icon' || count === 1 || count > 6) return exact
  return values.find((value) => {
    const names = plainNames(words?.[value] ?? '')
    return (
      names.some((name) => ` ${said} `.includes(` ${name} `)) &&
      said.split(' ').every((word) => names.some((name) => name.split(' ').includes(word)))
    )
  })
}

/** The options of a choice by their names. */
const choices = new WeakMap<readonly string[], Map<string, string>>()
function choicesIn(
  values: readonly string[],
  words: Record<string, string> | undefined,
): Map<string, string> {
  const known = choices.get(values)
  if (known) return known
  const named = new Map<string, string>()
  for (const value of values)
    for (const name of [value, value.replaceAll(/[-_]/g, ' '), ...plainNames(words?.[value] ?? '')])
      if (!named.has(name)) named.set(name, value)
  choices.set(values, named)
  return named
}

const known = new Map<string, string[]>()
function plainNames(list: string): string[] {
  const names = known.get(list) ?? namesIn(list).map(plain)
  known.set(list, names)
  return names
}

const noise =
  /\b(?:the|a|an|be|it|in|its|have|our|to|with|one|of|more|icon|layout|aligned|please|pls|field|just|as|any|anymore|now|again|only|tone|on|our|own|will|do|text(?=[ \w]* (?:left|cent(?:er|re)(?:e?d)?|middle)\b))\b/g
/** The words of an option without articles, prepositions and nouns such as "icon". */
export const plain: (text: string) => string = memoize(
  (text) =>
    text
      .toLowerCase()
      .replace(/[.,!"'“”]/g, '')
      .replaceAll('-', ' ')
      .replace(noise, ' ')
      .replace(/\s+/g, ' ')
      .trim() || text.toLowerCase().trim(),
)
