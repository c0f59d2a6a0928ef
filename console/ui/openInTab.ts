/** Opens a URL in a new tab with a link, so that click handlers for links run. */
export function openInTab(url: string): void {
  const link = Object.assign(document.createElement('a'), { href: url, target: '_blank', rel: 'noopener' })
  document.body.append(link)
  link.click()
  link.remove()
}
