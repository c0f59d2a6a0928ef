import { useSyncExternalStore } from 'react'

const root = document.documentElement

function subscribe(changed: () => void) {
  const observer = new MutationObserver(changed)
  observer.observe(root, { attributes: true, attributeFilter: ['dir'] })
  return () => observer.disconnect()
}

/** The text direction of the document. */
export function useDirection(): 'ltr' | 'rtl' {
  return useSyncExternalStore(subscribe, () => (root.dir === 'rtl' ? 'rtl' : 'ltr'))
}
