import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentContext } from '../agent.ts'
import { documentOf } from '../evaluation/inProcess.ts'
import { fixtures } from '../evaluation/sets.ts'
import { type OpenPage, openPage } from '../page.ts'
import { descriptorsOf } from '../references/descriptors.ts'
import { featuresOf, width } from '../references/features.ts'
import { type Around, splitPhrase } from '../references/phrase.ts'
import { aroundOf } from '../roles/around.ts'
import { labelled, readExample } from '../roles/examples.ts'
import { inputsOf } from '../roles/features.ts'
import { labels } from '../roles/labels.ts'
import { vectorOf } from '../roles/network.ts'
import { wishesOf } from '../roles/wishes.ts'
import { correct } from '../spelling.ts'
import { tokenise } from '../tokens.ts'

// Writes what the trainers read: for each word of an instruction its features and its label, and for each phrase how it fits
// every node of its page. Usage: node builtin-agent/training/prepare.ts FOLDER
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder to write to: node builtin-agent/training/prepare.ts FOLDER')
mkdirSync(folder, { recursive: true })
const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const rowsOf = (file: string) => read(file).split('\n').filter(Boolean)
const pages = new Map<string, OpenPage>(
  Object.keys(fixtures.fixtures).map((name) => {
    const metadata = fixtures.metadata[name] ?? fixtures.metadata.default ?? {}
    return [name, openPage({ page: { metadata } } as unknown as AgentContext, documentOf(name, fixtures))]
  }),
)
const pageOf = (name: string) => {
  const page = pages.get(name)
  if (!page) throw new Error(`There is no page “${name}”.`)
  return page
}

const instructions = rowsOf('./instructions.tsv')
/**
 * People tell why they ask. Every third short instruction is learnt again with a sentence before or after it that asks for nothing,
 * taken from a longer instruction for the same page.
 */
function withRemarks(rows: string[]): string[] {
  const split = rows.map((row) => row.split('\t') as [string, string])
  const remarks = Map.groupBy(
    split.flatMap(([page, text]) => {
      const sentences = text.split(/(?<=[.!?])\s+|⏎+/)
      if (!text.includes('{') || sentences.length < 2) return []
      return sentences.flatMap((sentence) =>
        /[{}|"“]/.test(sentence) || sentence.split(' ').length < 4 ? [] : [{ page, sentence }],
      )
    }),
    ({ page }) => page,
  )
  return split.flatMap(([page, text], at) => {
    const known = remarks.get(page) ?? []
    const remark = known[(at * 7919) % known.length]?.sentence
    if (at % 3 > 0 || !remark || text.includes(remark) || text.split(' ').length > 25) return []
    const end = /[.!?]$/.test(text) ? ' ' : at % 2 ? '. ' : '⏎'
    return [`${page}\t${at % 4 < 2 ? `${remark} ${text}` : `${text}${end}${remark}`}`]
  })
}
const lines: string[] = []
for (const row of [...withRemarks(instructions), ...instructions]) {
  const example = readExample(row)
  const page = pageOf(example.fixture)
  const { tokens, truth } = labelled(example, page)
  const inputs = inputsOf(tokens, page)
  lines.push('#', ...inputs.map(({ word, features }, at) => [truth[at], word, ...features].join('\t')))
}
writeFileSync(join(folder, 'words.tsv'), `${lines.join('\n')}\n`)
writeFileSync(
  join(folder, 'labels.tsv'),
  `${labels.map(({ role, edge }) => `${role ?? '-'}\t${edge}`).join('\n')}\n`,
)

const meanings = new Map(
  rowsOf('./phrases.tsv').map((row) => {
    const [page, text, keys] = row.split('\t')
    return [`${page}\t${text}`, keys ?? '']
  }),
)
const phrases: { page: string; words: string[]; meant: number[]; message: number }[] = []
const parts: Float32Array[] = []
function add(name: string, text: string, keys: string, message: number, around: Around) {
  const page = pageOf(name)
  const meant = keys.split(',').flatMap((key) => {
    const at = page.nodes.findIndex((node) => node.key === key.trim())
    return at === -1 ? [] : [at]
  })
  // A thing that is not on the page: what it means is the place after the last node.
  if (keys === 'none') meant.push(page.nodes.length)
  if (meant.length === 0) return
  const tokens = correct(tokenise(text), page)
  const phrase = splitPhrase(tokens, around)
  phrases.push({ page: name, words: phrase.words, meant, message })
  parts.push(featuresOf(phrase, tokens, page))
}
for (const [at, row] of instructions.entries()) {
  const { fixture, text, spans } = readExample(row)
  const { tokens, truth } = labelled({ fixture, text, spans }, pageOf(fixture))
  for (const wish of wishesOf(tokens, truth, text))
    for (const part of wish.parts)
      if (part.role === 'T') {
        const keys =
          spans.find(({ start }) => start === part.start)?.key ??
          meanings.get(`${fixture}\t${part.text}`) ??
          ''
        add(fixture, part.text, keys, at, aroundOf(part, wish, text))
      }
}
for (const [at, [phrase, keys]] of [...meanings].entries()) {
  const [page = '', text = ''] = phrase.split('\t')
  add(page, text, keys, -1 - at, {})
}
// More than one write can take.
const fits = openSync(join(folder, 'fits.bin'), 'w')
for (const part of parts) writeSync(fits, part)
closeSync(fits)
const nodes = Object.fromEntries([...pages].map(([name, page]) => [name, page.nodes.map(descriptorsOf)]))
const vectors = Object.fromEntries(
  [...new Set(phrases.flatMap(({ words }) => words.map((word) => word.split(':')[1] ?? '')))].flatMap(
    (word) => {
      const vector = vectorOf(word)
      return vector ? [[word, [...vector]]] : []
    },
  ),
)
writeFileSync(join(folder, 'phrases.json'), JSON.stringify({ width, nodes, phrases, vectors }))
console.log(`${lines.length} lines of words and ${phrases.length} phrases are in ${folder}.`)
