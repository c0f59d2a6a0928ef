import { connectTo, credentials } from './connection.ts'
import type { ExecuteContext, Item, NodeDescription } from './n8n.ts'
import { operations, propertiesOf, type Values } from './operations.ts'

/** Calls the API of Foyer for each item. */
export class Foyer {
  description: NodeDescription = {
    displayName: 'Foyer',
    name: 'foyer',
    icon: 'file:foyer.svg',
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"]}}',
    description: 'Personalise pages, ask for changes and publish them',
    defaults: { name: 'Foyer' },
    inputs: ['main'],
    outputs: ['main'],
    usableAsTool: true,
    credentials,
    properties: propertiesOf(),
  }

  async execute(this: ExecuteContext): Promise<Item[][]> {
    const foyer = await connectTo(this)
    const results: Item[] = []
    for (const item of this.getInputData().keys()) {
      const operation = operations[String(this.getNodeParameter('operation', item))]
      if (!operation) throw new Error('This operation does not exist.')
      const values: Values = Object.fromEntries(
        operation.fields
          .map((name) => [name, String(this.getNodeParameter(name, item, '') ?? '').trim()])
          .filter(([, value]) => value),
      )
      try {
        const result = await operation.run(foyer, values)
        results.push({ json: result as Item['json'], pairedItem: { item } })
      } catch (error) {
        if (!this.continueOnFail()) throw error
        results.push({ json: { error: (error as Error).message }, pairedItem: { item } })
      }
    }
    return [results]
  }
}
