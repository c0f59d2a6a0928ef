import { hash } from 'node:crypto'
import type { Metadata } from './metadata.ts'
import type { Block, Document, Theme } from './schema.ts'

/**
 * The document's fingerprint: SHA-256 over the fingerprints of its theme, blocks and metadata, each of JSON with
 * sorted names. The same content has the same one, whatever the order of its fields.
 */
export function hashDocument({ theme, blocks, metadata }: Document): string {
  return joinHashes(hashPart(theme), blocks.map(hashPart), metadata && hashPart(metadata))
}

export function hashPart(part: Theme | Block | Metadata): string {
  return hash('sha256', canonicalJson(part))
}

export function joinHashes(theme: string, blocks: string[], metadata?: string): string {
  return hash('sha256', [theme, ...blocks, ...(metadata ? [`metadata ${metadata}`] : [])].join('\n'))
}

export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, item) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}
