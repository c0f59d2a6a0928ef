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
/** Functions that only compute; those that fetch (`image-set`, `src`, …) and unknown ones are not included. */
const functions = new Set(
  `rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark calc min max clamp round mod rem abs sign
  sin cos tan var matrix matrix3d translate translatex translatey translatez translate3d rotate rotatex rotatey
  rotatez rotate3d scale scalex scaley scalez scale3d skew skewx skewy perspective cubic-bezier steps linear blur
  brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia polygon circle ellipse inset
  path linear-gradient radial-gradient conic-gradient not nth-child nth-of-type is where`.split(/\s+/),
)

/**
 * Sanitises CSS: parses it, removes everything that loads resources (imports, fonts, URLs other than `#names`) or was
 * not understood, and serialises the rest.
 */
export function cleanStyle(css: string, context: 'stylesheet' | 'declarationList'): string {
  if (css.length > mostCharacters) throw tooLarge('The style sheet of the image is too large.')
  if (depthOf(css) > mostLevels) throw tooLarge('The style sheet of the image is nested too deeply.')
  const tree = parse(css, { context, parseCustomProperty: true })
  // Whether the remaining part of each open node contains something that was not understood; evaluated per node, a
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

/** The maximum nesting depth of brackets. The parser tries several readings at each level, one within the other. */
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
