import { ask } from '../ask.ts'
import type { Props } from './schema.ts'

export const starter: Props = {
  heading: 'How the first month goes',
  items: [
    { title: ask('The first step'), body: ask('What happens in it?'), when: 'Week 1' },
    { title: ask('The second step'), body: ask('What happens in it?'), when: 'Week 2' },
    { title: ask('The last step'), body: ask('What do they have then?'), when: 'Week 4' },
  ],
}
