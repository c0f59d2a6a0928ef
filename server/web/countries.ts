import { type CountryResponse, open } from 'maxmind'
import { StartError } from '../start/startError.ts'

/** Returns the country of an IP address as two letters (ISO 3166-1), if known. */
export type FindCountry = (address: string) => string | undefined

/** Number of cached lookups. */
const mostCached = 10_000

/**
 * Looks up countries in a local MaxMind DB file; addresses are not sent anywhere. Without a file, no country is known.
 * A replaced file is reloaded.
 */
export async function openCountries(path: string | undefined): Promise<FindCountry> {
  if (path === undefined) return () => undefined
  const reader = await open<CountryResponse>(path, {
    cache: { max: mostCached },
    watchForUpdates: true,
    watchForUpdatesNonPersistent: true,
  }).catch((error: Error) => {
    throw new StartError(`GEOIP_DATABASE can't be read as a MaxMind DB file (${path}): ${error.message}`)
  })
  return (address) => {
    const code = reader.get(address)?.country?.iso_code
    return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : undefined
  }
}
