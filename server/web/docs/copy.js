document.documentElement.classList.add('scripted')
document.addEventListener('click', async ({ target }) => {
  if (!target.classList?.contains('copy')) return
  const code = target.closest('figure').querySelector('code')
  try {
    await navigator.clipboard.writeText(code.textContent)
    target.textContent = 'Copied'
  } catch {
    // Browsers allow the clipboard only on secure pages; otherwise the text is selected.
    getSelection().selectAllChildren(code)
    target.textContent = 'Selected'
  }
  setTimeout(() => {
    target.textContent = 'Copy'
  }, 1500)
})
// On phones, the chapters scroll horizontally; the current one should be visible.
document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
