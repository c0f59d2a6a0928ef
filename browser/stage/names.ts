/** The display name of a text: the last name of its path and the number of its item. */
export function nameOf(path: string | undefined, other = ''): string {
  const steps = (path ?? '').split('/').filter(Boolean)
  const names = steps.filter((step) => !/^\d+$/.test(step))
  const number = steps.find((step) => /^\d+$/.test(step))
  const isButton = steps.at(-1) === 'label' && steps.length === 2
  const words = (isButton ? 'button' : (names.at(-1) ?? other)).replace(/[A-Z]/g, ' $&').toLowerCase()
  return (
    words.charAt(0).toUpperCase() + words.slice(1) + (number === undefined ? '' : ` ${Number(number) + 1}`)
  )
}
