import { globSync, lstatSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The size of all files below a folder in megabytes, without folders of the given names; links don't count. */
export function sizeOf(folder: string, left: string[] = []): number {
  const files = globSync('**/{*,.*}', { cwd: folder, exclude: (path) => left.includes(basename(path)) })
  const stats = [...new Set(files)].map((file) => lstatSync(join(folder, file)))
  return stats.reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0) / 1024 ** 2
}
