import { Blob, Face, Font, Buffer as ShapingBuffer, shape, Variation } from 'harfbuzzjs'
import type { FontMetrics } from '../../document/index.ts'

/** Ordinary text, so that letters are weighted by their frequency on pages. */
const sample =
  'The people who read this page have little time and many tabs open. Say what changes for them, in which week, and what it costs; then ask for one thing. A second paragraph follows with numbers like 24, 180 and 3,500, a few Names, and the plain words that every page is made of: you, we, your team, the plan, when it works and why it matters. Nobody reads twice.'

/** Measures a font in its TrueType or OpenType form. */
export function measureFont(sfnt: Uint8Array, axes: Record<string, number> = {}): FontMetrics {
  const face = new Face(new Blob(sfnt))
  const at = (weight: number) => {
    const font = new Font(face)
    const settings = { ...axes, wght: weight }
    font.setVariations(Object.entries(settings).map(([tag, value]) => new Variation(tag, value)))
    return font
  }
  const meanAdvance = (font: Font) => {
    const buffer = new ShapingBuffer()
    buffer.addText(sample)
    buffer.guessSegmentProperties()
    shape(font, buffer)
    const total = buffer.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0)
    return total / sample.length / face.upem
  }
  const regular = at(400)
  const { ascender, descender, lineGap } = regular.hExtents()
  return {
    ascent: round(ascender / face.upem),
    descent: round(-descender / face.upem),
    lineGap: round(lineGap / face.upem),
    regular: round(meanAdvance(regular)),
    bold: round(meanAdvance(at(700))),
  }
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
