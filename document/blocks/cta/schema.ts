import { type Static, Type } from 'typebox'
import { closed } from '../../../shared/typebox.ts'
import { Button, Choice, Eyebrow, List, Picture, Rich, Text, Tone } from '../props.ts'

const ContactPerson = Type.Object(
  {
    name: Text(80, 'Who answers.'),
    role: Type.Optional(Text(160, 'What they do, in a line.')),
    email: Type.Optional(Text(160, 'Their e-mail address.')),
    picture: Type.Optional(Picture),
  },
  { ...closed, description: 'The person behind the action.' },
)

export const Props = Type.Object(
  {
    eyebrow: Type.Optional(Eyebrow),
    headline: Rich(160, 'The invitation.'),
    body: Type.Optional(Rich(400, 'Why now, and what happens then.')),
    primaryAction: Button,
    secondaryAction: Type.Optional(Button),
    note: Type.Optional(Rich(160, 'A reassurance under the button.')),
    person: Type.Optional(ContactPerson),
    next: Type.Optional(List(Rich(160, 'One step.'), 5, 'What happens after the click, in order.')),
    layout: Type.Optional(
      Choice(
        {
          card: 'a card with the invitation, and the person and the next steps beside it',
          field: 'a field of colour from edge to edge, with the person on a dark card',
          plain: 'the invitation with the action beside it',
        },
        'How the invitation is arranged.',
      ),
    ),
    tone: Type.Optional(Tone),
  },
  closed,
)
export type Props = Static<typeof Props>
