/** Opens an address in a new tab by a link, so that what listens to links knows of it. */
export function openInTab(url: string): void {
  const link = Object.assign(document.createElement('a'), { href: url, target: '_blank', rel: 'noopener' })
  document.body.append(link)
  link.click()
  link.remove()
}
