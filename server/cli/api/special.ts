import type { Command } from 'commander'
import { messageCommands } from './messages.ts'
import type { CommandOperation } from './operations.ts'
import { releaseCommands } from './releases.ts'
import { uploadCommands } from './uploads.ts'

/** Defines a command; the operation is undefined if the API has none of this name. */
type AddCommand = (command: Command, operation?: CommandOperation) => void

/** Commands that combine several operations, by noun and verb. They replace the generated ones of the same name. */
export const special: Record<string, Record<string, AddCommand>> = {
  messages: messageCommands,
  releases: releaseCommands,
  assets: { upload: uploadCommands.assets },
  files: { upload: uploadCommands.files },
}
