import { sendTry } from './tryIt.ts'

// The script of the documentation. Without it, pages and the choice of a language still work.

const chosen = 'foyer.docs.language'
document.documentElement.classList.add('scripted')

const current = document.querySelector<HTMLElement>('nav [aria-current]')
current?.closest('nav')?.scrollTo(0, current.offsetTop - innerHeight / 3)

for (const radio of document.querySelectorAll<HTMLInputElement>('.languages input')) {
  if (radio.value === localStorage.getItem(chosen)) radio.checked = true
  radio.addEventListener('change', () => localStorage.setItem(chosen, radio.value))
}

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const copy = target.closest('.copy')
  if (copy) void copyCode(copy)
  if (target.closest('.find')) openSearch()
})

document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
  const isAsked = event.key === '/' ? !isTyping : event.key === 'k' && (event.metaKey || event.ctrlKey)
  if (!isAsked) return
  event.preventDefault()
  openSearch()
})

document.addEventListener('submit', (event) => {
  event.preventDefault()
  if (event.target instanceof HTMLFormElement && event.target.dataset.path) void sendTry(event.target)
})

/** The first call loads the search, which then opens itself; later calls open it again. */
function openSearch() {
  const src = '/docs/search.js'
  if (document.querySelector(`script[src="${src}"]`)) document.dispatchEvent(new Event('search'))
  else document.body.append(Object.assign(document.createElement('script'), { src, type: 'module' }))
}

async function copyCode(button: Element) {
  const code = button.closest('figure')?.querySelector('code')
  if (!code) return
  try {
    await navigator.clipboard.writeText(code.textContent ?? '')
    button.textContent = 'Copied'
  } catch {
    // Browsers allow the clipboard only on secure pages; otherwise the text is selected.
    getSelection()?.selectAllChildren(code)
    button.textContent = 'Selected'
  }
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 1500)
}
