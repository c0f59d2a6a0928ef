import { quoted } from '../../label.ts'
import { fitted } from '../../places.ts'
import { nameOf } from '../describe.ts'
import { draftOf, setNode } from '../edit.ts'
import { type Node, stringKind } from '../nodes.ts'
import { resolve } from '../targets.ts'
import { isMark, isWord, type Token } from '../tokens.ts'
import { textOf } from '../values.ts'
import type { Phrase, Reading } from './reading.ts'

const signs: [RegExp, string][] = [
  [/^(?:an? )?exclamation (?:mark|point|sign)$/, '!'],
  [/^(?:a )?question mark$/, '?'],
  [/^(?:a |the )?(?:full stop|period|dot)$/, '.'],
]

/** "add a sentence to the intro: X", "put an exclamation mark at the end of the headline", "add keywords a, b". */
export function readAppend({ verb, body, page, source, scope }: Phrase): Reading[] {
  if (!verb?.classes.has('add')) return []
  const keywords = body.findIndex((token) => isWord(token, 'keyword', 'keywords'))
  const meta = page.nodes.find(({ kind, prop }) => kind === 'meta' && prop === 'keywords')
  if (keywords !== -1 && keywords < 3 && meta) {
    const words = body.slice(keywords + 1).filter((token) => !isMark(token, ':'))
    const list = (textOf(words, source)?.text ?? '')
      .split(/\s*[,;]\s*(?:and\s+)?|\s+and\s+/)
      .map((word) => word.replace(/\.$/, '').trim())
      .filter(Boolean)
    const all = [...new Set([...((meta.value as string[] | undefined) ?? []), ...list])]
    return list.length > 0
      ? [
          {
            cost: 0,
            outcome: {
              kind: 'done',
              draft: setNode(draftOf(page), meta, all),
              said: `added the keywords ${list.join(', ')}`,
              focus: [meta.key],
            },
          },
        ]
      : []
  }
  const to = body.findIndex(
    (token, index) =>
      index > 0 &&
      (isWord(token, 'to') ||
        (isWord(token, 'at') && isWord(body[index + 2], 'end')) ||
        isWord(token, 'after', 'behind')),
  )
  const noun = body.findIndex((token) =>
    isWord(token, 'sentence', 'line', 'words', 'phrase', 'text', 'mark', 'stop', 'point', 'dot', 'period'),
  )
  if (to === -1 || noun === -1 || noun > to) return []
  const colon = body.findIndex(
    (token, index) => index > noun && (isMark(token, ':') || token.kind === 'quote'),
  )
  const sign = signs.find(([pattern]) =>
    pattern.test(
      body
        .slice(0, to)
        .map(({ norm }) => norm)
        .join(' '),
    ),
  )?.[1]
  const isBefore = colon !== -1 && colon < to
  const target = (colon === -1 || isBefore ? body.slice(to + 1) : body.slice(to + 1, colon)).filter(
    (token) => !isWord(token, 'end', 'of', 'very'),
  )
  const words: Token[] = colon === -1 ? [] : isBefore ? body.slice(colon, to) : body.slice(colon)
  const text = sign ?? textOf(words, source)?.text
  const found = resolve(target, page, {
    fits: (node: Node) => (node.kind === 'text' && typeof node.value === 'string' ? 1 : null),
    within: scope,
  })
  const node = found.kind === 'found' ? found.nodes[0] : undefined
  if (!text || !node) return []
  const old = String(node.value)
  const value = sign ? old.replace(/[.!?]$/, '') + sign : `${old.replace(/([^.!?…])$/, '$1.')} ${text}`
  const fit = fitted(value, {
    kind: stringKind(node.schema) ?? 'text',
    maxLength: node.schema.maxLength ?? 1000,
  })
  return [
    {
      cost: 0.1,
      outcome: {
        kind: 'done',
        draft: setNode(draftOf(page), node, fit),
        said: `added ${quoted(text, 60)} to ${nameOf(node, page)}`,
        focus: [node.key],
      },
    },
  ]
}
