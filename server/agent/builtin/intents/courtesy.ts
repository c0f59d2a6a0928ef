import { defineIntents } from './intent.ts'

/** Things people say that ask for nothing. They are no wishes, so nothing is said about not understanding them. */
export const courtesyIntents = defineIntents(
  {
    name: 'be polite',
    patterns: [
      'hi|hello|hey|thanks|thank_you|great|good|nice|perfect|ok|okay|cool|awesome|cheers|thx|please|pls|yes|fine|super|wow [there|you|so|very|a] [much|lot|job|work|one|morning|all|everyone|team|agent|foyer|in_advance] [thanks|thank_you]',
      'good morning|afternoon|evening|job|work',
      '[that] [looks|sounds|is] [really|very|already] good|great|nice|perfect|awesome [so_far]',
      'many_thanks|best|regards|best_regards|kind_regards|thats_it|thats_all|that_is_all',
      'while you are|youre at it',
    ],
    act: () => '',
  },
  {
    name: 'say what it can do',
    patterns: [
      'help [me]',
      'what can you do',
      'what can i [ask|say|do]',
      'what are you able to do',
      'how does|do this|you work',
      'who are you',
    ],
    act: () => '?',
  },
)
