import { useId } from 'react'
import { Button } from '../ui/Button.tsx'
import { useFieldError } from '../ui/Form.tsx'
import { Checkbox } from '../ui/fields.tsx'
import { RadioList } from '../ui/RadioList.tsx'
import { eventGroups, eventsOf, type Subscription } from './words.ts'

type Events = Subscription['events']
type Props = { events: Events; onChange: (events: Events) => void }

const choices = [
  { value: 'all', label: 'All events', hint: 'Includes event types added later.' },
  { value: 'some', label: 'Selected events', hint: 'You choose which.' },
] as const

/** The events to deliver: all of them, or a selection by group. */
export function EventsField({ events, onChange }: Props) {
  const error = useFieldError('events')
  const isAll = events.includes('*')
  return (
    <div>
      <RadioList
        label="Events"
        options={choices}
        value={isAll ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? ['*'] : [])}
      />
      {error && (
        <p role="alert" className="mt-1.5 text-xs text-danger">
          {events.length === 0 ? 'Choose at least one event.' : error}
        </p>
      )}
      {!isAll &&
        eventGroups.map((group) => (
          <Group key={group.label} group={group} events={events} onChange={onChange} />
        ))}
    </div>
  )
}

function Group({ group, events, onChange }: Props & { group: (typeof eventGroups)[number] }) {
  const id = useId()
  const own = eventsOf(group)
  const others = events.filter((event) => !own.some((one) => one === event))
  const isWhole = own.every((event) => events.includes(event))
  return (
    <fieldset aria-labelledby={id} className="mt-5">
      <div className="mb-2 flex items-center justify-between border-b border-line pb-1">
        <span id={id} className="text-xs font-medium text-quiet">
          {group.label}
        </span>
        <Button
          look="quiet"
          size="sm"
          aria-label={isWhole ? `None of ${group.label}` : `All of ${group.label}`}
          onClick={() => onChange(isWhole ? others : [...others, ...own])}
        >
          {isWhole ? 'None' : 'All'}
        </Button>
      </div>
      <div className="grid gap-2.5 sm:grid-cols-2">
        {own.map((event) => (
          <Checkbox
            key={event}
            label={group.events[event] ?? event}
            hint={event}
            checked={events.includes(event)}
            onChange={(isOn) => onChange(isOn ? [...events, event] : events.filter((one) => one !== event))}
          />
        ))}
      </div>
    </fieldset>
  )
}
