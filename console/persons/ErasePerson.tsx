import { AlertDialog } from 'radix-ui'
import { useState } from 'react'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { TextField } from '../ui/fields.tsx'
import { notify } from '../ui/notify.tsx'
import { type Person, personName, useErasePerson } from './queries.ts'

type Props = { person: Person; open: boolean; onClose: () => void; onErased: () => Promise<void> }

/** Asks before a person is erased, which can't be undone: lists what is erased and asks for the person's name. */
export function ErasePerson({ person, open, onClose, onErased }: Props) {
  const [typed, setTyped] = useState('')
  const name = personName(person)
  const erase = useErasePerson(async () => {
    notify(`${name} erased`)
    await onErased()
  })
  const isRight = typed.trim().toLowerCase() === name.trim().toLowerCase()
  const close = () => {
    setTyped('')
    erase.reset()
    onClose()
  }
  const submit = () => {
    if (isRight && !erase.isPending) erase.mutate(person)
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 animate-fade bg-veil" />
        <AlertDialog.Content className="fixed inset-x-4 top-[12vh] z-50 mx-auto max-w-md animate-rise rounded-xl bg-raised p-5 shadow-float">
          <AlertDialog.Title className="text-lg font-semibold">Erase {name}?</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-1.5 space-y-2 text-sm text-quiet">
              <p>This permanently deletes:</p>
              <ul className="list-disc space-y-1 ps-5">
                <li>their name, e-mail address and other details</li>
                <li>your notes about them, and their visits, clicks and forms</li>
                <li>the pages made for them, with all versions and messages; their links stop working</li>
              </ul>
              <p>This can’t be undone.</p>
            </div>
          </AlertDialog.Description>
          <Form onSubmit={submit} error={erase.error} className="mt-4">
            <TextField
              name="confirmation"
              label={`Type “${name}” to confirm`}
              value={typed}
              spellCheck={false}
              onChange={setTyped}
            />
            <div className="mt-5 flex justify-end gap-2">
              <AlertDialog.Cancel className={buttonClass('plain')}>Cancel</AlertDialog.Cancel>
              <Button type="submit" look="danger" disabled={!isRight} busy={erase.isPending}>
                Erase permanently
              </Button>
            </div>
          </Form>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
