/** The value of a key, or a new one. When the map is full, it is emptied first. */
export function getOrInsert<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  maxSize: number,
  make: () => Value,
): Value {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  if (map.size >= maxSize) map.clear()
  map.set(key, made)
  return made
}

const limits = { texts: 5000, characters: 2000 }

/** Caches a function of texts: the same texts and words are processed many times per message. */
export function memoize<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) =>
    text.length > limits.characters ? make(text) : getOrInsert(known, text, limits.texts, () => make(text))
}
