/*
 * Some changes ask whoever is signed in to prove again that it is them. The request that was refused waits while the
 * dialog is open, and is sent again afterwards.
 */

type Ask = () => Promise<boolean>

let ask: Ask | undefined

/** The shell's dialog; it resolves to whether it was confirmed. */
export function confirmWith(dialog: Ask | undefined): void {
  ask = dialog
}

export async function confirmIdentity(): Promise<boolean> {
  return (await ask?.()) ?? false
}
