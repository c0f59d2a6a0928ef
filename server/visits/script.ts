import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { makeScript, type PreparedResponse } from '../site/answer.ts'

const text = readFileSync(new URL('../../browser/visit.min.js', import.meta.url), 'utf8')

/** The URL path of the visit script. */
export const visitScriptPath = `/_s/visit-${hash('sha256', text).slice(0, 12)}.js`

let made: Promise<PreparedResponse> | undefined

export function visitScript(): Promise<PreparedResponse> {
  made ??= makeScript(text)
  return made
}
