/** Which of the two a phone shows. */
export type HistorySearch = { tab?: 'about' | undefined }

export function readTab(search: Record<string, unknown>): HistorySearch {
  return search.tab === 'about' ? { tab: 'about' } : {}
}
