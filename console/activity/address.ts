import { oneOf } from '../ui/address.ts'

/** The tab that narrow screens show; the history by default. */
export const historySearch = { tab: oneOf(['about']) }
export type HistorySearch = { tab?: 'about' | undefined }
