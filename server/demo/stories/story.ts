import type { Block, Theme } from '../../../document/index.ts'
import type { LogName } from '../people.ts'

export { block } from '../../../document/index.ts'

/** The content of a sample page, with the log entries that are the sources of each block. */
export type Story = { theme: Theme; blocks: Block[]; sources?: Record<string, LogName[]> }

const jonas = {
  name: 'Jonas Brandt',
  role: 'Leads cold chain at Harbor. Nine years on the reefer desk.',
  email: 'jonas@harbor.example',
}

export const people = { jonas }

export const proof = {
  quote:
    'We stopped arguing about whose truck was warm. In the second month the alarm came while the pallet could still be turned around.',
  name: 'Ilse van der Meer',
  role: 'Head of Logistics, Nordlys Dairy',
  figure: '−58%',
  figureLabel: 'written off in 26 weeks, five sites',
}

export const customers = [
  'Nordlys Dairy',
  'Casa Verde',
  'Fjellmat',
  'Boulanger & Fils',
  'Oostzee Fish',
  'Alpina',
].map((name) => ({ name }))

export const main = 'action:primary'
