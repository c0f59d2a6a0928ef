import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { retryLoad } from '../api/connection.ts'
import { shellRoute } from '../shell/routes.ts'
import { text } from '../ui/address.ts'

/** What `foyer login` asks with: where it listens on this machine, its public key, and the name of the machine. */
export type TerminalRequest = {
  port: number | undefined
  publicKey: string | undefined
  machine: string | undefined
}

/** Undefined for what is not valid: what is left out here would be kept as it is in the address. */
function readRequest({ port, publicKey, machine }: Record<string, unknown>): TerminalRequest {
  const number = Number(port)
  return {
    port: Number.isInteger(number) && number >= 1024 && number <= 65_535 ? number : undefined,
    publicKey: typeof publicKey === 'string' && /^[\w-]{87}$/.test(publicKey) ? publicKey : undefined,
    machine: text(machine)?.slice(0, 60),
  }
}

export const terminalRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/terminal',
    validateSearch: readRequest,
    component: lazyRouteComponent(
      retryLoad(() => import('./TerminalScreen.tsx')),
      'TerminalScreen',
    ),
  }),
] as const
