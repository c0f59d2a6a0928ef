document.documentElement.classList.add('scripted')
document.addEventListener('click', async ({ target }) => {
  if (!target.classList?.contains('copy')) return
  const code = target.closest('figure').querySelector('code')
  try {
    await navigator.clipboard.writeText(code.textContent)
    target.textContent = 'Copied'
  } catch {
    // Browsers lend the clipboard to secure pages alone; a selection is one key press away from it.
    getSelection().selectAllChildren(code)
    target.textContent = 'Selected'
  }
  setTimeout(() => {
    target.textContent = 'Copy'
  }, 1500)
})
// On a phone the chapters are a strip that scrolls sideways; the one being read should be in sight.
document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
