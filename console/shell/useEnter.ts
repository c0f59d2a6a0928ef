import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'

/**
 * Enter while results are loading waits for them and then opens the first one. Further typing or Escape cancels that;
 * after an arrow key, Enter opens the selected result.
 */
export function useEnter(isFinding: boolean, openFirst: () => void) {
  const [isWaiting, setWaiting] = useState(false)
  const [isChosen, setChosen] = useState(false)
  const openNow = useEffectEvent(openFirst)
  useEffect(() => {
    if (isWaiting && !isFinding) openNow()
  }, [isWaiting, isFinding])
  const wait = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setChosen(true)
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isFinding || isChosen) return
    event.preventDefault()
    setWaiting(true)
  }
  const reset = () => {
    setWaiting(false)
    setChosen(false)
  }
  return { wait, isWaiting, isChosen, reset }
}
