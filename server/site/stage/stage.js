// Shows a page that the console hands over, tells what people point at, and lets them change a text where it stands.
// The console decides what a click means; this only reports it. Nothing is taken from any other origin.
const origin = document.documentElement.dataset.console
const sheet = new CSSStyleSheet()
document.adoptedStyleSheets = [sheet]
const main = document.createElement('main')
main.id = 'main'
const layer = make('div', 'stage-layer')
const hover = makeBox('stage-hover')
const chosen = makeBox('stage-chosen')
const bar = make('div', 'stage-bar')
const plus = make('button', 'stage-plus')
document.body.prepend(main)
document.body.append(layer)

let page
let style
let editing
let waiting
/** What is chosen, by names that outlive the elements: blocks are drawn anew all the time. */
let choice
/** For an editor of blocks: what blocks are called, and what can be done to the chosen one. */
let editor

function tell(message) {
  parent.postMessage({ from: 'foyer-stage', ...message }, origin)
}

addEventListener('message', ({ origin: sender, source, data }) => {
  if (sender !== origin || source !== parent || typeof data !== 'object' || data === null) return
  if (data.type === 'show') show(data)
  else if (data.type === 'choose') choose(data.element)
  else if (data.type === 'edit') edit(data)
  else if (data.type === 'reveal') reveal(data.blockId)
  else if (data.type === 'scale') setScale(data.scale)
  else if (data.type === 'editor') setEditor(data)
  else if (data.type === 'point') point(data.blockId ? sectionOf(data.blockId) : undefined, true)
  else if (data.type === 'insertText') insertText(data.text)
  else if (data.type === 'differences') setDifferences(data.blocks)
})

function show(message) {
  if (editing) {
    waiting = message
    return
  }
  page = message.page
  const { lang, dir } = page
  Object.assign(document.documentElement, { lang, dir })
  document.title = page.title
  const anchor = findAnchor()
  if (style !== page.style) sheet.replaceSync(page.style)
  style = page.style
  const blocks = page.blocks.map(({ blockId, html }) => ({ key: `block ${blockId}`, html }))
  const whole = [{ key: 'heading', html: page.heading }, ...blocks, { key: 'cards', html: page.cards }]
  patch(main, whole)
  setPart('header', page.header, (node) => main.before(node))
  setPart('footer', page.footer, (node) => main.after(node))
  if (anchor) keepInPlace(anchor)
  for (const blockId of message.glow ?? []) glow(blockId)
  quieten()
  markDifferences()
  drawSources()
  placeBoxes()
  tell({ type: 'shown' })
}

let scale = 1

/** How much smaller than it is the console shows the page; what is drawn over it keeps its size. */
function setScale(given) {
  scale = given
  document.documentElement.style.setProperty('--scale', given)
  placeBoxes()
}

const drawn = new WeakMap()

/** Makes the children be these parts, in this order; those that are the same stay the very nodes they are. */
function patch(container, parts) {
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
    if (next === node) next = next.nextElementSibling
    else container.insertBefore(node, next)
  }
  for (const node of present.values()) node.remove()
}

/** Whether a node still shows what it was built from: a text that was changed by hand does not. */
function isDrawn(node, html) {
  const known = drawn.get(node)
  return known.html === html && !known.isChanged
}

function build(key, html) {
  const template = document.createElement('template')
  template.innerHTML = html
  const node = document.importNode(template.content, true).firstElementChild
  drawn.set(node, { key, html })
  return node
}

const parts = new Map()

