import { drawSources, placeBoxes } from './boxes.ts'
import { main, sectionOf, sections, state, tell } from './dom.ts'
import type { Difference, ShowOrder } from './messages.ts'
import { quieten } from './point.ts'

// Draws the page: only what changed is replaced, and what is in sight stays where it is.

type Drawn = { key: string; html: string; isChanged?: boolean }
type Anchor = { top: number; node: () => HTMLElement | undefined }

const sheet = new CSSStyleSheet()
document.adoptedStyleSheets = [sheet]
const drawn = new WeakMap<Element, Drawn>()
let style: string | undefined
let waiting: ShowOrder | undefined
let differences: Record<string, Difference> = {}

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
  quieten()
  markDifferences()
  drawSources()
  placeBoxes()
  tell({ type: 'shown' })
}

/** Shows the newest page that arrived while a text was edited. */
export function showWaiting(): void {
  const next = waiting
  waiting = undefined
  if (next) show(next)
}

/** Makes the children be these parts, in this order; those that are the same stay the very nodes they are. */
function patch(container: HTMLElement, parts: Drawn[]): void {
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

/** Whether a node still shows what it was built from: a text that was changed by hand does not. */
function isDrawn(node: Element, html: string): boolean {
  const known = drawn.get(node)
  return known?.html === html && !known.isChanged
}

function build(key: string, html: string): Element {
  const template = document.createElement('template')
  template.innerHTML = html
  // A part without an element would be a fault of the service.
  const node = document.importNode(template.content, true).firstElementChild as Element
  drawn.set(node, { key, html })
  return node
}

/** Draws a block as the console handed it over, or remembers that it now shows something else. */
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
 * What must stay where it is on the screen: the first block that begins in sight and that the page still has; where none
 * does, the one that fills the screen. One that begins above could grow there and push all that is read.
 */
function findAnchor(): Anchor | undefined {
  if (scrollY < 8) return undefined
  const kept = new Set(state.page?.blocks.map(({ blockId }) => blockId))
  const inSight = sections()
    .map((section) => ({ blockId: section.dataset.blockId ?? '', box: section.getBoundingClientRect() }))
    .filter(({ blockId, box }) => kept.has(blockId) && box.bottom > 0 && box.top < innerHeight)
  const anchor = inSight.find(({ box }) => box.top >= 0) ?? inSight[0]
  return anchor && { top: anchor.box.top, node: () => sectionOf(anchor.blockId) }
}

function keepInPlace({ top, node }: Anchor): void {
  const section = node()
  if (section) scrollBy({ top: section.getBoundingClientRect().top - top, behavior: 'instant' })
}

// A font that arrives changes the height of what stands above: what is in sight stays where it is.

let fontAnchor: Anchor | undefined

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
  // Reading the layout starts the animation anew.
  void section.offsetWidth
  section.classList.add('stage-glow')
  section.addEventListener('animationend', () => section.classList.remove('stage-glow'), { once: true })
}

export function reveal(blockId: string): void {
  const section = sectionOf(blockId)
  if (!section) return
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const block = section.offsetHeight > innerHeight ? 'start' : 'center'
  section.scrollIntoView({ block, behavior: isCalm ? 'instant' : 'smooth' })
  glow(blockId)
}

/** Which blocks an older page and the one in sight differ in, and how: added, changed or moved. */
export function setDifferences(blocks: Record<string, Difference>): void {
  differences = blocks
  markDifferences()
}

function markDifferences(): void {
  for (const section of sections()) {
    const kind = differences[section.dataset.blockId ?? '']
    if (kind) section.dataset.difference = kind
    else delete section.dataset.difference
  }
}
