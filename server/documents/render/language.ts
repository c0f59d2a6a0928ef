import { blockTypes } from '../blocks/index.ts'
import { hasPrompt } from '../prompts.ts'
import type { Document } from '../schema.ts'
import { mapStrings } from '../strings.ts'

export type Language = { lang: string; dir: 'ltr' | 'rtl' }

/** Scripts that tell their language, or the likeliest one, and those written from right to left. */
const scripts: [RegExp, Language][] = [
  [/\p{Script=Hebrew}/gu, { lang: 'he', dir: 'rtl' }],
  [/\p{Script=Arabic}/gu, { lang: 'ar', dir: 'rtl' }],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, { lang: 'ja', dir: 'ltr' }],
  [/\p{Script=Hangul}/gu, { lang: 'ko', dir: 'ltr' }],
  [/\p{Script=Greek}/gu, { lang: 'el', dir: 'ltr' }],
  [/\p{Script=Cyrillic}/gu, { lang: 'ru', dir: 'ltr' }],
  [/\p{Script=Thai}/gu, { lang: 'th', dir: 'ltr' }],
  [/\p{Script=Devanagari}/gu, { lang: 'hi', dir: 'ltr' }],
  [/\p{Script=Han}/gu, { lang: 'zh', dir: 'ltr' }],
]

/** The language a document is probably written in, by its letters; English where they are Latin. */
export function guessLanguage({ blocks }: Document): Language {
  const texts: string[] = []
  for (const block of blocks) {
    const schema = blockTypes.find(({ name }) => name === block.type)?.props
    if (schema)
      mapStrings(schema, block.props, (text, { kind }) => {
        if (kind && kind !== 'link' && !hasPrompt(text)) texts.push(text)
        return text
      })
  }
  const all = texts.join(' ')
  const letters = all.match(/\p{L}/gu)?.length ?? 0
  const found = scripts.find(([script]) => (all.match(script)?.length ?? 0) > letters * 0.3)
  return found?.[1] ?? { lang: 'en', dir: 'ltr' }
}
