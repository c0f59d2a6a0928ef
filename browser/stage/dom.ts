import type { EditOrder, EditorOrder, Element, StageEvent, StagePage } from './messages.ts'

export const { console: origin = '', textEditor: textEditorUrl = '' } = document.documentElement.dataset

/** A text that is being edited: `finish` saves or discards its changes. */
type TextEditing = {
  order: EditOrder
  /** The element that is edited. */
  node: HTMLElement
  finish: (isKept: boolean) => void
  insertPlaceholder: (name: string | null) => void
}

/** The state of the stage, set by the console. */
export const state: {
  page: StagePage | undefined
  /** The selection, by ids and paths, as elements are replaced when blocks are rendered again. */
  choice: Element | undefined
  /** In the block editor: the names of blocks. */
  editor: Pick<EditorOrder, 'names'> | undefined
  editing: TextEditing | undefined
  pointed: HTMLElement | undefined
  /** The scale at which the console shows the page. */
  scale: number
} = {
  page: undefined,
  choice: undefined,
  editor: undefined,
  editing: undefined,
  pointed: undefined,
  scale: 1,
}

export const main = document.createElement('main')
main.id = 'main'
/** The overlay on the page. */
export const layer = make('div', 'stage-layer')

export function tell(message: StageEvent): void {
  parent.postMessage({ from: 'foyer-stage', ...message }, origin)
}

export function make<Name extends keyof HTMLElementTagNameMap>(
  tag: Name,
  look: string,
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(tag)
  node.className = look
  return node
}

export function sections(): HTMLElement[] {
  return [...main.querySelectorAll<HTMLElement>(':scope > [data-block-id]')]
}

export function sectionOf(blockId: string): HTMLElement | undefined {
  return sections().find((section) => section.dataset.blockId === blockId)
}

/** The elements of the text at a path; a text of several paragraphs has several. */
export function textsAt(section: HTMLElement | undefined, path: string): HTMLElement[] {
  const all = section?.querySelectorAll<HTMLElement>('[data-path]') ?? []
  return [...all].filter((node) => node.dataset.path === path)
}

/** The element of a text, or of its block if the text is not visible. */
export function find({ blockId, path }: Element): HTMLElement | undefined {
  const section = sectionOf(blockId)
  return (path && textsAt(section, path)[0]) || section
}

export function closest(target: EventTarget | null | undefined, selector: string): HTMLElement | undefined {
  const node = target instanceof globalThis.Element ? target : undefined
  return node?.closest<HTMLElement>(selector) ?? undefined
}
