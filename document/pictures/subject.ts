import type { NamedLocation } from './places.ts'

/**
 * The content of a page that can be drawn. All of it is in the page's text, so a drawing never states more than the
 * page.
 */
export type Subject = {
  /** Cities in order of mention. */
  places: NamedLocation[]
  /** Dated steps. */
  dates: { when: string; title: string; day: number }[]
  /** Figures with their labels. */
  figures: { value: string; label: string }[]
  /** Facts about the reader, with their main figure. */
  facts: { title: string; figure?: string | undefined }[]
  headings: string[]
}
