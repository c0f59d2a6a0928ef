import { RefreshCw } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useState } from 'react'
import { PageHeader } from '../shell/PageHeader.tsx'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { CheckPanel } from './CheckPanel.tsx'
import { ChoiceCard } from './ChoiceCard.tsx'
import { type AgentLocation, type Candidate, candidateInUse, placeInUse } from './candidates.ts'
import { type Checks, isPassed, useChecks } from './checks.ts'
import { MachineChoice } from './MachineChoice.tsx'
import { ProviderChoice } from './ProviderChoice.tsx'
import { useProviderFields } from './providerFields.ts'
import { useSaveAgent } from './queries.ts'
import { SideBySide } from './SideBySide.tsx'
import { UsagePanel } from './UsagePanel.tsx'
import { type AgentSettings, type AgentSettingsInput, setupCommand, shortName } from './words.ts'

const formId = 'agent-choice'

/** The choices, beside them the check of the chosen model, and the token usage. */
export function AgentSetup({ settings }: { settings: AgentSettings }) {
  const setup = useSetup(settings)
  const { inUse, chosen, checks } = setup
  return (
    <>
      <PageHeader title="Agent" action={<Action setup={setup} />} />
      <div className="@container thin-scroll min-h-0 flex-1 overflow-y-auto border-t border-line">
        <div className="mx-auto grid max-w-[66rem] items-start gap-x-8 gap-y-6 px-4 py-6 md:px-6 @4xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="min-w-0">
            <h2 className="text-lg font-semibold">Which agent edits your pages?</h2>
            <p className="mb-4 text-sm text-quiet">It makes drafts. What goes public stays with people.</p>
            <Choices setup={setup} settings={settings} />
          </div>
          <div className="grid gap-4 @xl:has-[>:nth-child(2)]:grid-cols-2 @4xl:row-span-2 @4xl:grid-cols-1!">
            {chosen && (
              <CheckPanel
                candidate={chosen}
                checks={checks}
                isInUse={chosen.key === inUse?.key}
                onUseAnyway={setup.use}
              />
            )}
            <UsagePanel />
          </div>
          <div className="min-w-0">
            <SideBySide checks={checks} />
            <p className="mt-3 text-xs text-quiet">
              The same in the terminal: <code className="text-ink">{setupCommand}</code>
            </p>
          </div>
        </div>
      </div>
    </>
  )
}

/** Where the agent can run; one choice is open at a time. */
function Choices({ setup, settings }: { setup: AgentSetupState; settings: AgentSettings }) {
  const { place, setPlace, inUse, chosen, checks, fields, save } = setup
  return (
    <Form id={formId} onSubmit={setup.use} error={save.error ?? checks.error}>
      <RadioGroup.Root
        aria-label="Which agent edits your pages"
        value={place}
        onValueChange={(next) => setPlace(next as AgentLocation)}
        className="space-y-2.5"
      >
        {settings.serviceModel !== null && (
          <ChoiceCard
            place="service"
            title="Default of this service"
            hint={`${shortName(settings.serviceModel)}. Your operator set it up, and may change it.`}
            isOpen={place === 'service'}
            isInUse={settings.choice === 'service'}
          />
        )}
        <ChoiceCard
          place="builtin"
          title="Built-in"
          hint="Follows rules: say exactly what to change, in English. No key, no cost, nothing leaves this server."
          isOpen={place === 'builtin'}
          isInUse={inUse === undefined}
        />
        <MachineChoice
          isOpen={place === 'machine'}
          {...{ inUse, chosen, checks }}
          onChoose={setup.chooseLocal}
        />
        <ProviderChoice isOpen={place === 'provider'} {...{ inUse, settings, fields, checks }} />
      </RadioGroup.Root>
    </Form>
  )
}

type AgentSetupState = ReturnType<typeof useSetup>

function useSetup(settings: AgentSettings) {
  const inUse = candidateInUse(settings)
  const [place, setPlace] = useState<AgentLocation>(placeInUse(settings))
  const [local, setLocal] = useState<Candidate | undefined>(inUse?.place === 'machine' ? inUse : undefined)
  const fields = useProviderFields(settings)
  const checks = useChecks()
  const save = useSaveAgent()
  const chosen = chosenAt(place, settings, local, fields.candidate)
  const isUsed = chosen ? chosen.key === inUse?.key && !chosen.input.apiKey : place === placeInUse(settings)
  const input: AgentSettingsInput | undefined =
    place === 'builtin' ? { choice: 'builtin' } : place === 'service' ? { choice: 'service' } : chosen?.save
  const use = () => {
    if (input && !isUsed && !save.isPending) save.mutate(input, { onSuccess: fields.forgetKey })
  }
  return {
    place,
    setPlace,
    inUse,
    chosen,
    isUsed,
    checks,
    fields,
    save,
    use,
    /** Checking a model on this machine costs nothing, so the check starts at once. */
    chooseLocal: (candidate: Candidate) => {
      setLocal(candidate)
      if (!checks.recordOf(candidate)) void checks.run(candidate)
    },
  }
}

function chosenAt(
  place: AgentLocation,
  settings: AgentSettings,
  local: Candidate | undefined,
  provided: Candidate | undefined,
): Candidate | undefined {
  if (place === 'builtin') return undefined
  if (place === 'machine') return local
  if (place === 'provider') return provided
  return candidateInUse({ ...settings, choice: 'service' })
}

/** The button in the header: uses the chosen model, or checks the current one again. */
function Action({ setup }: { setup: AgentSetupState }) {
  const { place, chosen, isUsed, checks, save, use } = setup
  const mayUse = !isUsed && isReady(place, chosen, checks)
  useShortcut('mod+enter', use, mayUse)
  if (isUsed) return <Saved chosen={chosen} checks={checks} />
  const name = place === 'builtin' ? 'built-in' : place === 'service' ? 'default' : chosen?.name
  return (
    <div className="flex min-w-0 items-center gap-3">
      <p className="text-sm text-quiet max-md:hidden">Not saved yet</p>
      <Button
        type="submit"
        form={formId}
        look="primary"
        keys="mod+enter"
        className="min-w-0"
        disabled={!mayUse}
        busy={save.isPending}
      >
        <span className="max-w-48 truncate">{name ? `Use ${name}` : 'Use'}</span>
      </Button>
    </div>
  )
}

function Saved({ chosen, checks }: { chosen: Candidate | undefined; checks: Checks }) {
  const record = chosen && checks.recordOf(chosen)
  return (
    <div className="flex items-center gap-3">
      <p className="text-sm text-quiet max-md:hidden">
        Saved.
        {record && (
          <>
            {' '}
            Checked <RelativeTime at={`+${record.at}`} />
          </>
        )}
      </p>
      {chosen && (
        <Button icon={RefreshCw} busy={checks.running !== undefined} onClick={() => void checks.run(chosen)}>
          {record ? 'Check again' : 'Check'}
        </Button>
      )}
    </div>
  )
}

/** A model can be used after its check; the other choices need none. */
function isReady(place: AgentLocation, chosen: Candidate | undefined, checks: Checks): boolean {
  if (place === 'builtin' || place === 'service') return true
  return chosen !== undefined && checks.running?.key !== chosen.key && isPassed(checks.recordOf(chosen))
}
