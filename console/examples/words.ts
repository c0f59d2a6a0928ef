import { catalogue, isUnseen } from '../../document/catalogue.ts'
import { plainText } from '../../shared/plainText.ts'
import { hasPrompt, promptsIn } from '../../shared/prompts.ts'
import type { Document } from '../documents/document.ts'
import type { PageExample } from './queries.ts'

/** A text with a fact about the example's company. */
export type ExampleFact = { blockId: string; path: string; text: string }

/** The example that a page was made from: the one with most of its sentences. */
function exampleOf(document: Document, examples: PageExample[]): PageExample | undefined {
  const texts = new Set(textsOf(document).map(({ text }) => text))
  const sentences = [...texts].filter((text) => text.length >= 20)
  const [best] = examples
    .map((example) => ({ example, kept: sentences.filter((one) => example.text.includes(one)).length }))
    .toSorted((a, b) => b.kept - a.kept)
  return best && best.kept > 1 ? best.example : undefined
}

/** Returns a function that tells whether a text occurs literally in the example that a page was made from. */
export function exampleTexts(document: Document, examples: PageExample[]): (text: string) => boolean {
  const example = exampleOf(document, examples)
  return (text) => example?.text.includes(plainText(text)) ?? false
}

/** Texts that still contain figures, dates and names of the example. */
export function leftOverFacts(document: Document, examples: PageExample[]): ExampleFact[] {
  const isExample = exampleTexts(document, examples)
  return textsOf(document).filter(({ path, text, isName }) => {
    const isButton = path.endsWith('Action/label')
    const isFact = text.length > 2 && !isButton && (isName || /\d/.test(text))
    return isFact && isExample(text)
  })
}

const named = { logos: /^\/items\/\d+\/name$/, quote: /^\/(?:quote|name|role)$/, cta: /^\/person\// } as const

function textsOf({ blocks }: Document): (ExampleFact & { isName: boolean })[] {
  return blocks
    .filter(({ hidden }) => !hidden)
    .flatMap(({ id, type, props }) =>
      stringsIn(props).flatMap(({ path, text }) =>
        hasPrompt(text) || isUnseen(catalogue[type], props, path)
          ? []
          : [
              {
                blockId: id,
                path,
                text: plainText(text),
                isName: named[type as keyof typeof named]?.test(path) ?? false,
              },
            ],
      ),
    )
}

function stringsIn(value: unknown, path = ''): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => stringsIn(part, `${path}/${name}`))
}

/** The number of prompts in the visible texts of a page. */
export function countOpen({ blocks, ...rest }: Document): number {
  const shown = blocks.filter(({ hidden }) => !hidden)
  const texts = shown.flatMap(({ type, props }) =>
    stringsIn(props).filter(({ path }) => !isUnseen(catalogue[type], props, path)),
  )
  return promptsIn(JSON.stringify([rest, texts.map(({ text }) => text)])).length
}
