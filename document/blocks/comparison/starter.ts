import { ask } from '../ask.ts'
import type { Props } from './schema.ts'

export const starter: Props = {
  heading: 'Today, and then',
  columns: [{ title: 'Today' }, { title: 'With {{brand.name}}', highlighted: true }],
  rows: [
    { label: ask('By what would they compare?'), cells: [ask('How it is today'), ask('How it would be')] },
    { label: ask('By what else?'), cells: [ask('How it is today'), ask('How it would be')] },
  ],
}
