/** A version that has a document, and the document's hash. */
export type PastVersion = { versionNumber: number; documentHash: string }

type Position = { stack: PastVersion[]; at: number }

/**
 * Where undo and redo lead, from the documents of all versions alone. A version whose document is one of those on the
 * stack was a step back or forward; any other is a new edit, which takes away what could be redone. So undo works for
 * what people and agents did alike, and twice in a row goes two steps back.
 */
function positionOf(history: readonly PastVersion[]): Position {
  let stack: PastVersion[] = []
  let at = -1
  for (const version of history) {
    const known = stack.findIndex(({ documentHash }) => documentHash === version.documentHash)
    if (known >= 0) at = known
    else {
      stack = [...stack.slice(0, at + 1), version]
      at = stack.length - 1
    }
  }
  return { stack, at }
}

/** The version that undoing leads to; undefined where there is none before. `history` is oldest first. */
export function findUndo(history: readonly PastVersion[]): PastVersion | undefined {
  const { stack, at } = positionOf(history)
  return stack[at - 1]
}

/** The version that redoing leads to; undefined where nothing was undone. */
export function findRedo(history: readonly PastVersion[]): PastVersion | undefined {
  const { stack, at } = positionOf(history)
  return stack[at + 1]
}
