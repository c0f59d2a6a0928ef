// Finds addresses in text of any length in linear time. One pattern for a whole address would try every start of a long
// run of letters and read to its end each time: seconds for a message of 50,000 characters.

/** Host names with at least one dot, such as `www.acme.com`. */
export function hostsIn(text: string): string[] {
  return (text.match(/[\p{L}\p{N}.-]+/gu) ?? [])
    .flatMap((run) => run.split(/\.\.+/))
    .map((part) => part.slice(part.startsWith('.') ? 1 : 0, part.endsWith('.') ? -1 : undefined))
    .filter((part) => part.includes('.'))
}

/** E-mail addresses, without what follows their last letter. */
export function mailsIn(text: string): string[] {
  return text.split(/[\s"<>()[\],;:]/).flatMap((word) => {
    const parts = word.split('@')
    return parts.slice(1).flatMap((part, before) => {
      const domain = endAtLetter(/^[\p{L}\p{N}.-]*/u.exec(part)?.[0] ?? '')
      return parts[before] && domain.length > 1 ? [`${parts[before]}@${domain}`] : []
    })
  })
}

function endAtLetter(text: string): string {
  const characters = [...text]
  return characters.slice(0, characters.findLastIndex((one) => /\p{L}/u.test(one)) + 1).join('')
}
