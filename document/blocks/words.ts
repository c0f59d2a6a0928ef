/** What people call a type of block and the things in it. */
export type BlockWords = {
  /** Where it stands in lists of types: the lowest number first. */
  order: number
  /** In lists and menus. */
  name: string
  /** What it is good for, in a few words. */
  hint: string
  /** People know it by its name, not by its heading. */
  goesByName?: true
  /** A Lucide icon. */
  icon: string
  /** What people call it. The first one is used in sentences, such as “Moved the FAQ to the top”. */
  called: [string, ...string[]]
  /** The same for the things in its lists, by the name of the list. */
  items?: Record<string, [string, ...string[]]>
}
