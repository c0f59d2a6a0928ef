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
  const tree = parse(css, { context, parseCustomProperty: true })
  walk(tree, {
    leave(node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
      if (list && !isHarmless(node)) list.remove(item)
    },
  })
  return generate(tree)
}

function isHarmless(node: CssNode): boolean {
  switch (node.type) {
    case 'Comment':
    case 'Raw':
      return false
    case 'Atrule':
      return atRules.has(node.name.toLowerCase()) && !holdsRaw(node)
    case 'Rule':
      return !holdsRaw(node)
    case 'Declaration':
      return !holdsRaw(node) && reachesNowhere(node)
    default:
      return true
  }
}

function holdsRaw(node: CssNode): boolean {
  return find(node, ({ type }) => type === 'Raw') !== null
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
