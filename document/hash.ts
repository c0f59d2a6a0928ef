import { hash } from 'node:crypto'
import { canonicalJson } from '../shared/canonicalJson.ts'
import { memoizeFrozen } from './frozen.ts'
import type { Metadata } from './metadata.ts'
import type { Block, Document, Theme } from './schema.ts'

/**
 * The document's fingerprint: SHA-256 over the fingerprints of its theme, blocks and metadata, each of JSON with
 * sorted names. The same content has the same one, whatever the order of its fields.
 */
export function hashDocument({ theme, blocks, metadata }: Document): string {
  return joinHashes(hashPart(theme), blocks.map(hashPart), metadata && hashPart(metadata))
}

export const hashPart = memoizeFrozen((part: Theme | Block | Metadata): string =>
  hash('sha256', canonicalJson(part)),
)

export function joinHashes(theme: string, blocks: string[], metadata?: string): string {
  return hash('sha256', [theme, ...blocks, ...(metadata ? [`metadata ${metadata}`] : [])].join('\n'))
}
