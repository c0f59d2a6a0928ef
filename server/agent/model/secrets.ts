import { instructions } from './prompt.ts'

/** This many equal words in a row are no coincidence. */
const run = 8
/** Longer than words, with letters and digits mixed as in keys and tokens. */
const token = /(?<![\p{L}\p{N}_/.#+=-])[A-Za-z0-9_+=-]{20,}(?![\p{L}\p{N}])/gu

let known: Set<string> | undefined

export function repeatsInstructions(text: string): boolean {
  known ??= new Set(runsIn(instructions))
  return runsIn(text).some((words) => known?.has(words))
}

/** Whether a text contains something that looks like a key, a token or an id. */
export function looksSecret(text: string): boolean {
  return (text.match(token) ?? []).some(isToken)
}

/** The text without keys, tokens and ids. */
export function withoutSecrets(text: string): string {
  return text.replace(token, (word) => (isToken(word) ? '…' : word))
}

function isToken(word: string): boolean {
  const digits = word.replace(/\D/g, '').length
  return (
    digits >= 3 &&
    /[A-Za-z]/.test(word) &&
    word.split(/[-_]/).some((part) => /\d/.test(part) && /[A-Za-z]/.test(part) && part.length >= 8)
  )
}

function runsIn(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.slice(run - 1).map((_, at) => words.slice(at, at + run).join(' '))
}
