/** What is known under a key, or made for it now. When there is too much, all of it is forgotten. */
export function recall<Key, Value>(known: Map<Key, Value>, key: Key, most: number, make: () => Value): Value {
  const found = known.get(key)
  if (found !== undefined) return found
  const made = make()
  if (known.size >= most) known.clear()
  known.set(key, made)
  return made
}

const most = { texts: 5000, characters: 2000 }

/** The texts of a page and the words of a message are looked at again and again, so what was made of the last ones is kept. */
export function remembered<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) =>
    text.length > most.characters ? make(text) : recall(known, text, most.texts, () => make(text))
}
