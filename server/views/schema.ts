import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { closed, Enum } from '../../shared/typebox.ts'
import { Id, Timestamp } from '../web/schema.ts'

export const viewLists = ['accounts', 'persons', 'pages', 'releases', 'visits', 'analytics'] as const
export type ViewList = (typeof viewLists)[number]

const fields = {
  list: Enum(viewLists, { description: 'Which list of the console it is a view of.' }),
  name: Type.String({ minLength: 1, maxLength: 80, pattern: '\\S', examples: ['Hot this week'] }),
  search: Type.String({
    maxLength: 2_000,
    description: 'Filters and sort as in the console’s address, without the question mark.',
    examples: ['sort=-visits'],
  }),
}
const example = { list: 'accounts', name: 'Hot this week', search: 'sort=-visits' }

export const SavedViewInput = Type.Object(fields, {
  ...closed,
  title: 'SavedViewInput',
  examples: [example],
})
export type SavedViewInput = Static<typeof SavedViewInput>

export const SavedView = Type.Object(
  { viewId: Id('view'), ...fields, createdAt: Timestamp },
  {
    ...closed,
    title: 'SavedView',
    examples: [{ viewId: exampleId('view'), ...example, createdAt: '+1794614400000' }],
  },
)
export type SavedView = Static<typeof SavedView>

export const SavedViews = Type.Object(
  { items: Type.Array(SavedView, { description: 'By name.' }) },
  {
    ...closed,
    title: 'SavedViews',
    examples: [{ items: [{ viewId: exampleId('view'), ...example, createdAt: '+1794614400000' }] }],
  },
)
