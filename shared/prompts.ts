import { tokenPattern } from './inline.ts'

/**
 * A prompt is a text that a template leaves to be written: `{{prompt|What did they say about timing?}}`. Editors show
 * the question; visitors never see it.
 */
const opening = /^\s*prompt\s*(?:\||$)/

/** The question of `prompt|question`, the inside of a token; undefined where it is no prompt. */
export function readPrompt(inside: string): string | undefined {
  const match = opening.exec(inside)
  return match ? inside.slice(match[0].length).trim() : undefined
}

/** The questions that a text asks, in order. */
export function promptsIn(text: string): string[] {
  // The word, as most texts with braces hold placeholders.
  if (!text.includes('prompt')) return []
  return [...text.matchAll(tokenPattern)].flatMap(([, , , , , inside]) => {
    const question = inside === undefined ? undefined : readPrompt(inside)
    return question === undefined ? [] : [question]
  })
}

export function hasPrompt(text: string): boolean {
  return promptsIn(text).length > 0
}

/** The text with `show` in place of each prompt. */
export function replacePrompts(text: string, show: (question: string) => string): string {
  if (!text.includes('{{')) return text
  return text.replace(tokenPattern, (whole, _sign, _stars, _bracket, _target, inside?: string) => {
    const question = inside === undefined ? undefined : readPrompt(inside)
    return question === undefined ? whole : show(question)
  })
}
