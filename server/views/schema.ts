import { type Static, Type } from 'typebox'
import { Enum, NamedObject } from '../../shared/typebox.ts'
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

export const SavedViewInput = NamedObject('SavedViewInput', fields)
export type SavedViewInput = Static<typeof SavedViewInput>

export const SavedView = NamedObject('SavedView', { viewId: Id('view'), ...fields, createdAt: Timestamp })
export type SavedView = Static<typeof SavedView>

export const SavedViews = NamedObject('SavedViews', {
  items: Type.Array(SavedView, { description: 'By name.' }),
})
