const longest = 60

/**
 * A user-chosen name for the subject of an e-mail: removes URLs that mail clients would link, control characters, line
 * breaks, and symbols that imitate other parts of a message.
 */
export function plainName(name: string, otherwise: string, most = longest): string {
  const words = name
    .normalize('NFKC')
    .slice(0, 10 * most)
    .split(/\s/u)
    .filter((word) => !word.includes('://') && !word.toLowerCase().startsWith('www.'))
  const plain = words
    .join(' ')
    .replace(/[^\p{L}\p{M}\p{N} ,&'’“”"()+!?·…–—-]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
  return [...plain].slice(0, most).join('').trim() || otherwise
}
