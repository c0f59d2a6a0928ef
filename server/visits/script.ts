import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Answer, makeAnswer } from '../site/answer.ts'

const text = readFileSync(new URL('../../browser/visit.min.js', import.meta.url), 'utf8')

/** Where the visit script is. The address names its content, so browsers may keep it for good. */
export const visitScriptPath = `/_s/visit-${hash('sha256', text).slice(0, 12)}.js`

let made: Promise<Answer> | undefined

export function visitScript(): Promise<Answer> {
  made ??= makeAnswer({
    status: 200,
    mediaType: 'text/javascript; charset=utf-8',
    text,
    cacheControl: 'public, max-age=31536000, immutable',
  })
  return made
}
