import MiniSearch from 'minisearch'

type SearchEntry = { id: string; title: string; page: string; text: string }
const mostResults = 12

const { dialog, input } = await build()
document.addEventListener('search', show)
show()

function show() {
  if (!dialog.open) dialog.showModal()
  input.select()
}

async function build() {
  const entries = (await (await fetch('/docs/search.json')).json()) as SearchEntry[]
  const index = new MiniSearch<SearchEntry>({
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page', 'text'],
  })
  index.addAll(entries)
  const dialog = document.createElement('dialog')
  dialog.className = 'search'
  dialog.setAttribute('aria-label', 'Search the documentation')
  const input = Object.assign(document.createElement('input'), {
    type: 'search',
    placeholder: 'Search guides, operations and errors',
    autocomplete: 'off',
  })
  input.setAttribute('aria-label', 'Search')
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  const list = document.createElement('ul')
  input.addEventListener('input', () => {
    const found = index.search(input.value, {
      prefix: true,
      fuzzy: 0.15,
      combineWith: 'AND',
      boost: { title: 4, page: 2 },
      boostDocument,
    })
    const shown = found.slice(0, mostResults)
    list.replaceChildren(...shown.map(({ id, title, page, text }) => draw({ id, title, page, text })))
    status.textContent = input.value.trim() && found.length === 0 ? `Nothing found for “${input.value}”.` : ''
  })
  dialog.addEventListener('keydown', (event) => walk(event, list, input))
  // A click outside of the dialog or on a result of the same page closes it.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || (target instanceof Element && target.closest('a'))) dialog.close()
  })
  dialog.append(input, status, list)
  document.body.append(dialog)
  return { dialog, input }
}

/** Guides, operations and errors come before the shapes that they use. */
function boostDocument(id: string): number {
  return /^\/docs\/(?:api\/objects|events)/.test(id) ? 0.3 : 1
}

function draw({ id, title, page, text }: SearchEntry): HTMLLIElement {
  const link = Object.assign(document.createElement('a'), { href: id })
  const strong = Object.assign(document.createElement('strong'), { textContent: title })
  const where = Object.assign(document.createElement('span'), { textContent: page })
  const about = Object.assign(document.createElement('span'), { textContent: text.slice(0, 140) })
  link.append(strong, ' ', where, about)
  const item = document.createElement('li')
  item.append(link)
  return item
}

/** Arrow keys move through the results, and Enter in the field opens the first. */
function walk(event: KeyboardEvent, list: HTMLUListElement, input: HTMLInputElement) {
  const links = [...list.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  if (event.key === 'Enter' && document.activeElement === input) links[0]?.click()
  else if (event.key === 'ArrowDown') (links[at + 1] ?? links[0])?.focus()
  else if (event.key === 'ArrowUp') (links[at - 1] ?? input).focus()
  else return
  event.preventDefault()
}
