import { type ComponentProps, useState } from 'react'
import { FormPanel } from '../ui/FormPanel.tsx'
import { TextField } from '../ui/fields.tsx'
import { EventsField } from './EventsField.tsx'
import type { Subscription } from './words.ts'

type WebhookInput = Pick<Subscription, 'url' | 'events'>
type Props = Omit<ComponentProps<typeof FormPanel>, 'onSubmit' | 'children'> & {
  given?: WebhookInput
  onSubmit: (input: WebhookInput) => void
}

/** The URL and events of a webhook. */
export function WebhookForm({ given, onSubmit, ...panel }: Props) {
  const [url, setUrl] = useState(given?.url ?? '')
  const [events, setEvents] = useState<Subscription['events']>(given?.events ?? ['*'])
  return (
    <FormPanel {...panel} onSubmit={() => onSubmit({ url: url.trim(), events })}>
      <TextField
        name="url"
        required
        label="Address"
        type="url"
        inputMode="url"
        dir="ltr"
        spellCheck={false}
        placeholder="https://example.com/hooks/foyer"
        hint="Events are sent as JSON by POST. The URL must be public and use https."
        autoFocus={given === undefined}
        value={url}
        onChange={setUrl}
      />
      <EventsField events={events} onChange={setEvents} />
    </FormPanel>
  )
}
