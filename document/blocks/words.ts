/** The names of a block type and its items. */
export type BlockWords = {
  /** Its position in lists of types, ascending. */
  order: number
  /** In lists and menus. */
  name: string
  /** Its purpose, in a few words. */
  hint: string
  /** People refer to it by its name rather than by its heading. */
  goesByName?: true
  /** A Lucide icon. */
  icon: string
  /** What people call it. The first one is used in sentences, such as “Moved the FAQ to the top”. */
  called: [string, ...string[]]
  /** The same for the items of its lists, by list name. */
  items?: Record<string, [string, ...string[]]>
  /** The paths of texts that the chosen layout doesn’t show. */
  unseen?(props: { layout?: unknown; picture?: unknown }): RegExp | undefined
}

/** Whether a text is left out by the layout of its block. */
export function isUnseen(words: BlockWords | undefined, props: object, path: string): boolean {
  return words?.unseen?.(props)?.test(path) ?? false
}
