import { ask } from '../ask.ts'
import type { Props } from './schema.ts'

/** Props with prompts for what the reader said. */
export function askWhatWasHeard(heading: string, questions: string[]): Props {
  return {
    heading,
    items: questions.map((question) => ({
      title: ask(question),
      figure: ask('Their figure'),
      source: ask('Who said it, and when?'),
    })),
  }
}

export const starter: Props = askWhatWasHeard('What we heard from {{account.name|you}}', [
  'What did they say?',
  'What else did they say?',
  'What follows from it?',
])
