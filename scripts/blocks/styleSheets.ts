import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generate, type ParseOptions, parse, walk } from 'css-tree'

/** The rules of a style sheet: those that always apply, and those of a layout or look. */
export type StyleSections = { base: string; layouts: Record<string, string>; looks: Record<string, string> }

const marker = /^\s*(layout|look): ([a-z][a-z, -]*?)\s*(?:; with ([\w/., ]+?))?\s*$/

/**
 * Parses a style sheet of `document/`. Comments divide it into sections: `layout: map, route; with pictures/map.css`
 * begins the rules of two layouts, which follow those of another file, and `look: bold` those of a look. Rules before the
 * first such comment always apply. A layout has all sections that name it, in order.
 */
export async function readStyleSheet(folder: string, path: string): Promise<StyleSections> {
  const text = await readFile(join(folder, path), 'utf8')
  const sections: StyleSections = { base: '', layouts: {}, looks: {} }
  const [base = '', ...rest] = text.split(/\/\*((?:.|\n)*?)\*\//)
  let add = (rules: string) => {
    sections.base += rules
  }
  add(minifyCss(base, path))
  for (let at = 0; at < rest.length; at += 2) {
    const [comment = '', rules = ''] = rest.slice(at, at + 2)
    const [, kind, names, files] = marker.exec(comment) ?? []
    if (!names && /^\s*(layout|look)\b/.test(comment))
      throw new Error(`${path}: “${comment.trim()}” is not of the form “layout: a, b; with pictures/c.css”`)
    if (names) {
      const into = kind === 'look' ? sections.looks : sections.layouts
      add = (more) => {
        for (const name of names.split(', ')) into[name] = (into[name] ?? '') + more
      }
      for (const file of files?.split(', ') ?? []) add((await readStyleSheet(folder, file)).base)
    }
    add(minifyCss(rules, path))
  }
  return sections
}

export function minifyCss(rules: string, path: string, options?: ParseOptions): string {
  const tree = parse(rules, {
    ...options,
    parseCustomProperty: true,
    onParseError: (error) => {
      throw new Error(`${path}: ${error.message}`)
    },
  })
  walk(tree, (node) => {
    if (node.type === 'Number' || node.type === 'Dimension' || node.type === 'Percentage')
      node.value = node.value.replace(/^([+-]?)0\./, '$1.')
    if (
      node.type === 'AttributeSelector' &&
      node.value?.type === 'String' &&
      /^[a-z]+$/.test(node.value.value)
    )
      node.value = { type: 'Identifier', name: node.value.value }
  })
  return generate(tree).replaceAll('@media (', '@media(')
}
