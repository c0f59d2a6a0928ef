import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from 'commander'
import type { Foyer, UploadOptions } from '../../../sdk/index.ts'
import { StartError } from '../../start/startError.ts'
import { exitCodes, notice, print } from '../output.ts'
import { openProgress } from './progress.ts'
import { connectService, type ServiceOptions } from './service.ts'
import { showItems } from './show.ts'

type Upload = (foyer: Foyer, file: Blob, options: UploadOptions) => Promise<object>

/** Media types by file extension; the service checks the content. */
const mediaTypes: Record<string, string> = {
  avif: 'image/avif',
  csv: 'text/csv',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  woff2: 'font/woff2',
}

/** Opens a file without reading it into memory. */
export async function openFile(path: string): Promise<Blob> {
  const ending = path.split('.').at(-1)?.toLowerCase() ?? ''
  const type = mediaTypes[ending] ?? 'application/octet-stream'
  try {
    return await openAsBlob(path, { type })
  } catch {
    throw new StartError(`${path} can’t be read.`)
  }
}

async function uploadAll(foyer: Foyer, paths: string[], columns: string[], upload: Upload) {
  const files = await Promise.all(paths.map(openFile))
  const progress = openProgress()
  const items: object[] = []
  const failures: { file: string; message: string }[] = []
  for (const [i, path] of paths.entries()) {
    const figures = `${i + 1}/${paths.length} ${basename(path)}`
    const onProgress = (share: number) =>
      progress.show({ done: i + share, total: paths.length, figures }, share === 1)
    try {
      items.push(await upload(foyer, files[i] as Blob, { name: basename(path), onProgress }))
    } catch (error) {
      failures.push({ file: path, message: (error as Error).message })
      // Without a service or a key, the next file fails as well.
      if (items.length === 0 && paths.length === 1) throw error
    }
  }
  progress.end()
  print({ items, failures }, showItems(items, columns))
  for (const { file, message } of failures) notice(`${file}: ${message}`)
  if (failures.length > 0) process.exitCode = exitCodes.partly
}

function assets(command: Command) {
  command
    .summary('upload images and add them to the assets')
    .description('Upload images and add them to the assets.')
    .argument('<files...>', 'images')
    .option('--purpose <text>', 'what they are for; search covers this text')
    .addHelpText('after', '\nExample:\n  npx foyer assets upload *.png --purpose "Team photos"')
    .action(async (paths: string[], options: ServiceOptions & { purpose?: string }) => {
      const { purpose = '' } = options
      await uploadAll(await connectService(options), paths, ['assetId', 'name'], (foyer, file, given) =>
        foyer.assets.upload(file, { ...given, purpose }),
      )
    })
}

function files(command: Command) {
  command.argument('<files...>').action(async (paths: string[], options: ServiceOptions) => {
    await uploadAll(await connectService(options), paths, ['fileId', 'name'], (foyer, file, given) =>
      foyer.files.upload(file, given),
    )
  })
}

export const uploadCommands = { assets, files }
