import { useEffect, useEffectEvent } from 'react'
import { offerPasskeys, type PasskeyResponse } from '../api/passkeys.ts'

/** Lets the browser offer passkeys in the e-mail field while the screen is mounted. */
export function usePasskeyOffer(onChosen: (answer: PasskeyResponse) => void): void {
  const chosen = useEffectEvent(onChosen)
  useEffect(() => {
    const offer = new AbortController()
    // Signing in another way or dismissing the offer aborts it, which is not an error.
    void offerPasskeys(offer.signal).then(
      (answer) => !offer.signal.aborted && chosen(answer),
      () => undefined,
    )
    return () => offer.abort()
  }, [])
}
