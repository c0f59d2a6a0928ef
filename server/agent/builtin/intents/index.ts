import { compile, type Pattern, wordsIn } from '../patterns.ts'
import { addIntents } from './add.ts'
import { blockIntents } from './blocks.ts'
import { courtesyIntents } from './courtesy.ts'
import type { Intent } from './intent.ts'
import { itemIntents } from './items.ts'
import { metadataIntents } from './metadata.ts'
import { personalIntents } from './personal.ts'
import { settingIntents } from './settings.ts'
import { textIntents } from './texts.ts'
import { themeIntents } from './theme.ts'
import { undoIntents } from './undo.ts'

/** Every wish that is understood. Earlier ones are tried first, so the more particular stand before the more general. */
export const intents: Intent[] = [
  ...courtesyIntents,
  ...undoIntents,
  ...metadataIntents,
  ...settingIntents,
  ...themeIntents,
  ...itemIntents,
  ...textIntents,
  ...blockIntents,
  ...addIntents,
  ...personalIntents,
]

export const compiled: { intent: Intent; pattern: Pattern }[] = intents.flatMap((intent) =>
  intent.patterns.map((line) => ({ intent, pattern: compile(line) })),
)

export const patternWords = new Set(compiled.flatMap(({ pattern }) => wordsIn(pattern)))

/** The words a wish can begin with. */
export const firstWords = new Set(
  compiled.flatMap(({ pattern }) => {
    const words: string[] = []
    for (const element of pattern) {
      if (element.kind === 'words') words.push(...element.options.keys())
      if (!element.optional) break
    }
    return words
  }),
)
