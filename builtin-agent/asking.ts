import { nameOf } from './describe.ts'
import type { Node } from './nodes.ts'
import { ask, type Outcome } from './outcome.ts'
import type { OpenPage } from './page.ts'

/** A question that names the candidates. `message` turns the name of a candidate into the message its button sends. */
export function askWhich(nodes: Node[], page: OpenPage, message: (name: string) => string): Outcome {
  const names = [...new Set(nodes.map((node) => nameOf(node, page)))].slice(0, 3)
  if (names.length === 1)
    return ask(`There are several that fit ${names[0]}. Which one do you mean: the first or the second?`)
  return ask(
    `Which one do you mean: ${names.slice(0, -1).join(', ')} or ${names.at(-1)}?`,
    names.map(message),
  )
}
