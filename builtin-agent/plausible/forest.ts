/** A feature, the threshold up to which the left branch is taken, and both branches. A leaf is a number. */
export type Tree = [sign: number, most: number, left: Tree, right: Tree] | number

const leaf = -1

/** Decision trees in flat arrays, as nested ones take many times as long. */
export class Forest {
  readonly #roots: Int32Array
  /** For each step its feature, the threshold up to which the next step is taken, and the step taken otherwise. */
  readonly #signs: Int32Array
  readonly #most: Float64Array
  readonly #others: Int32Array

  constructor(trees: Tree[]) {
    const steps: { sign: number; most: number; other: number }[] = []
    const add = (tree: Tree) => {
      if (typeof tree === 'number') return void steps.push({ sign: leaf, most: tree, other: 0 })
      const [sign, most, left, right] = tree
      const step = { sign, most, other: 0 }
      steps.push(step)
      add(left)
      step.other = steps.length
      add(right)
    }
    this.#roots = Int32Array.from(trees, (tree) => {
      const root = steps.length
      add(tree)
      return root
    })
    this.#signs = Int32Array.from(steps, ({ sign }) => sign)
    this.#most = Float64Array.from(steps, ({ most }) => most)
    this.#others = Int32Array.from(steps, ({ other }) => other)
  }

  /** The sum of the leaves, one per tree, for given feature values. */
  sum(values: number[]): number {
    let sum = 0
    for (const root of this.#roots) {
      let at = root
      for (let sign = this.#signs[at] as number; sign !== leaf; sign = this.#signs[at] as number)
        at = (values[sign] as number) <= (this.#most[at] as number) ? at + 1 : (this.#others[at] as number)
      sum += this.#most[at] as number
    }
    return sum
  }
}
