import { RadioGroup } from 'radix-ui'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Select, TextField } from '../ui/fields.tsx'
import { ChoiceCard } from './ChoiceCard.tsx'
import { type Candidate, providerLabel } from './candidates.ts'
import type { Checks } from './checks.ts'
import type { ProviderFields } from './providerFields.ts'
import {
  type AgentSettings,
  modelExamples,
  type Provider,
  type ProviderModels,
  providers,
  usualAddresses,
} from './words.ts'

type Props = {
  isOpen: boolean
  inUse: Candidate | undefined
  settings: AgentSettings
  fields: ProviderFields
  checks: Checks
}

/** A provider, its key, and one of its models. */
export function ProviderChoice({ isOpen, inUse, settings, fields, checks }: Props) {
  const isInUse = inUse?.place === 'provider'
  const words = 'Pages and what you know about people are sent to the provider.'
  return (
    <ChoiceCard
      place="provider"
      title="A provider, with your key"
      hint={
        !isOpen && isInUse
          ? `${inUse.name} of ${providerLabel(inUse.input)}. ${words}`
          : `Understands free text and writes best. ${words}`
      }
      isOpen={isOpen}
      isInUse={isInUse}
    >
      <div className="space-y-4 border-t border-line p-4 md:ps-11">
        <Providers value={fields.provider} onChange={fields.setProvider} />
        {fields.provider === 'openai-compatible' && (
          <TextField
            name="baseUrl"
            label="Address"
            placeholder={usualAddresses[fields.provider]}
            hint={
              settings.allowsPrivateAddresses
                ? 'URL of the endpoint. Private addresses are allowed.'
                : 'URL of the endpoint on the public internet. For a private network, your operator sets AGENT_ALLOW_PRIVATE.'
            }
            value={fields.baseUrl}
            spellCheck={false}
            inputMode="url"
            onChange={(value) => fields.setBaseUrl(value)}
          />
        )}
        <KeyField fields={fields} />
        <ModelField fields={fields} checks={checks} />
      </div>
    </ChoiceCard>
  )
}

function Providers({ value, onChange }: { value: Provider; onChange: (provider: Provider) => void }) {
  return (
    <RadioGroup.Root
      aria-label="Provider"
      value={value}
      onValueChange={(next) => onChange(next as Provider)}
      className="grid gap-2 sm:grid-cols-3"
    >
      {providers.map((one) => (
        <RadioGroup.Item
          key={one.value}
          value={one.value}
          className={cx(
            'rounded-lg border px-3 py-2 text-start transition-[border-color]',
            one.value === value ? 'border-accent ring-1 ring-accent' : 'border-edge hover:border-faint/60',
          )}
        >
          <span className="block text-sm font-medium">{one.label}</span>
          <span className="block truncate text-xs text-quiet">{one.hint}</span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}

function KeyField({ fields }: { fields: ProviderFields }) {
  return (
    <TextField
      name="apiKey"
      label="Key"
      type="password"
      optional={fields.provider === 'openai-compatible'}
      placeholder={fields.hasKey ? '••••••••••••' : ''}
      hint={
        fields.hasKey
          ? 'A key is stored. Leave this empty to keep it.'
          : 'Stored encrypted, shown to nobody again. Only this service uses it.'
      }
      error={isAboutKey(fields) ? (fields.models.data?.problem ?? undefined) : undefined}
      value={fields.apiKey}
      autoComplete="new-password"
      onChange={(value) => fields.setApiKey(value)}
    />
  )
}

function isAboutKey({ models }: ProviderFields): boolean {
  return / key /.test(models.data?.problem ?? '')
}

const otherName = 'other name'

function ModelField({ fields, checks }: { fields: ProviderFields; checks: Checks }) {
  const [isTyped, setIsTyped] = useState(false)
  const { candidate, name, models } = fields
  const known = models.data?.models ?? []
  const isRunning = candidate !== undefined && checks.running?.key === candidate.key
  const isListed = known.length > 0 && !isTyped
  const choose = (next: string) => {
    setIsTyped(next === otherName)
    fields.setName(next === otherName ? '' : next)
  }
  return (
    <div className="flex items-end gap-2 max-sm:flex-col max-sm:items-stretch">
      <div className="min-w-0 flex-1">
        {isListed ? (
          <Select
            name="model"
            label={`Model, ${known.length} your key may use`}
            options={[
              ...(name === '' ? [{ value: '', label: 'Choose a model' }] : []),
              ...(known.some(({ model }) => model === name) || name === ''
                ? []
                : [{ value: name, label: name }]),
              ...known.map(toOption),
              { value: otherName, label: 'Another name…' },
            ].map((option) => ({ ...option, value: option.value || 'none' }))}
            value={name || 'none'}
            onChange={(next) => choose(next === 'none' ? '' : next)}
          />
        ) : (
          <TextField
            name="model"
            label="Model"
            placeholder={modelExamples[fields.provider]}
            hint={isAboutKey(fields) ? undefined : models.data?.problem}
            value={name}
            spellCheck={false}
            onChange={(value) => fields.setName(value)}
          />
        )}
      </div>
      <Button
        className="h-9"
        busy={isRunning}
        disabled={!candidate}
        onClick={() => candidate && void checks.run(candidate)}
      >
        {isRunning ? 'Checking' : 'Check'}
      </Button>
    </div>
  )
}

function toOption({ model, price }: ProviderModels['models'][number]) {
  const since = price?.asOf ? `, list price of ${price.asOf}` : ''
  const hint = price && `$${price.inputPerMillion} in, $${price.outputPerMillion} out a million${since}`
  return { value: model, label: model, ...(hint && { hint }) }
}
