import { bestSuggestion, isTypo } from './words.ts'

export type Misspelt = { word: string; suggestion: string }
type SpellingResponse = { id: number; misspelt?: { word: string; suggestions: string[] }[]; error?: string }

/** The worker takes 300 MB, so it is stopped after this time without use. */
const idleMs = 60_000

let worker: Worker | undefined
let idle: ReturnType<typeof setTimeout> | undefined
let lastId = 0

/** Words that are certainly misspelt, with a suggestion each. The first call takes some seconds. */
export async function findMisspelt(words: string[]): Promise<Misspelt[]> {
  const id = ++lastId
  worker ??= new Worker(new URL('./spellingWorker.ts', import.meta.url), { type: 'module' })
  const asked = worker
  clearTimeout(idle)
  try {
    const { misspelt = [] } = await new Promise<SpellingResponse>((resolve, reject) => {
      asked.addEventListener('message', ({ data }: MessageEvent<SpellingResponse>) => {
        if (data.id !== id) return
        if (data.error) reject(new Error(data.error))
        else resolve(data)
      })
      asked.addEventListener('error', () => reject(new Error('Spelling could not be checked.')))
      asked.postMessage({ id, words })
    })
    return misspelt.flatMap(({ word, suggestions }) => {
      const suggestion = bestSuggestion(
        word,
        suggestions.filter((one) => isTypo(word, one)),
      )
      return suggestion ? [{ word, suggestion }] : []
    })
  } finally {
    if (id === lastId) idle = setTimeout(end, idleMs)
  }
}

function end() {
  worker?.terminate()
  worker = undefined
}
