import type { TextKind } from '../richText/schema.ts'

// Messages between the console and the stage, the page in its preview frame.

/** A selected element, as in messages to the agent. */
export type Element = { blockId: string; path?: string; text: string }
/** A position in pixels of the page. */
export type PageRect = { left: number; top: number; right: number; bottom: number }
/** Where a menu opens, in pixels of the page. */
export type Corner = { left: number; bottom: number }
/** How a block differs between two documents. */
export type DifferenceKind = 'added' | 'changed' | 'moved'
/** A tool of the selected block; its icon is SVG. */
export type StageTool = { id: string; label: string; icon: string; isPressed?: boolean; hasText?: boolean }

/** A rendered page with the number of sources of each block. */
export type StagePage = {
  title: string
  lang: string
  dir: string
  style: string
  header: string
  heading: string
  blocks: { blockId: string; html: string; sources: number }[]
  cards: string
  footer: string
}

/** Messages from the stage. */
export type StageEvent =
  | { type: 'ready' | 'shown' }
  | { type: 'clicked'; element: Element | null; twice: boolean }
  /** Null if the text is unchanged. */
  | { type: 'edited'; blockId: string; path: string; text: string | null }
  /** The code for editing texts could not be loaded. */
  | { type: 'editFailed' }
  | { type: 'sources'; blockId: string | null; pinned?: boolean; at?: PageRect }
  | {
      type: 'shortcut'
      key: string
      ctrlKey: boolean
      metaKey: boolean
      altKey?: boolean
      shiftKey?: boolean
    }
  // From the block editor only.
  | { type: 'pointed'; blockId: string | null }
  | { type: 'tool'; id: string; blockId: string }
  | { type: 'insert'; afterId: string | null; at: Corner }
  | { type: 'typing'; blockId: string; path: string; text: string }
  | { type: 'placeholder'; at: Corner }

export type EditOrder = {
  type: 'edit'
  blockId: string
  path: string
  text: string
  /** The stored text, if `text` was typed before and rejected. */
  before: string
  kind: TextKind
  /** Reports every change while typing, and offers placeholders; `Esc` then keeps the text. */
  live?: boolean
}

/** The number of a change in the list beside the page, with its description. */
export type ChangeNumber = { value: number; label: string }

export type ShowOrder = { type: 'show'; page: StagePage; glow?: string[] }
export type EditorOrder = { type: 'editor'; names: Record<string, string>; tools: StageTool[] }

/** Messages to the stage. */
export type StageOrder =
  | ShowOrder
  | EditOrder
  | EditorOrder
  | { type: 'choose'; element: Element | null }
  | { type: 'reveal'; blockId: string }
  | { type: 'scale'; scale: number }
  | { type: 'point'; blockId: string | null }
  /** The response to `placeholder`: the selected one, or null. */
  | { type: 'insertPlaceholder'; name: string | null }
  | { type: 'differences'; blocks: Record<string, DifferenceKind>; numbers?: Record<string, ChangeNumber> }
