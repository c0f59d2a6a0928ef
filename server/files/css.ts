import {
  type CssNode,
  type Declaration,
  find,
  generate,
  type List,
  type ListItem,
  parse,
  walk,
} from 'css-tree'
import { tooLarge } from './refused.ts'

const mostCharacters = 256 * 1024
const mostLevels = 20
const atRules = new Set(['media', 'supports', 'keyframes', '-webkit-keyframes'])
/** Functions that compute; those that fetch (`image-set`, `src`, …) are not among them, nor is what comes later. */
const functions = new Set(
  `rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark calc min max clamp round mod rem abs sign
  sin cos tan var matrix matrix3d translate translatex translatey translatez translate3d rotate rotatex rotatey
  rotatez rotate3d scale scalex scaley scalez scale3d skew skewx skewy perspective cubic-bezier steps linear blur
  brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia polygon circle ellipse inset
  path linear-gradient radial-gradient conic-gradient not nth-child nth-of-type is where`.split(/\s+/),
)

/**
 * Style that only styles: parsed, freed of everything that reaches out of the document (imports, fonts, addresses
 * other than `#names`) and of everything that was not understood, and written anew.
 */
export function cleanStyle(css: string, context: 'stylesheet' | 'declarationList'): string {
  if (css.length > mostCharacters) throw tooLarge('The style sheet of the image is too large.')
  if (depthOf(css) > mostLevels) throw tooLarge('The style sheet of the image is nested too deeply.')
  const tree = parse(css, { context, parseCustomProperty: true })
  // Whether what is left of each open node holds something that was not understood; asked anew of every node, a
  // nested sheet would be read once for each level.
  const open: boolean[] = []
  walk(tree, {
    enter() {
      open.push(false)
    },
    leave(node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
      const holdsRaw = open.pop() ?? false
      if (list && !isHarmless(node, holdsRaw)) return void list.remove(item)
      if ((holdsRaw || node.type === 'Raw') && open.length > 0) open[open.length - 1] = true
    },
  })
  return generate(tree)
}

/** How many brackets stand open at most. The parser tries several readings at each level, one within the other. */
function depthOf(css: string): number {
  let [depth, deepest] = [0, 0]
  for (const sign of css)
    if (sign === '{' || sign === '(' || sign === '[') deepest = Math.max(deepest, ++depth)
    else if (sign === '}' || sign === ')' || sign === ']') depth = Math.max(0, depth - 1)
  return deepest
}

function isHarmless(node: CssNode, holdsRaw: boolean): boolean {
  switch (node.type) {
    case 'Comment':
    case 'Raw':
      return false
    case 'Atrule':
      return atRules.has(node.name.toLowerCase()) && !holdsRaw
    case 'Rule':
      return !holdsRaw
    case 'Declaration':
      return !holdsRaw && reachesNowhere(node)
    default:
      return true
  }
}

function reachesNowhere(declaration: Declaration): boolean {
  const reaching = find(
    declaration,
    (node) =>
      (node.type === 'Url' && !node.value.startsWith('#')) ||
      (node.type === 'Function' && !functions.has(node.name.toLowerCase())),
  )
  return reaching === null
}
