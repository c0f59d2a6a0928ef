import { useEffect, useEffectEvent } from 'react'

type Shortcut = { keys: string; run: () => void; inDialog: boolean }

/** The last one registered comes first: a panel's shortcut overrides that of the screen below it. */
const shortcuts: Shortcut[] = []
const storageName = 'foyer.singleKeys'
const pauseMs = 900
let before = { key: '', at: 0 }

/** Single-key shortcuts can be switched off, as they interfere with speech input. */
export function singleKeysAreOn(): boolean {
  return localStorage.getItem(storageName) !== 'off'
}

export function switchSingleKeys(on: boolean): void {
  localStorage.setItem(storageName, on ? 'on' : 'off')
}

/**
 * Registers a shortcut while the component is mounted: `mod+k` (⌘ on a Mac, Ctrl elsewhere), `c`, `shift+c`, or `g p`
 * (one after the other). Single keys are off while the user types or a dialog is open, except those of the dialog.
 */
export function useShortcut(
  keys: string | undefined,
  action: () => void,
  isOn = true,
  { inDialog = false } = {},
): void {
  const run = useEffectEvent(action)
  useEffect(() => {
    if (!keys || !isOn) return
    const shortcut = { keys, inDialog, run: () => run() }
    shortcuts.unshift(shortcut)
    return () => void shortcuts.splice(shortcuts.indexOf(shortcut), 1)
  }, [keys, isOn, inDialog])
}

export function listenForShortcuts(): void {
  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.repeat || event.altKey) return
    const withMod = event.metaKey || event.ctrlKey
    if (!withMod && (!singleKeysAreOn() || isTyping(event.target) || isMenuOpen())) return
    const rests = !withMod && isDialogOpen()
    const awake = shortcuts.filter(({ inDialog }) => inDialog || !rests)
    const letter = event.key.toLowerCase()
    const withShift = event.shiftKey && !withMod && /^[a-z]$/.test(letter)
    const key = `${withMod ? 'mod+' : ''}${withShift ? 'shift+' : ''}${letter}`
    const two = performance.now() - before.at < pauseMs ? `${before.key} ${key}` : ''
    before = { key, at: performance.now() }
    const found = awake.find(({ keys }) => keys === two) ?? awake.find(({ keys }) => keys === key)
    if (!found) return
    event.preventDefault()
    before = { key: '', at: 0 }
    found.run()
  })
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([readonly], [type="checkbox"]), textarea, select'))
  )
}

export function isDialogOpen(): boolean {
  return isMenuOpen() || document.querySelector('[role="dialog"]') !== null
}

/** Menus and lists handle all keys themselves. */
function isMenuOpen(): boolean {
  return document.querySelector('[role="alertdialog"], [role="menu"], [role="listbox"]') !== null
}
