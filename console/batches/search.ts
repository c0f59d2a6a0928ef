import { oneOf, reader, text, texts } from '../ui/address.ts'

export const readBatches = reader({ pageId: text })

/** Accounts or persons with these custom field values, each as `key:value`, instead of a file. */
export const readNewBatch = reader({ pageId: text, accounts: texts, persons: texts })
export type NewBatchSearch = ReturnType<typeof readNewBatch>

/** The list that the import was opened from. */
export const readImport = reader({ from: oneOf(['persons']) })
export type ImportSearch = ReturnType<typeof readImport>

export const readBatch = reader({ rows: oneOf(['all', 'failed']) })
export type BatchSearch = ReturnType<typeof readBatch>
