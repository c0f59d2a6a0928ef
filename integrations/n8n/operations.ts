import type { Foyer } from '../../sdk/index.ts'
import type { Property } from './n8n.ts'

/** The fields of an item, by name. Empty ones are left out. */
export type Values = Record<string, string>

type Operation = {
  name: string
  action: string
  description: string
  fields: string[]
  run(foyer: Foyer, values: Values): Promise<object>
}

const idsIn = (text = '') => text.split(/[\s,]+/).filter(Boolean)
const only = (values: Values, ...names: string[]) =>
  Object.fromEntries(names.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))

/** What the node does, each with the fields it shows. */
export const operations: Record<string, Operation> = {
  makeAudience: {
    name: 'Personalise a Page',
    action: 'Personalise a page',
    description: 'Make a page’s audience for an account or a person, or find the one there is',
    fields: ['pageId', 'accountId', 'personId', 'message'],
    async run(foyer, values) {
      const input = only(values, 'accountId', 'personId', 'message')
      return await foyer.audiences.create(values.pageId as string, input)
    },
  },
  sendMessage: {
    name: 'Ask for a Change',
    action: 'Ask for a change',
    description: 'Send a message to the agent about an audience’s page, and wait for the draft',
    fields: ['pageId', 'audienceId', 'message'],
    async run(foyer, { pageId = '', audienceId = '', message = '' }) {
      const { version, answer } = await foyer.messages.sendAndWait(pageId, audienceId, message)
      return { ...version, answer: answer?.text ?? null }
    },
  },
  publish: {
    name: 'Publish a Version',
    action: 'Publish a version',
    description: 'Show a version of an audience’s page to visitors',
    fields: ['pageId', 'audienceId', 'versionId'],
    run: (foyer, { pageId = '', audienceId = '', versionId = '' }) =>
      foyer.versions.publish(pageId, audienceId, versionId),
  },
  personaliseMany: {
    name: 'Personalise for Many',
    action: 'Personalise a page for many',
    description: 'Make audiences for many accounts or persons, each with the same message, and wait for all',
    fields: ['pageId', 'accountIds', 'personIds', 'message'],
    async run(foyer, { pageId = '', accountIds, personIds, message }) {
      const { batchId } = await foyer.batches.create(pageId, {
        ...(accountIds ? { accountIds: idsIn(accountIds) } : {}),
        ...(personIds ? { personIds: idsIn(personIds) } : {}),
        ...(message ? { message } : {}),
      })
      return await foyer.batches.wait(batchId)
    },
  },
  readAudience: {
    name: 'Read an Audience',
    action: 'Read an audience',
    description: 'Get an audience with its versions and the link to share',
    fields: ['pageId', 'audienceId'],
    async run(foyer, { pageId = '', audienceId = '' }) {
      const [audience, share] = await Promise.all([
        foyer.audiences.get(pageId, audienceId),
        foyer.pageLinks.getShare(pageId, audienceId),
      ])
      return { ...audience, url: share.url, isLive: share.isLive }
    },
  },
}

const labels: Record<string, [label: string, description: string]> = {
  pageId: ['Page ID', 'As in the address of the page in the console'],
  audienceId: ['Audience ID', 'For example from the event that started the workflow'],
  versionId: ['Version ID', 'For example of the draft that a change has made'],
  accountId: ['Account ID', 'Leave it empty for a person, or for everyone'],
  personId: ['Person ID', 'Leave it empty for an account, or for everyone'],
  accountIds: ['Account IDs', 'Separated by commas'],
  personIds: ['Person IDs', 'Separated by commas'],
  message: ['Message', 'What the agent should change, in plain words'],
}

export function propertiesOf(): Property[] {
  const choice: Property = {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    default: 'sendMessage',
    options: Object.entries(operations).map(([value, { name, action, description }]) => ({
      name,
      value,
      action,
      description,
    })),
  }
  const fields = Object.entries(labels).map(([name, [displayName, description]]): Property => {
    const shown = Object.keys(operations).filter((one) => operations[one]?.fields.includes(name))
    return {
      displayName,
      name,
      type: 'string',
      default: '',
      description,
      ...(name === 'message' ? { typeOptions: { rows: 3 } } : {}),
      displayOptions: { show: { operation: shown } },
    }
  })
  return [choice, ...fields]
}
