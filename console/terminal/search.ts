import { text } from '../ui/address.ts'

/** The parameters of `foyer login`: its local port, its public key, and the name of the machine. */
export type TerminalRequest = {
  port: number | undefined
  publicKey: string | undefined
  machine: string | undefined
}

/** An explicit undefined removes invalid values from the URL. */
export function readRequest({ port, publicKey, machine }: Record<string, unknown>): TerminalRequest {
  const number = Number(port)
  return {
    port: Number.isInteger(number) && number >= 1024 && number <= 65_535 ? number : undefined,
    publicKey: typeof publicKey === 'string' && /^[\w-]{87}$/.test(publicKey) ? publicKey : undefined,
    machine: text(machine)?.slice(0, 60),
  }
}
