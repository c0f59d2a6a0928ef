import { tokenPattern } from './inline.ts'

/**
 * A prompt asks the editor for a text that is still to be written: `{{prompt|What did they say about timing?}}`. Visitors
 * never see its question. They see its default, if it has one: `{{prompt|Figure|41%}}`.
 */
const opening = /^\s*prompt\s*(?:\||$)/

type Prompt = { question: string; preset?: string }

function parsePrompt(inside: string): Prompt | undefined {
  const match = opening.exec(inside)
  if (!match) return undefined
  const [question = '', ...rest] = inside.slice(match[0].length).split('|')
  const preset = rest.join('|').trim()
  return { question: question.trim(), ...(preset && { preset }) }
}

/** The question of `prompt|question|default`, the content of a placeholder; undefined if it is no prompt. */
export function readPrompt(inside: string): string | undefined {
  return parsePrompt(inside)?.question
}

/** What stands for a prompt until it is answered: its default or its question. */
export function shownPrompt(inside: string): string | undefined {
  const prompt = parsePrompt(inside)
  return prompt?.preset ?? prompt?.question
}

function parsedPrompts(text: string): Prompt[] {
  // A quick check, as most texts with braces contain only placeholders.
  if (!text.includes('prompt')) return []
  return [...text.matchAll(tokenPattern)].flatMap(([, , , , , inside]) =>
    inside === undefined ? [] : (parsePrompt(inside) ?? []),
  )
}

/** The questions of a text's prompts, in order. */
export function promptsIn(text: string): string[] {
  return parsedPrompts(text).map(({ question }) => question)
}

/** The defaults of a text's prompts, in order; empty for those without one. */
export function presetsIn(text: string): string[] {
  return parsedPrompts(text).map(({ preset = '' }) => preset)
}

export function hasPrompt(text: string): boolean {
  return promptsIn(text).length > 0
}

/** Replaces each prompt by the result of `show`, which gets the question, the default and the prompt itself. */
export function replacePrompts(
  text: string,
  show: (question: string, preset: string | undefined, whole: string) => string,
): string {
  if (!text.includes('{{')) return text
  return text.replace(tokenPattern, (whole, _sign, _stars, _bracket, _target, inside?: string) => {
    const prompt = inside === undefined ? undefined : parsePrompt(inside)
    return prompt ? show(prompt.question, prompt.preset, whole) : whole
  })
}

/** The text with the defaults of its prompts; prompts without one stay. */
export function withDefaults(text: string): string {
  return replacePrompts(text, (_, preset, whole) => preset ?? whole)
}
