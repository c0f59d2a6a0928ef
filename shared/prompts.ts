import { tokenPattern } from './inline.ts'

/**
 * A prompt asks the editor for a text that is still to be written: `{{prompt|What did they say about timing?}}`. Visitors
 * never see it.
 */
const opening = /^\s*prompt\s*(?:\||$)/

/** The question of `prompt|question`, the content of a placeholder; undefined if it is no prompt. */
export function readPrompt(inside: string): string | undefined {
  const match = opening.exec(inside)
  return match ? inside.slice(match[0].length).trim() : undefined
}

/** The questions of a text's prompts, in order. */
export function promptsIn(text: string): string[] {
  // A quick check, as most texts with braces contain only placeholders.
  if (!text.includes('prompt')) return []
  return [...text.matchAll(tokenPattern)].flatMap(([, , , , , inside]) => {
    const question = inside === undefined ? undefined : readPrompt(inside)
    return question === undefined ? [] : [question]
  })
}

export function hasPrompt(text: string): boolean {
  return promptsIn(text).length > 0
}

/** Replaces each prompt by the result of `show`. */
export function replacePrompts(text: string, show: (question: string) => string): string {
  if (!text.includes('{{')) return text
  return text.replace(tokenPattern, (whole, _sign, _stars, _bracket, _target, inside?: string) => {
    const question = inside === undefined ? undefined : readPrompt(inside)
    return question === undefined ? whole : show(question)
  })
}
