import { oneOf } from '../ui/address.ts'

/** Which of the two a phone shows: the history when left out. */
export const historySearch = { tab: oneOf(['about']) }
export type HistorySearch = { tab?: 'about' | undefined }
