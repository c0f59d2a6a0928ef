import type { FontFacts } from '../../document/index.ts'
import type { Reader, Tx } from '../database/database.ts'
import { type Included, isIncluded } from '../database/reachable.ts'
import type { MediaType } from './kinds.ts'
import type { File } from './schema.ts'

export type StoredFile = Omit<File, 'mediaType'> & {
  mediaType: MediaType
  /** Pixels; null if it is not an image. */
  width: number | null
  height: number | null
  /** Size of its preview in bytes; null if it has none. */
  previewSize: number | null
  /** Of its smaller forms. */
  widths: number[]
  /** Of its form without empty margins; null if it has none. */
  trimmedWidth: number | null
  trimmedHeight: number | null
}

/** The forms that the image worker derives from an image. */
export type DerivedForms = {
  placeholder?: string
  widths?: number[]
  trimmedWidth?: number
  trimmedHeight?: number
}
export type NewFile = Omit<StoredFile, 'createdAt' | keyof DerivedForms> &
  DerivedForms & { font?: FontFacts; hasForms?: boolean }

const columns = (db: Reader) =>
  db`file_id, name, media_type, size, sha256, width, height, preview_size, widths, trimmed_width,
    trimmed_height, created_at`

/** Inserts a file whose bytes are about to be stored. It can't be used before `markStored`. */
export async function createFile(tx: Tx, tenantId: string, file: NewFile): Promise<StoredFile> {
  const { font, ...rest } = file
  const values = { tenantId, ...rest, ...(font ? { font: tx.json(font) } : {}) }
  const [row] = await tx<StoredFile[]>`insert into files ${tx.values(values)} returning ${columns(tx)}`
  return row as StoredFile
}

export async function markStored(tx: Tx, tenantId: string, fileId: string): Promise<void> {
  await tx`update files set stored_at = now() where tenant_id = ${tenantId} and file_id = ${fileId}`
}

/** A file whose bytes are stored. */
export async function findFile(
  db: Reader,
  tenantId: string,
  fileId: string,
): Promise<StoredFile | undefined> {
  const [file] = await db<StoredFile[]>`
    select ${columns(db)} from files
    where tenant_id = ${tenantId} and file_id = ${fileId} and stored_at is not null and removed_at is null`
  return file
}

/**
 * Claims a file, so that upkeep keeps it, and locks it until the transaction ends, so that it is not removed meanwhile.
 * Everything that references a file claims it first, as assets do; a batch only reads its file, which is removed a day
 * later.
 */
export async function claimFile(tx: Tx, tenantId: string, fileId: string): Promise<StoredFile | undefined> {
  const there = tx`
    tenant_id = ${tenantId} and file_id = ${fileId} and stored_at is not null and removed_at is null`
  const [first] = await tx<StoredFile[]>`
    update files set used_at = now() where ${there} and used_at is null returning ${columns(tx)}`
  if (first) return first
  // A shared lock: others may claim it at the same time; only its removal waits.
  const [file] = await tx<StoredFile[]>`select ${columns(tx)} from files where ${there} for share`
  return file
}

/** Locks a file against removal until the transaction ends; false if it is already removed. */
export async function holdFile(tx: Tx, tenantId: string, fileId: string): Promise<boolean> {
  const [row] = await tx`
    select from files where tenant_id = ${tenantId} and file_id = ${fileId} and removed_at is null for share`
  return row !== undefined
}

/** Locks a file until the transaction ends: it can't be claimed or discarded meanwhile. */
export async function lockFile(tx: Tx, tenantId: string, fileId: string): Promise<void> {
  await tx`select from files where tenant_id = ${tenantId} and file_id = ${fileId} for update`
}

/** Marks a file as removed; `remove_files` deletes its bytes. */
export async function markRemoved(tx: Tx, tenantId: string, fileId: string): Promise<void> {
  await tx`
    update files set removed_at = now()
    where tenant_id = ${tenantId} and file_id = ${fileId} and removed_at is null`
}

export type FileName = { tenantId: string; fileId: string }

/** Uploads not claimed within a day. */
const isUnused = (db: Reader) =>
  db`used_at is null and removed_at is null and created_at < now() - interval '24 hours'`
/** Files whose bytes should have been deleted an hour ago but were not, as the storage was unreachable. */
const isOverdue = (db: Reader) => db`erased_at is null and removed_at < now() - interval '1 hour'`

/** Files to remove in upkeep: unused uploads and overdue removals. */
export async function listToRemove(db: Reader, most: number, tenants?: Included): Promise<FileName[]> {
  return await db<FileName[]>`
    -- every tenant: upkeep
    (select tenant_id, file_id from files where ${isIncluded(db, tenants)} and ${isUnused(db)} limit ${most})
    union all
    (select tenant_id, file_id from files where ${isIncluded(db, tenants)} and ${isOverdue(db)} limit ${most})`
}

/** Marks the files among these that are still unused or overdue as removed, and returns them. */
export async function markToRemove(tx: Tx, tenantId: string, fileIds: string[]): Promise<string[]> {
  const rows = await tx<{ fileId: string }[]>`
    update files set removed_at = now()
    where tenant_id = ${tenantId} and file_id = any(${fileIds}::text[]) and (${isUnused(tx)} or ${isOverdue(tx)})
    returning file_id`
  return rows.map(({ fileId }) => fileId)
}

/** Which of these files are removed, but not erased yet. */
export async function listToErase(db: Reader, tenantId: string, fileIds: string[]): Promise<string[]> {
  const rows = await db<{ fileId: string }[]>`
    select file_id from files
    where tenant_id = ${tenantId} and file_id = any(${fileIds}) and removed_at is not null and erased_at is null`
  return rows.map(({ fileId }) => fileId)
}

/** Records that the bytes are deleted. The row of a file that was never referenced is deleted. */
export async function markErased(tx: Tx, tenantId: string, fileId: string): Promise<void> {
  await tx`delete from files where tenant_id = ${tenantId} and file_id = ${fileId} and used_at is null`
  await tx`update files set erased_at = now() where tenant_id = ${tenantId} and file_id = ${fileId}`
}

export type FileWithoutForms = FileName & { mediaType: MediaType }

/** Images stored before some of their derived forms existed. */
export async function listWithoutForms(
  db: Reader,
  most: number,
  tenants?: Included,
): Promise<FileWithoutForms[]> {
  return await db<FileWithoutForms[]>`
    -- every tenant: upkeep
    select tenant_id, file_id, media_type from files
    where ${isIncluded(db, tenants)} and not has_forms and media_type like 'image/%' and stored_at is not null
      and removed_at is null
    limit ${most}`
}

/** Records which forms exist; `derived` is undefined if they could not be created, so that this is not retried. */
export async function noteForms(
  tx: Tx,
  { tenantId, fileId }: FileName,
  derived: { [K in keyof DerivedForms | 'previewSize']-?: unknown } | undefined,
): Promise<void> {
  await tx`
    update files set ${tx.set({ ...derived, hasForms: true })}
    where tenant_id = ${tenantId} and file_id = ${fileId}`
}
