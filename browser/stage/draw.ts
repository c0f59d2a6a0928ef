import { drawSources, placeBoxes, setNumbers } from './boxes.ts'
import { main, sectionOf, sections, state, tell } from './dom.ts'
import type { ChangeNumber, DifferenceKind, ShowOrder } from './messages.ts'
import { limitTabOrder } from './point.ts'

// Renders the page: replaces only what changed and keeps the scroll position.

type RenderedPart = { key: string; html: string; isChanged?: boolean }
type ScrollAnchor = { top: number; node: () => HTMLElement | undefined }

const sheet = new CSSStyleSheet()
document.adoptedStyleSheets = [sheet]
const drawn = new WeakMap<Element, RenderedPart>()
let style: string | undefined
let waiting: ShowOrder | undefined
let differences: Record<string, DifferenceKind> = {}

export function show(order: ShowOrder): void {
  if (state.editing) {
    waiting = order
    return
  }
  const { page } = order
  state.page = page
  Object.assign(document.documentElement, { lang: page.lang, dir: page.dir })
  document.title = page.title
  const anchor = findAnchor()
  if (style !== page.style) sheet.replaceSync(page.style)
  style = page.style
  const blocks = page.blocks.map(({ blockId, html }) => ({ key: `block ${blockId}`, html }))
  patch(main, [{ key: 'heading', html: page.heading }, ...blocks, { key: 'cards', html: page.cards }])
  setPart('header', page.header, (node) => main.before(node))
  setPart('footer', page.footer, (node) => main.after(node))
  if (anchor) keepInPlace(anchor)
  for (const blockId of order.glow ?? []) glow(blockId)
  limitTabOrder()
  markDifferences()
  drawSources()
  placeBoxes()
  tell({ type: 'shown' })
}

/** Shows the newest page received while a text was edited. */
export function showWaiting(): void {
  const next = waiting
  waiting = undefined
  if (next) show(next)
}

/** Updates the children to these parts, in this order, and keeps the nodes of unchanged ones. */
function patch(container: HTMLElement, parts: RenderedPart[]): void {
  const present = new Map([...container.children].map((node) => [drawn.get(node)?.key, node]))
  let next = container.firstElementChild
  for (const { key, html } of parts) {
    if (!html) continue
    const old = present.get(key)
    present.delete(key)
    const node = old && isDrawn(old, html) ? old : build(key, html)
    if (old && old !== node) {
      if (next === old) next = node
      old.replaceWith(node)
    }
    if (next === node) next = node.nextElementSibling
    else container.insertBefore(node, next)
  }
  for (const node of present.values()) node.remove()
}

/** Whether a node is unchanged since it was built; editing a text changes it. */
function isDrawn(node: Element, html: string): boolean {
  const known = drawn.get(node)
  return known?.html === html && !known.isChanged
}

function build(key: string, html: string): Element {
  const template = document.createElement('template')
  template.innerHTML = html
  // Every part has one element.
  const node = document.importNode(template.content, true).firstElementChild as Element
  drawn.set(node, { key, html })
  return node
}

/** Restores a block to its received HTML, or marks it as changed. */
export function endChange(section: HTMLElement, isChanged: boolean): void {
  const known = drawn.get(section)
  if (!known) return
  if (isChanged) drawn.set(section, { ...known, isChanged })
  else section.replaceWith(build(known.key, known.html))
}

const parts = new Map<string, Element>()

function setPart(key: string, html: string, insert: (node: Element) => void): void {
  const old = parts.get(key)
  if (old && isDrawn(old, html)) return
  const node = build(key, html)
  if (old) old.replaceWith(node)
  else insert(node)
  parts.set(key, node)
}

/**
 * The block that must keep its position on the screen: the first one that begins on the screen and still exists, or else
 * the one that fills the screen. A block that begins above could grow there and move everything below.
 */
function findAnchor(): ScrollAnchor | undefined {
  if (scrollY < 8) return undefined
  const kept = new Set(state.page?.blocks.map(({ blockId }) => blockId))
  const inSight = sections()
    .map((section) => ({ blockId: section.dataset.blockId ?? '', box: section.getBoundingClientRect() }))
    .filter(({ blockId, box }) => kept.has(blockId) && box.bottom > 0 && box.top < innerHeight)
  const anchor = inSight.find(({ box }) => box.top >= 0) ?? inSight[0]
  return anchor && { top: anchor.box.top, node: () => sectionOf(anchor.blockId) }
}

function keepInPlace({ top, node }: ScrollAnchor): void {
  const section = node()
  if (section) scrollBy({ top: section.getBoundingClientRect().top - top, behavior: 'instant' })
}

// A font that loads changes heights; the visible part must not move.

let fontAnchor: ScrollAnchor | undefined

function watchFonts(): void {
  fontAnchor = state.page && findAnchor()
}

document.fonts.addEventListener('loading', () => {
  watchFonts()
  addEventListener('scroll', watchFonts, { passive: true })
})
document.fonts.addEventListener('loadingdone', () => {
  removeEventListener('scroll', watchFonts)
  if (fontAnchor) keepInPlace(fontAnchor)
  placeBoxes()
})

function glow(blockId: string): void {
  const section = sectionOf(blockId)
  if (!section) return
  section.classList.remove('stage-glow')
  // Reading the layout restarts the animation.
  void section.offsetWidth
  section.classList.add('stage-glow')
  section.addEventListener('animationend', () => section.classList.remove('stage-glow'), { once: true })
}

export function reveal(blockId: string): void {
  const section = sectionOf(blockId)
  if (!section) return
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const { top, height } = section.getBoundingClientRect()
  const above = height > innerHeight ? 0 : (innerHeight - height) / 2
  // `scrollIntoView` would scroll the console around this frame, too.
  scrollBy({ top: top - above, behavior: isCalm ? 'instant' : 'smooth' })
  glow(blockId)
}

/** Marks the blocks that differ from an older version. */
export function setDifferences(
  blocks: Record<string, DifferenceKind>,
  numbers: Record<string, ChangeNumber> = {},
): void {
  differences = blocks
  setNumbers(numbers)
  markDifferences()
}

function markDifferences(): void {
  for (const section of sections()) {
    const kind = differences[section.dataset.blockId ?? '']
    if (kind) section.dataset.difference = kind
    else delete section.dataset.difference
  }
}
