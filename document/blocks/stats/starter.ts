import { ask } from '../ask.ts'
import type { Props } from './schema.ts'

export function askForFigures(heading: string, questions: string[]): Props {
  return {
    heading,
    items: questions.map((question) => ({
      value: ask('Figure'),
      before: ask('Today'),
      label: ask(question),
    })),
    note: ask('Where do these figures come from?'),
  }
}

export const starter: Props = askForFigures('What could be different', [
  'The first result, and when',
  'What it saves or adds',
  'What they no longer have to do',
])
