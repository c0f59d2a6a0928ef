/** Where an address belongs, for counting: itself, or the /64 of an IPv6 address, which one household has to itself. */
export function networkOf(address: string): string {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (!plain.includes(':')) return plain
  const [head = ''] = plain.split('::')
  return `${head
    .split(':')
    .slice(0, 4)
    .join(':')
    .replace(/(:0)+$/, '')}::/64`
}
