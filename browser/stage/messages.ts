import type { TextKind } from '../richText/schema.ts'

// What the console and the stage, the page inside its preview frame, tell each other by `postMessage`.

/** What was pointed at, as messages to the agent name it. */
export type Element = { blockId: string; path?: string; text: string }
/** Where something stands, in the pixels of the page. */
export type Place = { left: number; top: number; right: number; bottom: number }
/** Where something opens, in the pixels of the page. */
export type Corner = { left: number; bottom: number }
/** How a block differs between two documents. */
export type Difference = 'added' | 'changed' | 'moved'
/** What can be done to the chosen block; its icon is SVG. */
export type StageTool = { id: string; label: string; icon: string; isPressed?: boolean; hasText?: boolean }

/** A rendering as the stage takes it: of sources it needs to know how many there are. */
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

/** What the stage tells. */
export type StageEvent =
  | { type: 'ready' | 'shown' }
  | { type: 'clicked'; element: Element | null; twice: boolean }
  /** Null where the text is as it was. */
  | { type: 'edited'; blockId: string; path: string; text: string | null }
  /** The code for editing texts could not be loaded. */
  | { type: 'editFailed' }
  | { type: 'sources'; blockId: string | null; pinned?: boolean; at?: Place }
  | {
      type: 'shortcut'
      key: string
      ctrlKey: boolean
      metaKey: boolean
      altKey?: boolean
      shiftKey?: boolean
    }
  // From an editor of blocks alone.
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
  /** The text as it is stored, where `text` is what was typed before and refused. */
  before: string
  kind: TextKind
  /** Tells every change while it is typed, and offers placeholders; `Esc` then keeps the text. */
  live?: boolean
}

export type ShowOrder = { type: 'show'; page: StagePage; glow?: string[] }
export type EditorOrder = { type: 'editor'; names: Record<string, string>; tools: StageTool[] }

/** What the stage can be told. */
export type StageOrder =
  | ShowOrder
  | EditOrder
  | EditorOrder
  | { type: 'choose'; element: Element | null }
  | { type: 'reveal'; blockId: string }
  | { type: 'scale'; scale: number }
  | { type: 'point'; blockId: string | null }
  /** The answer to `placeholder`: the one that was chosen, or none. */
  | { type: 'insertPlaceholder'; name: string | null }
  | { type: 'differences'; blocks: Record<string, Difference> }
