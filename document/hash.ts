import { hash } from 'node:crypto'
import { canonicalJson } from '../shared/canonicalJson.ts'
import { memoizeFrozen } from './frozen.ts'
import type { Metadata } from './metadata.ts'
import type { Block, Document, Theme } from './schema.ts'

/**
 * The SHA-256 over the hashes of theme, blocks and metadata, each as JSON with sorted names. It doesn't depend on the
 * order of fields.
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
