import { Dialect, type Lint, LocalLinter } from 'harper.js'
import { binary } from 'harper.js/binary'

// Finds misspelt words in a worker with its own content security policy, as that of the page doesn't allow
// WebAssembly. A word is misspelt if it is wrong in both British and American English.

type SpellingSuggestions = { word: string; suggestions: string[] }

const linters = [Dialect.American, Dialect.British].map(async (dialect) => {
  const linter = new LocalLinter({ binary, dialect })
  const rules = Object.keys(await linter.getDefaultLintConfig())
  await linter.setLintConfig(Object.fromEntries(rules.map((rule) => [rule, rule === 'SpellCheck'])))
  return linter
})

async function check(words: string[]): Promise<SpellingSuggestions[]> {
  let misspelt: SpellingSuggestions[] = words.map((word) => ({ word, suggestions: [] }))
  for (const linter of linters) {
    const text = misspelt.map(({ word }) => word).join('\n\n')
    const lints = text === '' ? [] : await (await linter).lint(text, { language: 'plaintext' })
    const found = new Map(lints.map((lint) => [lint.get_problem_text(), lint]))
    misspelt = misspelt.flatMap(({ word, suggestions }) => {
      const lint = found.get(word)
      return lint ? [{ word, suggestions: [...suggestions, ...textsOf(lint)] }] : []
    })
  }
  return misspelt
}

function textsOf(lint: Lint): string[] {
  return lint.suggestions().map((suggestion) => suggestion.get_replacement_text())
}

addEventListener('message', ({ data }: MessageEvent<{ id: number; words: string[] }>) => {
  check(data.words).then(
    (misspelt) => postMessage({ id: data.id, misspelt }),
    (error: unknown) => postMessage({ id: data.id, error: String(error) }),
  )
})
