import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { StartError } from '../start/startError.ts'

/** Whether there is an interactive terminal. */
export const canAsk = Boolean(process.stdin.isTTY && process.stderr.isTTY)

/** Asks on standard error, because standard output is for results. */
export async function ask(question: string, { isSecret = false } = {}): Promise<string> {
  if (isSecret) process.stderr.write(question)
  const output = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr
  const lines = createInterface({ input: process.stdin, output, terminal: canAsk })
  // Ctrl-C and Ctrl-D cancel the question and the command.
  const closed = new Promise<never>((_, reject) =>
    lines.once('close', () => reject(new StartError('Stopped. Nothing was changed.'))),
  )
  closed.catch(() => {})
  try {
    return (await Promise.race([lines.question(isSecret ? '' : question), closed])).trim()
  } finally {
    lines.close()
    if (isSecret) process.stderr.write('\n')
  }
}

export async function confirm(question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(`${question} [y/N] `))
}

/** The longest key. */
const mostKeyBytes = 10_000

/** Reads standard input. Keys are read from it so that they appear in no process list or shell history. */
export async function readStandardInput(mostBytes = mostKeyBytes): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin) {
    text += chunk
    if (text.length > mostBytes) throw new StartError('Standard input is too long.')
  }
  return text.trim()
}
