import { useEffect, useEffectEvent } from 'react'
import { offerPasskeys, type PasskeyAnswer, withdrawOffer } from '../api/passkeys.ts'

/** Lets the browser offer passkeys in the e-mail field while the screen is there. */
export function usePasskeyOffer(onChosen: (answer: PasskeyAnswer) => void): void {
  const chosen = useEffectEvent(onChosen)
  useEffect(() => {
    let isGone = false
    // Whoever uses the button, another way or no passkey ends the offer, which is no error.
    void offerPasskeys().then(
      (answer) => !isGone && chosen(answer),
      () => undefined,
    )
    return () => {
      isGone = true
      void withdrawOffer()
    }
  }, [])
}
