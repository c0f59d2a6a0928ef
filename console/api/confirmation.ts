/*
 * Some changes ask the signed-in user to confirm their identity again. The rejected request waits while the
 * dialog is open, and is sent again afterwards.
 */

type OpenDialog = () => Promise<boolean>

let ask: OpenDialog | undefined

/** Registers the shell's dialog, which resolves to whether the user confirmed. */
export function confirmWith(dialog: OpenDialog | undefined): void {
  ask = dialog
}

export async function confirmIdentity(): Promise<boolean> {
  return (await ask?.()) ?? false
}

const channelName = 'foyer-confirmed'

/** Called in the provider's pop-up: sends the result to the window that opened it. */
export function announceConfirmed(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('confirmed')
  channel.close()
}

/** Opens a provider in a pop-up and resolves when the user has confirmed. Call it in a click handler. */
export async function confirmAtProvider(begin: () => Promise<{ url: string }>): Promise<void> {
  const opened = open('', 'foyer-confirm', 'popup,width=520,height=680')
  const { url } = await begin()
  if (!opened) {
    // Pop-ups are blocked, so the provider opens in this window and the user has to repeat the action afterwards.
    location.assign(url)
    return await new Promise(() => {})
  }
  opened.location.href = url
  const channel = new BroadcastChannel(channelName)
  await new Promise((resolve) => channel.addEventListener('message', resolve, { once: true }))
  channel.close()
}
