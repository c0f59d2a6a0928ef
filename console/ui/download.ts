import { csvLine } from '../../shared/csv.ts'

/** Downloads a file that was created in the browser. */
export function download(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The download has started and holds the file itself by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** Downloads rows as a CSV file that spreadsheets open as UTF-8. */
export function downloadCsv(name: string, head: string[], rows: (string | number | null)[][]): void {
  const text = [head, ...rows].map(csvLine).join('')
  download(name, new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }))
}
