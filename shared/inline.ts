import { isLink, linkError } from './links.ts'

/**
 * The small markup of texts: `**bold**`, `*italic*`, `[text](link)`, `{{placeholder|fallback}}`, and a backslash
 * before a sign that is meant as a sign. Everything else, broken markup included, is text; so is a placeholder, as
 * `fillPlaceholders` comes first.
 */
export type InlineNode<Other = never> =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; children: InlineNode<Other>[] }
  | { kind: 'italic'; children: InlineNode<Other>[] }
  | { kind: 'link'; link: string; children: InlineNode<Other>[] }
  | Other

/** `{{inside}}` in a text whose placeholders are not filled yet. */
export type PlaceholderNode = { kind: 'placeholder'; inside: string }
export type TemplateNode = InlineNode<PlaceholderNode>

/** Groups: escaped sign, stars, opening bracket, link (none holds a backslash: a sign that was
 * escaped ends nothing), inside of a placeholder. No part of it can backtrack far. */
export const tokenPattern = /\\([!-/:-@[-`{-~])|(\*+)|(\[)|\]\(([^()\\]*)\)|\{\{([^{}]*)\}\}/g

type Frame = { kind: 'root' | 'bold' | 'italic' | 'link'; opener: string; children: TemplateNode[] }

export function parseInline(text: string): InlineNode[] {
  // Only `parseTemplate` makes placeholder nodes.
  return parse(text, false) as InlineNode[]
}

/** Parses a text whose placeholders are still to be filled; they may stand in links as well. */
export function parseTemplate(text: string): TemplateNode[] {
  return parse(text, true)
}

/** Parses in time linear in the text: at most one frame of each kind is ever open. */
function parse(text: string, isTemplate: boolean): TemplateNode[] {
  const leadsSomewhere = (target: string) => (isTemplate ? linkError(target) === undefined : isLink(target))
  const frames: Frame[] = [{ kind: 'root', opener: '', children: [] }]
  const top = () => frames.at(-1) as Frame
  const isOpen = (kind: Frame['kind']) => frames.some((frame) => frame.kind === kind)
  const open = (kind: Frame['kind'], opener: string) => frames.push({ kind, opener, children: [] })
  const close = (kind: 'bold' | 'italic' | 'link', link = '') => {
    while (top().kind !== kind) flatten(frames)
    if (kind === 'link' && top().children.length === 0) {
      flatten(frames)
      addText(top(), `](${link})`)
      return
    }
    const { children } = frames.pop() as Frame
    top().children.push(kind === 'link' ? { kind, link, children } : { kind, children })
  }
  let end = 0
  for (const match of text.matchAll(tokenPattern)) {
    const [whole, sign, stars, bracket, target, inside] = match
    addText(top(), text.slice(end, match.index))
    end = match.index + whole.length
    const spaced = { before: isSpace(text[match.index - 1]), after: isSpace(text[end]) }
    if (sign !== undefined) addText(top(), sign)
    else if (inside !== undefined && isTemplate) top().children.push({ kind: 'placeholder', inside })
    else if (bracket && !isOpen('link')) open('link', '[')
    else if (target !== undefined && isOpen('link') && leadsSomewhere(target)) close('link', target)
    else if (stars && stars.length <= 3)
      for (const marker of markersOf(stars, top().kind)) {
        const kind = marker === '**' ? 'bold' : 'italic'
        if (isOpen(kind) && !spaced.before) close(kind)
        else if (!isOpen(kind) && !spaced.after) open(kind, marker)
        else addText(top(), marker)
      }
    else addText(top(), whole)
  }
  addText(top(), text.slice(end))
  while (frames.length > 1) flatten(frames)
  return top().children
}

/** Three stars are bold and italic at once; they close what they find in the order in which it stands open. */
function markersOf(stars: string, open: Frame['kind']): string[] {
  if (stars.length < 3) return [stars]
  return open === 'italic' ? ['*', '**'] : ['**', '*']
}

function isSpace(sign: string | undefined) {
  return sign === undefined || /\s/.test(sign)
}

/** What was opened and never closed is text. */
function flatten(frames: Frame[]) {
  const { opener, children } = frames.pop() as Frame
  const below = frames.at(-1) as Frame
  addText(below, opener)
  for (const child of children) {
    if (child.kind === 'text') addText(below, child.text)
    else below.children.push(child)
  }
}

function addText({ children }: Frame, text: string) {
  const last = children.at(-1)
  if (last?.kind === 'text') last.text += text
  else if (text !== '') children.push({ kind: 'text', text })
}

/**
 * Makes any text mean itself, whatever stands around it: no sign in it is markup, a placeholder or a tag. Parentheses
 * are left alone unless a bracket before them could make them a link.
 */
export function escapeInline(text: string, afterBracket = false): string {
  return text.replace(afterBracket ? /[\\*[\](){<]/g : /[\\*[\]{<]/g, '\\$&')
}
