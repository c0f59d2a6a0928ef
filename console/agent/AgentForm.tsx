import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Form } from '../ui/Form.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import { RadioList } from '../ui/RadioList.tsx'
import { useSaveAgent, useTestAgent } from './queries.ts'
import {
  type AgentSettings,
  type AgentTestInput,
  type AgentTestResult,
  type Choice,
  modelExamples,
  type Provider,
  providers,
  shortName,
  usualAddresses,
} from './words.ts'

/** Chooses the agent; a model can be tested before it is chosen. */
export function AgentForm({ settings }: { settings: AgentSettings }) {
  const [choice, setChoice] = useState<Choice>(settings.choice)
  const model = useModelFields(settings)
  const save = useSaveAgent()
  const test = useTestAgent()
  const isModel = choice === 'model'
  const isUnchanged = choice === settings.choice && !(isModel && model.isChanged)
  const submit = () => {
    if (save.isPending || isUnchanged) return
    test.reset()
    save.mutate({ choice, ...(isModel && model.input) }, { onSuccess: model.forgetKey })
  }
  return (
    <Form onSubmit={submit} error={save.error ?? test.error} className="space-y-6">
      <RadioList
        label="Which agent edits your pages"
        options={choicesOf(settings)}
        value={choice}
        onChange={setChoice}
      />
      {isModel && <ModelFields model={model} settings={settings} />}
      {isModel && test.data && <TestResult result={test.data} />}
      <div className="flex flex-wrap items-center justify-end gap-3 border-t border-line pt-5">
        {isUnchanged && <p className="me-auto text-sm text-quiet">No unsaved changes.</p>}
        {isModel && (
          <Button
            type="button"
            busy={test.isPending}
            disabled={model.name === ''}
            onClick={() => {
              save.reset()
              test.mutate(model.input)
            }}
          >
            {test.isPending ? 'Testing' : 'Test model'}
          </Button>
        )}
        <Button type="submit" look="primary" keys="mod+enter" busy={save.isPending} disabled={isUnchanged}>
          Save
        </Button>
      </div>
    </Form>
  )
}

function choicesOf({ serviceModel }: AgentSettings): { value: Choice; label: string; hint: string }[] {
  const offered = serviceModel === null ? 'the built-in agent' : shortName(serviceModel)
  return [
    {
      value: 'service',
      label: 'Default of this service',
      hint: `Currently ${offered}. It changes when your operator changes it.`,
    },
    {
      value: 'builtin',
      label: 'The built-in agent',
      hint: 'Basic. Needs no key, and gives the same result for the same message.',
    },
    {
      value: 'model',
      label: 'Your own language model',
      hint: 'Understands free text and writes copy. Pages and what you know about people are sent to the provider.',
    },
  ]
}

/** What is entered about a model. The key is kept only until it is stored. */
function useModelFields(settings: AgentSettings) {
  const [provider, setProvider] = useState<Provider>(settings.provider ?? 'anthropic')
  const [name, setName] = useState(settings.model ?? '')
  const [baseUrl, setBaseUrl] = useState(settings.baseUrl ?? '')
  const [apiKey, setApiKey] = useState('')
  const input: AgentTestInput = {
    provider,
    ...(name.trim() && { model: name.trim() }),
    baseUrl: baseUrl.trim() || null,
    ...(apiKey.trim() && { apiKey: apiKey.trim() }),
  }
  const isSamePlace = provider === settings.provider && (input.baseUrl ?? null) === settings.baseUrl
  return {
    provider,
    setProvider,
    name,
    setName,
    baseUrl,
    setBaseUrl,
    apiKey,
    setApiKey,
    input,
    /** Whether the stored key still fits. */
    hasKey: settings.hasApiKey && isSamePlace,
    isChanged: !isSamePlace || input.model !== settings.model || apiKey.trim() !== '',
    forgetKey: () => setApiKey(''),
  }
}

function ModelFields({
  model,
  settings,
}: {
  model: ReturnType<typeof useModelFields>
  settings: AgentSettings
}) {
  const { provider } = model
  const isCompatible = provider === 'openai-compatible'
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Select
        name="provider"
        label="Provider"
        options={providers}
        value={provider}
        onChange={model.setProvider}
      />
      <TextField
        name="model"
        label="Model"
        placeholder={modelExamples[provider]}
        hint="The provider’s name for the model. It must support tool calls."
        value={model.name}
        spellCheck={false}
        onChange={(event) => model.setName(event.target.value)}
      />
      <div className="sm:col-span-2">
        <TextField
          name="apiKey"
          label="API key"
          type="password"
          optional={isCompatible}
          placeholder={model.hasKey ? '••••••••••••' : ''}
          hint={
            model.hasKey
              ? 'A key is stored. Leave this empty to keep it.'
              : 'Stored encrypted, sent only to this provider and address, and never shown again.'
          }
          value={model.apiKey}
          autoComplete="new-password"
          onChange={(event) => model.setApiKey(event.target.value)}
        />
      </div>
      <div className="sm:col-span-2">
        <TextField
          name="baseUrl"
          label="Address"
          optional={!isCompatible}
          placeholder={usualAddresses[provider]}
          hint={
            settings.allowsPrivateAddresses
              ? 'URL of the endpoint. Private addresses are allowed.'
              : 'URL of the endpoint on the public internet. For a private network, your operator sets AGENT_ALLOW_PRIVATE.'
          }
          value={model.baseUrl}
          spellCheck={false}
          inputMode="url"
          onChange={(event) => model.setBaseUrl(event.target.value)}
        />
      </div>
    </div>
  )
}

function TestResult({ result }: { result: AgentTestResult }) {
  const { success, message, durationMs, inputTokens, outputTokens } = result
  const Icon = success ? CircleCheck : CircleAlert
  return (
    <div
      role="status"
      className={cx(
        'flex gap-2.5 rounded-lg px-3 py-2.5 text-sm',
        success ? 'bg-sunken' : 'bg-danger-tint text-danger',
      )}
    >
      <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', success && 'text-good')} />
      <div className="min-w-0">
        <p className="break-words">{success ? `It works. ${message}` : message}</p>
        {durationMs !== null && (
          <p className={cx('mt-0.5 text-xs tabular-nums', success && 'text-quiet')}>
            {(durationMs / 1000).toFixed(1)} s, {(inputTokens ?? 0).toLocaleString()} tokens read,{' '}
            {(outputTokens ?? 0).toLocaleString()} written
          </p>
        )}
      </div>
    </div>
  )
}
