import { convert } from 'fontverter'
import { Blob, Face, Font, Buffer as ShapingBuffer, shape, Variation } from 'harfbuzzjs'
import { fontMetrics } from '../documents/fontMetrics.ts'
import { type BundledFont, type BundledFontName, bundledFonts } from '../documents/fonts.ts'
import { type FontCut, rangeTest } from '../documents/render/fontFaces.ts'
import { readBundledFile } from './bundledFiles.ts'

type Part = { font: Font; upem: number; has: (point: number) => boolean }

/** A bundled font that turns text into outlines, so that drawings need no font where they are drawn. */
export class TextPath {
  readonly #parts: Part[]

  private constructor(parts: Part[]) {
    this.#parts = parts
  }

  /** Opens the files of a font that a text needs. */
  static async open(name: BundledFontName, cut: FontCut, weight: number, text: string): Promise<TextPath> {
    const { heading, text: forText }: BundledFont = bundledFonts[name]
    const axes = { ...(cut === 'heading' ? heading : forText), wght: weight }
    const points = Array.from(text, (sign) => sign.codePointAt(0) as number)
    const parts: Part[] = []
    for (const [script, range] of Object.entries(fontMetrics[name].ranges)) {
      const inRange = rangeTest(range)
      if (!points.some(inRange)) continue
      const face = new Face(new Blob(await convert(await readBundledFile(name, script, 'normal'), 'sfnt')))
      const font = new Font(face)
      font.setVariations(Object.entries(axes).map(([tag, value]) => new Variation(tag, value)))
      parts.push({ font, upem: face.upem, has: (point) => font.glyph(point) !== undefined })
    }
    return new TextPath(parts)
  }

  /** Whether the font has every letter of a text. */
  covers(text: string): boolean {
    return Array.from(text).every((sign) => this.#partFor(sign) !== undefined)
  }

  /** The outlines of a line of text at the origin of its baseline, and how wide it is. */
  draw(text: string, size: number, tracking = 0): { path: string; width: number } {
    let x = 0
    const paths: string[] = []
    for (const { part, words } of this.#runsOf(text)) {
      const buffer = new ShapingBuffer()
      buffer.addText(words)
      buffer.guessSegmentProperties()
      shape(part.font, buffer)
      const scale = size / part.upem
      const infos = buffer.getGlyphInfos()
      for (const [index, position] of buffer.getGlyphPositions().entries()) {
        const outline = part.font.glyphToPath(infos[index]?.codepoint ?? 0)
        const at = `translate(${round(x + position.xOffset * scale)} ${round(-position.yOffset * scale)})`
        if (outline) paths.push(`<path transform="${at} scale(${scale} ${-scale})" d="${outline}"/>`)
        x += position.xAdvance * scale + tracking * size
      }
    }
    return { path: paths.join(''), width: x }
  }

  /** A text in as many lines of this width as it takes. */
  wrap(text: string, size: number, width: number, tracking = 0): string[] {
    const lines: string[] = []
    for (const word of text.split(/\s+/).filter(Boolean)) {
      const last = lines.at(-1)
      const longer = last === undefined ? word : `${last} ${word}`
      if (last !== undefined && this.draw(longer, size, tracking).width <= width)
        lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  }

  #runsOf(text: string): { part: Part; words: string }[] {
    const runs: { part: Part; words: string }[] = []
    for (const sign of text) {
      const part = this.#partFor(sign)
      const last = runs.at(-1)
      if (last && (part === undefined || part === last.part)) last.words += sign
      else if (part) runs.push({ part, words: sign })
    }
    return runs
  }

  #partFor(sign: string): Part | undefined {
    const point = sign.codePointAt(0) as number
    return this.#parts.find(({ has }) => has(point))
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
