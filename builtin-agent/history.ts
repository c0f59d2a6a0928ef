/** A version that has a document, and the document's hash. */
export type PastVersion = { versionNumber: number; documentHash: string }

type Position = { stack: PastVersion[]; at: number }

/**
 * Computes the undo and redo targets from the documents of all versions. A version whose document is on the stack was an
 * undo or redo; any other is a new edit, which clears the redo stack. So undo works for edits by people and agents alike,
 * and undoing twice goes two steps back.
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

/** The version that undo restores; undefined if there is none. `history` is oldest first. */
export function findUndo(history: readonly PastVersion[]): PastVersion | undefined {
  const { stack, at } = positionOf(history)
  return stack[at - 1]
}

/** The versions that successive undos restore, the most recent one first. */
export function undoSteps(history: readonly PastVersion[]): PastVersion[] {
  const { stack, at } = positionOf(history)
  return stack.slice(0, Math.max(0, at)).toReversed()
}

/** The version that redo restores; undefined if nothing was undone. */
export function findRedo(history: readonly PastVersion[]): PastVersion | undefined {
  const { stack, at } = positionOf(history)
  return stack[at + 1]
}
