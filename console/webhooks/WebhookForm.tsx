import { useState } from 'react'
import { Form } from '../ui/Form.tsx'
import { TextField } from '../ui/fields.tsx'
import { EventsField } from './EventsField.tsx'
import type { Subscription } from './words.ts'

type Input = Pick<Subscription, 'url' | 'events'>
type Props = { id: string; given?: Input; error: unknown; onSubmit: (input: Input) => void }

/** Where events are sent, and which. */
export function WebhookForm({ id, given, error, onSubmit }: Props) {
  const [url, setUrl] = useState(given?.url ?? '')
  const [events, setEvents] = useState<Subscription['events']>(given?.events ?? ['*'])
  return (
    <Form
      id={id}
      onSubmit={() => onSubmit({ url: url.trim(), events })}
      error={error}
      className="space-y-5 p-5"
    >
      <TextField
        name="url"
        label="Address"
        type="url"
        inputMode="url"
        dir="ltr"
        spellCheck={false}
        placeholder="https://example.com/hooks/foyer"
        hint="Events are sent as JSON by POST. The URL must be public and use https."
        autoFocus={given === undefined}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <EventsField events={events} onChange={setEvents} />
    </Form>
  )
}
