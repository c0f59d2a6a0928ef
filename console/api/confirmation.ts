/*
 * Some changes ask the signed-in user to confirm their identity again. The request that was refused waits while the
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

const channelName = 'foyer-confirmed'

/** The pop-up for the provider sends the result of the sign-in to the window that opened it. */
export function announceConfirmed(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('confirmed')
  channel.close()
}

/** Opens a provider in a window of its own; resolves when it has confirmed. Call it while a click is handled. */
export async function confirmAtProvider(begin: () => Promise<{ url: string }>): Promise<void> {
  const opened = open('', 'foyer-confirm', 'popup,width=520,height=680')
  const { url } = await begin()
  if (!opened) {
    // Pop-ups are blocked: what was begun has to be done again afterwards.
    location.assign(url)
    return await new Promise(() => {})
  }
  opened.location.href = url
  const channel = new BroadcastChannel(channelName)
  await new Promise((resolve) => channel.addEventListener('message', resolve, { once: true }))
  channel.close()
}
