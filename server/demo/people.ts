import { demoDomains } from '../../shared/demo.ts'

/** A fictitious company and its fictitious customers. */
export const brand = {
  name: 'Harbor',
  primaryColor: '#0f5c63',
  secondaryColor: '#e4572e',
  domain: 'harbor.example',
} as const

export const accounts = {
  meridian: { domain: demoDomains.meridian, name: 'Meridian Foods' },
  alpenglow: { domain: demoDomains.alpenglow, name: 'Alpenglow Outdoor' },
  nordwind: { domain: demoDomains.nordwind, name: 'Nordwind Energy' },
} as const
export type AccountName = keyof typeof accounts

export const persons = {
  amara: { name: 'Amara Okafor', email: 'amara.okafor@meridianfoods.example' },
  lukas: { name: 'Lukas Brunner', email: 'lukas@alpenglow.example' },
  ingrid: { name: 'Ingrid Solberg', email: 'ingrid.solberg@nordwind.example' },
} as const
export type PersonName = keyof typeof persons

/** Log entries, which the statements on the sample pages name as sources. */
export const logs = {
  rollout: {
    account: 'meridian',
    text: 'Amara, call of 14 October: Gdańsk and Valencia open on the same morning, 2 March. Both are fed from Rotterdam.',
  },
  spoilage: {
    account: 'meridian',
    text: 'Sustainability report 2025, page 38: 4.1% of chilled goods are written off between dock and shelf, €3.8m of €92m a year.',
  },
  loggers: {
    account: 'meridian',
    text: 'Amara, call of 14 October: loggers are read 27 hours too late. By then only the claim is left to manage.',
  },
  portals: {
    account: 'meridian',
    text: 'Piotr Lewandowski, mail of 21 October: three carriers, three portals, no shared clock.',
  },
  lanes: {
    account: 'meridian',
    text: 'September logger export: 17 minutes above 5 °C per run at the Rotterdam dock. Gdańsk is 1,130 km and 31 hours away, Valencia 1,790 km and 44 hours.',
  },
  season: {
    account: 'alpenglow',
    text: 'Lukas, call of 3 June: everything arrives in the six weeks before the season. Re-planning by hand takes two people full time, two working days for a late ship. What is late is lost: no second try.',
  },
  arrivals: {
    account: 'alpenglow',
    text: 'Port report, last autumn, containers a week: 12, 18, 31, 58, 74, 69, 41, 16 in weeks 34 to 41. The dock takes 45 a week.',
  },
  parts: {
    account: 'nordwind',
    text: 'Ingrid, call of 12 November: nine crane days lost last year while turbine parts waited in customs, 120 hours from landing to site. A crane day costs €18,000. The pilot has to get to two days and 36 hours.',
  },
  sites: {
    account: 'nordwind',
    text: 'Ingrid, call of 12 November: sites in Bergen, Aberdeen and Kiel, each with a customs broker of its own.',
  },
  papers: {
    account: 'nordwind',
    text: 'Henrik Dahl, call of 12 November: 70% of the delays began with a form that was filled in twice.',
  },
} as const satisfies Record<string, { account: AccountName; text: string }>
export type LogName = keyof typeof logs
