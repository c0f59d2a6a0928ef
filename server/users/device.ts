import Bowser from 'bowser'

const longest = 500

/** The browser and system of a user agent, for users: “Firefox on Linux”. */
export function describeBrowser(userAgent: string | null): string {
  if (!userAgent) return 'an unknown browser'
  const { browser, os } = Bowser.parse(userAgent.slice(0, longest))
  const names = [browser.name, os.name].filter((name): name is string => Boolean(name))
  return names.length > 0 ? names.join(' on ') : 'an unknown browser'
}

export function isPhone(userAgent: string | null): boolean {
  if (!userAgent) return false
  const { type } = Bowser.parse(userAgent.slice(0, longest)).platform
  return type === 'mobile' || type === 'tablet'
}

/** The part of a user agent that is stored. */
export function shortened(userAgent: string | undefined): string {
  return (userAgent ?? '').slice(0, longest)
}
