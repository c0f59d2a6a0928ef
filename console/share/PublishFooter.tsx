import { Globe, Save, Undo2 } from 'lucide-react'
import { fromLocalInput } from '../api/locale.ts'
import { useMay } from '../api/session.ts'
import { timeOf } from '../status/words.ts'
import { Button } from '../ui/Button.tsx'
import type { ShareChoices } from './choices.ts'
import { ExampleFactsLine } from './ExampleFactsLine.tsx'
import { countExampleFacts } from './findings.ts'
import type { PublishOffer } from './offer.ts'
import { closeShare, type ShareSubject } from './queries.ts'

type Props = {
  subject: ShareSubject
  offer: PublishOffer
  choices: ShareChoices
  canSave: boolean
  isSaving: boolean
  onSave: () => void
}

/** The publish button. While the page has facts of the example, answering its questions is the main action. */
export function PublishFooter({ subject, offer, choices, canSave, isSaving, onSave }: Props) {
  const mayPublish = useMay('publish')
  const { check, after, kind } = offer
  const isPublic = choices.when !== 'draft' && kind !== 'none'
  const facts = isPublic && check && after ? countExampleFacts(check, after) : 0
  return (
    <div className="w-full space-y-3">
      {facts > 0 && <ExampleFactsLine {...subject} count={facts} onAnswer={closeShare} />}
      <div className="flex items-center justify-end gap-2">
        <p className="me-auto flex items-center gap-2 text-sm text-quiet max-md:hidden">
          <Undo2 aria-hidden className="size-4" />
          {mayPublish ? 'You can undo it afterwards.' : 'Your key can’t publish. Ask an administrator.'}
        </p>
        <Button look="quiet" className="max-md:hidden" onClick={closeShare}>
          Cancel
        </Button>
        <Button
          type={facts > 0 ? 'button' : 'submit'}
          look={facts > 0 ? 'plain' : 'primary'}
          icon={choices.when === 'draft' ? Save : Globe}
          keys={facts > 0 ? undefined : 'mod+enter'}
          busy={isSaving}
          disabled={!canSave}
          className="max-md:h-11 max-md:flex-1"
          onClick={onSave}
        >
          {labelOf(choices, offer, facts > 0)}
        </Button>
      </div>
    </div>
  )
}

function labelOf(choices: ShareChoices, { kind }: PublishOffer, hasExampleFacts: boolean): string {
  if (choices.when === 'draft') return 'Save draft'
  if (hasExampleFacts) return `${choices.when === 'later' ? 'Schedule' : 'Publish'} with the example’s facts`
  if (choices.when === 'later') return `Schedule for ${timeOf(String(fromLocalInput(choices.at)))}`
  if (kind === 'none') return choices.isChanged ? 'Save and copy link' : 'Copy link'
  return 'Publish and copy link'
}
