import type { Document } from '../../schema.ts'
import { architects } from './architects.ts'
import { coldChainFreight } from './coldChain.ts'
import type { Example } from './example.ts'
import { freight } from './freight.ts'
import { hotel } from './hotel.ts'
import { lawFirm } from './lawFirm.ts'
import { machineBuilding } from './machineBuilding.ts'
import { payroll } from './payroll.ts'
import { recruiting } from './recruiting.ts'
import { security } from './security.ts'
import { solar } from './solar.ts'
import { training } from './training.ts'
import { warehouseLighting } from './warehouseLighting.ts'

const byName = {
  example_warehouse_lighting: warehouseLighting,
  example_cold_chain: coldChainFreight,
  example_law_firm: lawFirm,
  example_payroll: payroll,
  example_architects: architects,
  example_machine_building: machineBuilding,
  example_hotel: hotel,
  example_security: security,
  example_freight: freight,
  example_training: training,
  example_solar: solar,
  example_recruiting: recruiting,
} satisfies Record<`example_${string}`, Example>

export type ExampleName = keyof typeof byName

/** Complete pages of fictitious companies, in the order of the gallery. */
export const examples = new Map<ExampleName, Example>(
  Object.entries(byName).map(([name, example]) => [name as ExampleName, example]),
)
export const exampleNames = [...examples.keys()]

export function isExampleName(name: string): name is ExampleName {
  return name in byName
}

/** The document of a page started from an example. */
export function startOf(name: ExampleName): Document {
  return byName[name].start
}
