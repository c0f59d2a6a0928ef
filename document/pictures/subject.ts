import type { Place } from './places.ts'

/**
 * What a page speaks of that can be drawn. All of it stands in the page's own text, so a drawing never says more than
 * the page does.
 */
export type Subject = {
  /** Cities that the page names, in the order of their mention. */
  places: Place[]
  /** Its dated steps. */
  dates: { when: string; title: string; day: number }[]
  /** Its figures, with what they count. */
  figures: { value: string; label: string }[]
  /** What it says about the reader, with the figure that leads it. */
  facts: { title: string; figure?: string | undefined }[]
  headings: string[]
}
