/** The values of all cookies with this name. Sibling hosts can set further ones. */
export function cookiesNamed(name: string, header: string | undefined): string[] {
  const start = `${name}=`
  return (header ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(start))
    .map((cookie) => cookie.slice(start.length))
}