function setPart(key, html, insert) {
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
function findAnchor() {
  if (scrollY < 8) return undefined
  const kept = new Set(page.blocks.map(({ blockId }) => blockId))
  const inSight = sections()
    .filter((section) => kept.has(section.dataset.blockId))
    .map((section) => ({ section, ...edgesOf(section) }))
    .filter(({ top, bottom }) => bottom > 0 && top < innerHeight)
  const anchor = inSight.find(({ top }) => top >= 0) ?? inSight[0]
  return anchor && { top: anchor.top, node: () => sectionOf(anchor.section.dataset.blockId) }
}

function edgesOf(node) {
  const { top, bottom } = node.getBoundingClientRect()
  return { top, bottom }
}

function keepInPlace({ top, node }) {
  const section = node()
  if (section) scrollBy({ top: section.getBoundingClientRect().top - top, behavior: 'instant' })
}

// A font that arrives changes the height of what stands above: what is in sight stays where it is.

let fontAnchor

function watchFonts() {
  fontAnchor = page && findAnchor()
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

function sections() {
  return [...main.querySelectorAll(':scope > [data-block-id]')]
}

function sectionOf(blockId) {
  return sections().find((section) => section.dataset.blockId === blockId)
}

function glow(blockId) {
  const section = sectionOf(blockId)
  if (!section) return
  section.classList.remove('stage-glow')
  void section.offsetWidth
  section.classList.add('stage-glow')
  section.addEventListener('animationend', () => section.classList.remove('stage-glow'), { once: true })
}

function reveal(blockId) {
  const section = sectionOf(blockId)
  if (!section) return
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const block = section.offsetHeight > innerHeight ? 'start' : 'center'
  section.scrollIntoView({ block, behavior: calm ? 'instant' : 'smooth' })
  glow(blockId)
}

// One way in for the Tab key: the arrows go on from text to text.

function texts() {
  return [...main.querySelectorAll('[data-path]')].filter((node) => node.getClientRects().length > 0)
}

function quieten() {
  for (const node of document.querySelectorAll(
    'a, button, input, select, textarea, summary, [tabindex], iframe, video',
  ))
    if (!layer.contains(node)) node.tabIndex = -1
  const all = texts()
  for (const node of all) node.tabIndex = -1
  const current = (choice && find(choice)) || all[0]
  if (current) current.tabIndex = 0
}

// Pointing at things.

function elementAt(node) {
  const section = node.closest?.('[data-block-id]')
  if (!section) return undefined
  const target = node.closest('[data-path]') ?? section
  const text = target.textContent.replace(/\s+/g, ' ').trim().slice(0, 300)
  const { path } = target.dataset
  return { blockId: section.dataset.blockId, ...(path ? { path } : {}), text }
}

function find({ blockId, path }) {
  const section = sectionOf(blockId)
  if (!section || !path) return section
  return [...section.querySelectorAll('[data-path]')].find((node) => node.dataset.path === path) ?? section
}

function choose(element) {
  choice = element ?? undefined
  quieten()
  placeBoxes()
}

let pointed

function point(node, isTold = false) {
  const target = pointedBy(node)
  if (target === pointed) return
  pointed = target ?? undefined
  placeBoxes()
  if (editor && !isTold)
    tell({ type: 'pointed', blockId: pointed?.closest('[data-block-id]')?.dataset.blockId ?? null })
}

/** An editor of blocks points at blocks, and at texts in the chosen one. */
function pointedBy(node) {
  const section = node?.closest?.('[data-block-id]')
  if (editor && section?.dataset.blockId !== choice?.blockId) return section
  return node?.closest?.('[data-path]') ?? section
}

document.addEventListener('pointerover', ({ target, pointerType }) => {
  if (pointerType !== 'touch') point(target)
})
document.documentElement.addEventListener('pointerleave', () => point(undefined))
document.addEventListener('focusin', ({ target }) => point(target))
document.addEventListener('focusout', () => point(undefined))

for (const type of ['click', 'dblclick', 'auxclick', 'submit', 'dragstart'])
  document.addEventListener(
    type,
    (event) => {
      if (layer.contains(event.target) || editing?.node.contains(event.target)) return
      // Answers of questions can be opened, as there is no other way to see them.
      if (type !== 'click' || !event.target.closest?.('summary')) event.preventDefault()
      if (type === 'click' && event.detail < 2)
        tell({ type: 'clicked', element: elementAt(event.target) ?? null, twice: false })
      else if (type === 'dblclick')
        tell({ type: 'clicked', element: elementAt(event.target) ?? null, twice: true })
    },
    true,
  )

document.addEventListener('keydown', (event) => {
  const { key, target } = event
  if (editing) return
  if (layer.contains(target)) return
  if (editor) return forwardKey(event)
  if (key === 'Escape') tell({ type: 'clicked', element: null, twice: false })
  else if ((key === 'Enter' || key === ' ') && target.dataset?.path) {
    event.preventDefault()
    tell({ type: 'clicked', element: elementAt(target), twice: false })
  } else if (key === 'ArrowDown' || key === 'ArrowUp') {
    const all = texts()
    const next = all[all.indexOf(target) + (key === 'ArrowDown' ? 1 : -1)]
    if (!next || !all.includes(target)) return
    event.preventDefault()
    target.tabIndex = -1
    next.tabIndex = 0
    next.focus()
  } else if (key.length === 1 || event.metaKey || event.ctrlKey) {
    const { ctrlKey, metaKey } = event
    tell({ type: 'shortcut', key, ctrlKey, metaKey })
    if (key.toLowerCase() === 'k' || key === '.') event.preventDefault()
  }
})

let differences = {}

/** Which blocks an older page and the one in sight differ in, and how: added, changed or moved. */
function setDifferences(blocks) {
  differences = blocks
  markDifferences()
}

function markDifferences() {
  for (const section of sections()) {
    const kind = differences[section.dataset.blockId]
    if (kind) section.dataset.difference = kind
    else delete section.dataset.difference
  }
}

/** Keys that an editor of blocks knows; the browser's own are left to it. */
function forwardKey(event) {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  const known = /^(Escape|Enter|Arrow(Up|Down)|Delete|Backspace)$/.test(key)
  const isMod = ctrlKey || metaKey
  if (!known && key.length !== 1) return
  if (known || (isMod && /^[zydk.]$/i.test(key))) event.preventDefault()
  tell({ type: 'shortcut', key, ctrlKey, metaKey, altKey, shiftKey })
}

function setEditor({ names, tools }) {
  editor = { names }
  layer.classList.add('stage-blocks')
  bar.replaceChildren(...tools.map(makeTool))
  placeBoxes()
}

function makeTool({ id, label, icon, isPressed, hasText }) {
  const button = make('button', hasText ? 'stage-tool stage-ask' : 'stage-tool')
  button.type = 'button'
  button.title = label
  button.innerHTML = icon
  if (hasText) button.append(label)
  else button.setAttribute('aria-label', label)
  if (isPressed) button.setAttribute('aria-pressed', 'true')
  button.addEventListener('click', () => tell({ type: 'tool', id, blockId: choice?.blockId }))
  return button
}

// Changing a text where it stands, as it is written: with its marks for bold, italic and links.

function edit({ blockId, path, text, before, lines, live }) {
  finish(false)
  const section = sectionOf(blockId)
  const all = [...(section?.querySelectorAll('[data-path]') ?? [])].filter(
    (node) => node.dataset.path === path,
  )
  const [node, ...others] = all
  if (!node) return
  for (const other of others) other.classList.add('stage-hidden')
  node.textContent = text
  node.classList.add('stage-editing')
  node.contentEditable = 'plaintext-only'
  node.setAttribute('role', 'textbox')
  node.setAttribute('aria-label', nameOf(path))
  editing = { node, section, blockId, path, before, lines, live }
  if (live) node.addEventListener('input', typed)
  node.addEventListener('keydown', editKey)
  node.addEventListener('blur', keep)
  node.focus({ preventScroll: true })
  getSelection().selectAllChildren(node)
  getSelection().collapseToEnd()
  point(undefined)
  placeBoxes()
}

function editKey(event) {
  event.stopPropagation()
  if (event.isComposing) return
  const { key } = event
  if (key === 'Escape') finish(Boolean(editing.live))
  else if (editing.live && (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(key)) {
    // Steps are undone by the console, which knows them all.
    event.preventDefault()
    const { ctrlKey, metaKey, shiftKey } = event
    finish(true)
    tell({ type: 'shortcut', key, ctrlKey, metaKey, altKey: false, shiftKey })
  } else if (key === 'Enter' && (!editing.lines || event.metaKey || event.ctrlKey)) {
    event.preventDefault()
    finish(true)
  }
}

function keep() {
  if (!editing?.isPaused) finish(true)
}

function typed({ data }) {
  const { blockId, path } = editing
  tell({ type: 'typing', blockId, path, text: writtenText() })
  if (data === '{') askForPlaceholder()
}

/** The console shows the menu of placeholders; the text keeps its caret until one is chosen. */
function askForPlaceholder() {
  const range = getSelection().getRangeAt(0)
  const { left, bottom } = range.getBoundingClientRect()
  editing.isPaused = true
  editing.range = range.cloneRange()
  tell({ type: 'placeholder', at: { left, bottom } })
}

/** Puts a text in place of the sign that opened the menu, or goes on writing where nothing was chosen. */
function insertText(text) {
  if (!editing?.isPaused) return
  const { node, range } = editing
  editing.isPaused = false
  node.focus({ preventScroll: true })
  const selection = getSelection()
  selection.removeAllRanges()
  selection.addRange(range)
  if (!text) return
  if (range.startOffset > 0) selection.modify('extend', 'backward', 'character')
  document.execCommand('insertText', false, text)
}

function writtenText() {
  const written = editing.node.innerText.replace(/\r/g, '').trim()
  return editing.lines ? written : written.replace(/\s*\n\s*/g, ' ')
}

function finish(kept) {
  if (!editing) return
  const { node, section, blockId, path, before } = editing
  node.removeEventListener('blur', keep)
  node.removeEventListener('keydown', editKey)
  node.removeEventListener('input', typed)
  const said = writtenText()
  editing = undefined
  const changed = kept && said !== before
  node.contentEditable = 'false'
  node.classList.remove('stage-editing')
  node.removeAttribute('role')
  node.removeAttribute('aria-label')
  const { key, html } = drawn.get(section)
  if (changed) drawn.set(section, { key, html, isChanged: true })
  else section.replaceWith(build(key, html))
  quieten()
  placeBoxes()
  tell({ type: 'edited', blockId, path, text: changed ? said : null })
  const next = waiting
  waiting = undefined
  if (next) show(next)
}

// What is drawn over the page: frames around things, and the marks of what rests on a source.

function make(tag, look) {
  const node = document.createElement(tag)
  node.className = look
  return node
}

function makeBox(look) {
  const box = make('div', `stage-box ${look}`)
  box.hidden = true
  box.setAttribute('aria-hidden', 'true')
  box.append(make('span', 'stage-name'))
  layer.append(box)
  return box
}

function nameOf(path, section) {
  const steps = (path ?? '').split('/').filter(Boolean)
  const name = steps.findLast((step) => !/^\d+$/.test(step)) ?? section?.classList[1] ?? ''
  const number = steps.find((step) => /^\d+$/.test(step))
  const words = (steps.at(-1) === 'label' && steps.length === 2 ? 'button' : name)
    .replace(/[A-Z]/g, ' $&')
    .toLowerCase()
  return (
    words.charAt(0).toUpperCase() + words.slice(1) + (number === undefined ? '' : ` ${Number(number) + 1}`)
  )
}

function place(box, node) {
  box.hidden = !node?.isConnected || Boolean(editing)
  if (box.hidden) return
  const whole = !node.dataset.path
  box.classList.toggle('stage-whole', whole)
  const { left, top, width, height } = node.getBoundingClientRect()
  const inset = whole && !editor ? 6 : 0
  Object.assign(box.style, {
    left: `${left + scrollX + inset}px`,
    top: `${top + scrollY + inset}px`,
    width: `${width - inset * 2}px`,
    height: `${height - inset * 2}px`,
    outlineOffset: whole ? (editor ? `${-2 / scale}px` : '0') : '4px',
  })
  box.classList.toggle('stage-under', top + scrollY < 40 / scale)
  if (box.firstChild) box.firstChild.textContent = labelOf(node)
}

function labelOf(node) {
  const section = node.closest('[data-block-id]')
  const { path } = node.dataset
  return (!path && editor?.names[section.dataset.blockId]) || nameOf(path, section)
}

/** The tools stand inside the top edge of the chosen block, the plus on its bottom edge. */
function placeTools(node) {
  const section = editor && !editing ? node?.closest('[data-block-id]') : undefined
  bar.hidden = plus.hidden = !section || bar.childElementCount === 0
  if (bar.hidden) return
  const { top, bottom, right, left } = section.getBoundingClientRect()
  const side = document.documentElement.clientWidth - right
  Object.assign(bar.style, { top: `${top + scrollY + 10 / scale}px`, right: `${side + 10 / scale}px` })
  Object.assign(plus.style, { top: `${bottom + scrollY}px`, left: `${(left + right) / 2}px` })
}

function placeBoxes() {
  const node = choice && find(choice)
  placeTools(node)
  place(chosen, node)
  place(hover, pointed === node ? undefined : pointed)
  for (const [blockId, button] of marks) placeMark(button, sectionOf(blockId))
}

const marks = new Map()

function drawSources() {
  const sourced = page.blocks.filter(({ sources }) => sources > 0)
  for (const [blockId, button] of marks) {
    if (sourced.some((block) => block.blockId === blockId)) continue
    button.remove()
    marks.delete(blockId)
  }
  for (const { blockId, sources } of sourced) {
    const button = marks.get(blockId) ?? makeMark(blockId)
    button.textContent = sources
    button.setAttribute('aria-label', sources === 1 ? '1 source' : `${sources} sources`)
    marks.set(blockId, button)
    layer.append(button)
  }
}

function makeMark(blockId) {
  const button = make('button', 'stage-source')
  button.type = 'button'
  const open = (pinned) => {
    const { left, top, right, bottom } = button.getBoundingClientRect()
    tell({ type: 'sources', blockId, pinned, at: { left, top, right, bottom } })
  }
  button.addEventListener('pointerenter', ({ pointerType }) => pointerType !== 'touch' && open(false))
  button.addEventListener('focus', () => open(false))
  button.addEventListener('click', () => open(true))
  button.addEventListener('pointerleave', () => tell({ type: 'sources', blockId: null }))
  button.addEventListener('blur', () => tell({ type: 'sources', blockId: null }))
  return button
}

/** In the margin, like the number of a note. */
function placeMark(button, section) {
  const { top, right } = section.getBoundingClientRect()
  const side = document.documentElement.clientWidth - right
  // Below the tools of the chosen block, which stand in the same corner.
  const inset = !bar.hidden && section.dataset.blockId === choice?.blockId ? 54 : 10
  Object.assign(button.style, { top: `${top + scrollY + inset / scale}px`, right: `${side + 10 / scale}px` })
  button.classList.toggle('stage-near', section.contains(pointed ?? null))
}

bar.hidden = plus.hidden = true
bar.setAttribute('role', 'toolbar')
bar.setAttribute('aria-label', 'Block')
plus.type = 'button'
plus.title = 'Insert a block below'
plus.setAttribute('aria-label', 'Insert a block below')
plus.append(make('span', 'stage-cross'))
plus.addEventListener('click', () => {
  const { left, top } = plus.getBoundingClientRect()
  tell({ type: 'insert', afterId: choice?.blockId ?? null, at: { left, bottom: top } })
})
layer.append(bar, plus)

new ResizeObserver(placeBoxes).observe(document.body)
addEventListener('toggle', placeBoxes, true)
addEventListener('scroll', () => tell({ type: 'sources', blockId: null }), { passive: true })
tell({ type: 'ready' })
