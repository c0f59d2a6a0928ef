/** Programs that serve language models on the user's machine. */
export const localPrograms = ['ollama', 'lmstudio', 'llama-server', 'docker'] as const
export type LocalProgram = (typeof localPrograms)[number]
export type LocalPorts = Partial<Record<LocalProgram, number>>

export const usualPorts = 'ollama=11434,lmstudio=1234,llama-server=8080,docker=12434'

/** Parses the ports of some or all programs: "ollama=11434,lmstudio=1234". */
export function localPorts(value: string): LocalPorts | undefined {
  const ports: LocalPorts = {}
  for (const part of value.split(',')) {
    const [name = '', digits = '', ...rest] = part.trim().split('=')
    const program = localPrograms.find((one) => one === name)
    const port = /^\d{1,5}$/.test(digits) ? Number(digits) : 0
    if (!program || rest.length > 0 || port < 1 || port > 65_535) return undefined
    ports[program] = port
  }
  return ports
}

/** US dollars per million input and output tokens. */
export type ModelPrice = { inputPerMillion: number; outputPerMillion: number }

/** Parses prices by model: "gpt-5=1.25/10,my-model=0/0". */
export function modelPrices(value: string): ReadonlyMap<string, ModelPrice> | undefined {
  const prices = new Map<string, ModelPrice>()
  for (const part of value.split(',')) {
    const match = /^([\x21-\x7e]{1,200})=(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)$/.exec(part.trim())
    if (!match) return undefined
    prices.set(match[1] as string, {
      inputPerMillion: Number(match[2]),
      outputPerMillion: Number(match[3]),
    })
  }
  return prices
}
