import type { LucideIcon } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { createStore } from '../ui/store.ts'

/** A command in ⌘K. */
export type Command = {
  id: string
  label: string
  icon: LucideIcon
  /** Other words it is found by. */
  words?: string
  keys?: string
  run: () => void
}

const commands = createStore<Command[]>([])

/** Offers a command in ⌘K while the component is mounted; `undefined` offers none, for example without permission. */
export function useCommand(command: Command | undefined): void {
  const run = useEffectEvent(() => command?.run())
  const { id, label, icon, words, keys } = command ?? {}
  useEffect(() => {
    if (!id || !label || !icon) return
    const offered = { id, label, icon, run: () => run(), ...(words && { words }), ...(keys && { keys }) }
    commands.set([...commands.get(), offered])
    return () => commands.set(commands.get().filter((one) => one !== offered))
  }, [id, label, icon, words, keys])
}

export const useCommands = commands.use

let openShortcuts = () => {}

export function onOpenShortcuts(open: () => void): void {
  openShortcuts = open
}

/** Lists the keyboard shortcuts. */
export function showShortcuts(): void {
  openShortcuts()
}

let openPalette = () => {}

export function onOpenPalette(open: () => void): void {
  openPalette = open
}

/** Opens ⌘K from a button. */
export function showPalette(): void {
  openPalette()
}
