import type { ConnectOptions } from './client.ts'
import { type Connected, connectWith } from './connect.ts'
import { assets, files } from './files.ts'
import { messages } from './messages.ts'
import * as nouns from './nouns.ts'
import { batches, releases } from './waiting.ts'

type Extended = {
  assets: typeof assets
  batches: typeof batches
  files: typeof files
  messages: typeof messages
  releases: typeof releases
}

export type Foyer = Connected<Omit<typeof nouns, keyof Extended> & Extended>

/** Connects to a service, with all of its nouns. */
export function connect(options: ConnectOptions): Foyer {
  return connectWith({ ...nouns, assets, batches, files, messages, releases }, options)
}
