import { oneOf, reader, text } from '../ui/address.ts'

const studioSides = ['chat', 'changes', 'page'] as const
export type StudioSide = (typeof studioSides)[number]

export const readStudio = reader({
  /** The open version; the newest if omitted. */
  version: text,
  /** The pane beside the page, or on a phone, the visible one. */
  side: oneOf(studioSides),
  /** The version that the open one is compared with; the published one if omitted. */
  against: text,
})
export type StudioSearch = ReturnType<typeof readStudio>
