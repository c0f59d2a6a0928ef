import lockFile from '../package-lock.json' with { type: 'json' }

export type LockedPackage = {
  version: string
  integrity?: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  dev?: boolean
}

const all = lockFile.packages as Record<string, LockedPackage>
const toPath = (names: string[]) => names.map((name) => `node_modules/${name}`).join('/')

/** These packages and their dependencies, by their paths in the lock file. */
export function findLocked(names: string[]): Record<string, LockedPackage> {
  const found: Record<string, LockedPackage> = {}
  /** Resolves packages like Node.js: below the package that needs them, then in the folders around it. */
  const add = (name: string, owners: string[]): void => {
    const places = owners.map((_, nth) => [...owners.slice(0, owners.length - nth), name])
    const place = [...places, [name]].find((names) => all[toPath(names)])
    const path = place && toPath(place)
    if (!path || found[path]) return
    const { dev, ...entry } = all[path] as LockedPackage
    found[path] = entry
    for (const needed of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
      add(needed, place)
  }
  for (const name of names) add(name, [])
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)))
}
