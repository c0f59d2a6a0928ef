import bidiFactory, { type Bidi } from 'bidi-js'
import { convert } from 'fontverter'
import { Blob, Direction, Face, Font, Buffer as ShapingBuffer, shape, Variation } from 'harfbuzzjs'
import {
  type BundledFont,
  type BundledFontName,
  bundledFonts,
  type FontCut,
  fontMetrics,
  rangeTest,
} from '../../document/index.ts'
import { readBundledFile } from './bundledFiles.ts'
import { readFallbackFiles } from './fallbackFonts.ts'

// The package's types describe an ES module, but Node loads its CommonJS one, whose only export is the function.
const bidi = (bidiFactory as unknown as () => Bidi)()

type FontPart = { font: Font; upem: number; has: (point: number) => boolean }
type TextRun = { part: FontPart; words: string; level: number }

/** Converts text to outlines of a bundled font, so that images can be drawn without installed fonts. */
export class TextPath {
  readonly #parts: FontPart[]
  readonly #direction: 'ltr' | 'rtl'

  private constructor(parts: FontPart[], direction: 'ltr' | 'rtl') {
    this.#parts = parts
    this.#direction = direction
  }

  /** Opens the files of a font that a text needs. Only parts of that text can be drawn. */
  static async open(name: BundledFontName, cut: FontCut, weight: number, text: string): Promise<TextPath> {
    const { heading, text: forText }: BundledFont = bundledFonts[name]
    const axes = { ...(cut === 'heading' ? heading : forText), wght: weight }
    const points = Array.from(text, (sign) => sign.codePointAt(0) as number)
    const parts: FontPart[] = []
    for (const [script, range] of Object.entries(fontMetrics[name].ranges)) {
      const inRange = rangeTest(range)
      if (!points.some(inRange)) continue
      parts.push(await openPart(await readBundledFile(name, script, 'normal'), axes))
    }
    const missing = points.filter((point) => !parts.some(({ has }) => has(point)))
    for (const file of await readFallbackFiles(String.fromCodePoint(...missing)))
      parts.push(await openPart(file, { wght: weight }))
    return new TextPath(parts, isRightToLeft(text) ? 'rtl' : 'ltr')
  }

  /** A text without the characters that no font has; empty if most are missing. */
  drawable(text: string): string {
    const signs = Array.from(text)
    const known = signs.filter((sign) => /\s/.test(sign) || this.#partFor(sign) !== undefined)
    return known.length >= signs.length * 0.8 ? known.join('').replace(/\s+/g, ' ').trim() : ''
  }

  /** The outlines of a line of text, with its baseline starting at the origin, and its width. */
  draw(text: string, size: number, tracking = 0): { path: string; width: number } {
    let x = 0
    const paths: string[] = []
    for (const { part, words, level } of this.#runsOf(text)) {
      const buffer = new ShapingBuffer()
      buffer.addText(words)
      buffer.guessSegmentProperties()
      buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR)
      shape(part.font, buffer)
      const scale = size / part.upem
      const infos = buffer.getGlyphInfos()
      // Tracking would separate letters of cursive scripts.
      const gap = joined.test(words) ? 0 : tracking * size
      for (const [index, position] of buffer.getGlyphPositions().entries()) {
        const outline = part.font.glyphToPath(infos[index]?.codepoint ?? 0)
        const at = `translate(${round(x + position.xOffset * scale)} ${round(-position.yOffset * scale)})`
        if (outline) paths.push(`<path transform="${at} scale(${scale} ${-scale})" d="${outline}"/>`)
        x += position.xAdvance * scale + gap
      }
    }
    return { path: paths.join(''), width: x }
  }

  /** Breaks a text into lines of this width. */
  wrap(text: string, size: number, width: number, tracking = 0): string[] {
    const lines: string[] = []
    for (const { glue, piece } of piecesOf(text)) {
      const last = lines.at(-1)
      const longer = last === undefined ? piece : `${last}${glue}${piece}`
      if (last !== undefined && this.draw(longer, size, tracking).width <= width)
        lines[lines.length - 1] = longer
      else lines.push(piece)
    }
    return lines
  }

  /** Runs of one font and one direction, in visual order from left to right. */
  #runsOf(text: string): TextRun[] {
    const { levels } = bidi.getEmbeddingLevels(text, this.#direction)
    const runs: TextRun[] = []
    let at = 0
    for (const sign of text) {
      const level = levels[at] ?? 0
      at += sign.length
      const last = runs.at(-1)
      const part = /\s/.test(sign) ? (last?.part ?? this.#partFor(sign)) : this.#partFor(sign)
      if (last && last.level === level && (part === undefined || part === last.part)) last.words += sign
      else if (part) runs.push({ part, words: sign, level })
    }
    return inVisualOrder(runs)
  }

  #partFor(sign: string): FontPart | undefined {
    const point = sign.codePointAt(0) as number
    return this.#parts.find(({ has }) => has(point))
  }
}

async function openPart(file: Buffer, axes: Record<string, number>): Promise<FontPart> {
  const face = new Face(new Blob(await convert(file, 'sfnt')))
  const font = new Font(face)
  font.setVariations(Object.entries(axes).map(([tag, value]) => new Variation(tag, value)))
  return { font, upem: face.upem, has: (point) => font.glyph(point) !== undefined }
}

/** Whether a text is right-to-left, according to its first letter. */
export function isRightToLeft(text: string): boolean {
  const [letter = ''] = /\p{L}/u.exec(text) ?? []
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter)
}

/** Reverses runs from the highest level down (rule L2 of the Unicode bidirectional algorithm). */
function inVisualOrder(runs: TextRun[]): TextRun[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--)
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while ((ordered[end]?.level ?? 0) >= level) end++
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  return ordered
}

const joined = /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}]/u
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const words = new Intl.Segmenter('ja', { granularity: 'word' })

/** The pieces between possible line breaks: at spaces, and between words of scripts without spaces. */
function piecesOf(text: string): { glue: string; piece: string }[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word) => {
      if (!unspaced.test(word)) return [{ glue: ' ', piece: word }]
      const pieces: { glue: string; piece: string }[] = []
      for (const { segment, isWordLike } of words.segment(word)) {
        const last = pieces.at(-1)
        // A line must not begin with punctuation.
        if (last && !isWordLike) last.piece += segment
        else pieces.push({ glue: last ? '' : ' ', piece: segment })
      }
      return pieces
    })
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
