import { readFile } from 'node:fs/promises'
import { rangeTest } from '../../document/index.ts'

/** Fonts of social previews for scripts that the brand's fonts lack. Pages use the visitor's fonts instead. */
const packages = {
  arabic: 'noto-sans-arabic',
  bengali: 'noto-sans-bengali',
  devanagari: 'noto-sans-devanagari',
  hebrew: 'noto-sans-hebrew',
  japanese: 'noto-sans-jp',
  korean: 'noto-sans-kr',
  chinese: 'noto-sans-sc',
} as const
type Fallback = keyof typeof packages

/** Chinese characters look different in Japanese and Korean; the other letters of a text show which language it is. */
function orderFor(text: string): Fallback[] {
  const first: Fallback = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? 'japanese'
    : /\p{Script=Hangul}/u.test(text)
      ? 'korean'
      : 'chinese'
  return [first, ...(Object.keys(packages) as Fallback[]).filter((name) => name !== first)]
}

/** The files of the fallback fonts that contain the characters of a text. */
export async function readFallbackFiles(text: string): Promise<Buffer[]> {
  const missing = new Set(Array.from(text, (sign) => sign.codePointAt(0) as number))
  const files: Buffer[] = []
  for (const name of orderFor(text)) {
    if (missing.size === 0) break
    for (const { script, range } of await rangesOf(packages[name])) {
      const found = [...missing].filter(rangeTest(range))
      if (found.length === 0) continue
      for (const point of found) missing.delete(point)
      files.push(await readPart(packages[name], `files/${packages[name]}-${script}-wght-normal.woff2`))
    }
  }
  return files
}

async function rangesOf(folder: string): Promise<{ script: string; range: string }[]> {
  const ranges: Record<string, string> = JSON.parse((await readPart(folder, 'unicode.json')).toString())
  // The files of large fonts are numbered; the ranges list the numbers in brackets.
  return Object.entries(ranges).map(([name, range]) => ({ script: name.replace(/[[\]]/g, ''), range }))
}

async function readPart(folder: string, path: string): Promise<Buffer> {
  return await readFile(new URL(import.meta.resolve(`@fontsource-variable/${folder}/${path}`)))
}
