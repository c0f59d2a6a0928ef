import { type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model'
import { isLink, linkError } from '../../shared/links.ts'
import { shownPrompt } from '../../shared/prompts.ts'
import type { StringKind } from '../../shared/strings.ts'

/** `text` has only placeholders, `rich` also bold, italic and links, `paragraphs` also several lines. */
export type TextKind = Exclude<StringKind, 'link'>

const placeholder: NodeSpec = {
  group: 'inline',
  inline: true,
  atom: true,
  attrs: { inside: {} },
  leafText: ({ attrs }) => `{{${attrs.inside}}}`,
  parseDOM: [{ tag: 'span[data-inside]', getAttrs: (dom) => insideOf(dom.getAttribute('data-inside')) }],
  toDOM: ({ attrs: { inside } }) => {
    const prompt = shownPrompt(inside)
    const name = prompt ?? String(inside).split('|')[0]?.trim() ?? ''
    return ['span', { 'data-inside': inside, class: prompt === undefined ? 'chip' : 'prompt' }, name]
  },
}

/** Pasted HTML can contain anything; braces or line breaks would not be parsed as one placeholder again. */
function insideOf(value: string | null) {
  return value && value.length <= 300 && !/[{}\p{Cc}]/u.test(value) ? { inside: value } : false
}

const marks: Record<string, MarkSpec> = {
  link: {
    attrs: { href: {} },
    inclusive: false,
    parseDOM: [{ tag: 'a[href]', getAttrs: (dom) => pastedLink(dom.getAttribute('href') ?? '') }],
    toDOM: ({ attrs: { href } }) => [
      'a',
      { href: isLink(href) ? href : '#', 'data-href': href, title: href },
      0,
    ],
  },
  bold: {
    parseDOM: [{ tag: 'strong' }, { tag: 'b', getAttrs: (dom) => dom.style.fontWeight !== 'normal' && null }],
    toDOM: () => ['strong', 0],
  },
  italic: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
}

function pastedLink(href: string) {
  const link = toHref(href)
  return linkError(link) === undefined ? { href: link } : false
}

/** A link as stored in texts: a parenthesis would end it. */
export function toHref(link: string): string {
  return link.trim().replace(/\(/g, '%28').replace(/\)/g, '%29')
}

const lines: Record<string, NodeSpec> = {
  doc: { content: 'paragraph+' },
  paragraph: { content: 'inline*', parseDOM: [{ tag: 'p' }, { tag: 'div' }], toDOM: () => ['p', 0] },
  lineBreak: {
    group: 'inline',
    inline: true,
    selectable: false,
    linebreakReplacement: true,
    leafText: () => '\n',
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
}
const oneLine: Record<string, NodeSpec> = { doc: { content: 'inline*' } }
const inline: Record<string, NodeSpec> = { text: { group: 'inline' }, placeholder }

/** The ProseMirror schemas. */
export const schemas: Record<TextKind, Schema> = {
  text: new Schema({ nodes: { ...oneLine, ...inline } }),
  rich: new Schema({ nodes: { ...oneLine, ...inline }, marks }),
  paragraphs: new Schema({ nodes: { ...lines, ...inline }, marks }),
}
