import { createRequire } from 'node:module'
import { mapStrings } from '../../shared/strings.ts'
import { blockTypes } from '../blocks/index.ts'
import type { Document } from '../schema.ts'

export type Language = { lang: string; dir: 'ltr' | 'rtl' }

/** Loaded on first use: its tables take a quarter of a second in every process and thread. */
let detector: typeof import('tinyld') | undefined
function loadDetector() {
  detector ??= createRequire(import.meta.url)('tinyld') as typeof import('tinyld')
  return detector
}

/** Scripts that identify a language. */
const scripts: [RegExp, string][] = [
  [/\p{Script=Hebrew}/gu, 'he'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Bengali}/gu, 'bn'],
  [/\p{Script=Han}/gu, 'zh'],
]

/** Languages that are detected by words: common business languages, without those that are often confused with them. */
const candidates = [
  ...[
    'en',
    'de',
    'fr',
    'es',
    'pt',
    'it',
    'nl',
    'sv',
    'da',
    'no',
    'fi',
    'is',
    'et',
    'lv',
    'lt',
    'pl',
    'cs',
    'sk',
  ],
  ...[
    'hu',
    'ro',
    'tr',
    'id',
    'vi',
    'ca',
    'hr',
    'sr',
    'ru',
    'uk',
    'bg',
    'mk',
    'be',
    'ar',
    'fa',
    'ur',
    'hi',
    'mr',
    'ne',
  ],
]

/** A few paragraphs are enough for detection; more would only take longer. */
const mostCharacters = 1_200
/** Below this confidence the result is a guess, for example from two words. */
const sure = 0.25

/** The language of a page: that of its theme, or else the detected one. */
export function languageOf(document: Document): Language {
  return withDirection(document.theme.language ?? detectLanguage(textOf(document)))
}

/** A language tag with its text direction. */
export function withDirection(tag: string): Language {
  return { lang: tag, dir: new Intl.Locale(tag).getTextInfo().direction === 'rtl' ? 'rtl' : 'ltr' }
}

/** Reads only the beginning of the text, so that it takes a few milliseconds at most. */
export function detectLanguage(whole: string): string {
  const text = whole.slice(0, mostCharacters)
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const byScript = scripts.find(([script]) => (text.match(script)?.length ?? 0) > letters * 0.3)
  if (byScript) return byScript[1]
  const [best] = loadDetector().detectAll(text, { only: candidates })
  const isPlain = !/[^\P{L}a-z]/iu.test(text)
  if (!best || (best.accuracy < sure && isPlain)) return 'en'
  return best.lang
}

/** The first words of a document, without markup. */
export function textOf({ blocks }: Document): string {
  let text = ''
  for (const block of blocks) {
    const schema = blockTypes.find(({ name }) => name === block.type)?.props
    if (schema)
      mapStrings(schema, block.props, (words, { kind }) => {
        if (kind && kind !== 'link' && text.length < mostCharacters) text += `${readable(words)}. `
        return words
      })
    if (text.length >= mostCharacters) break
  }
  return text.slice(0, mostCharacters)
}

/** Without markup, URLs, and letter sequences that are no words. */
function readable(text: string): string {
  return text
    .slice(0, mostCharacters)
    .replace(/\]\([^()]*\)|\{\{[^{}]*\}\}|[*[\]\\]/g, ' ')
    .replace(/\S{40,}/g, ' ')
    .trim()
}
