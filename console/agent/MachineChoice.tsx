import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { exactNumber } from '../api/locale.ts'
import { Button } from '../ui/Button.tsx'
import { CodeSample } from '../ui/CodeSample.tsx'
import { cx } from '../ui/cx.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { ChoiceCard, RadioMark } from './ChoiceCard.tsx'
import { type Candidate, localCandidate } from './candidates.ts'
import { type CheckRecord, type Checks, isPassed, medianMs, worksOf } from './checks.ts'
import { localServersQuery } from './queries.ts'
import {
  checkNames,
  inBytes,
  inSeconds,
  type LocalModel,
  type LocalServer,
  type LocalServers,
  setupCommand,
} from './words.ts'

type Props = {
  isOpen: boolean
  inUse: Candidate | undefined
  chosen: Candidate | undefined
  checks: Checks
  onChoose: (candidate: Candidate) => void
}

/** The models found on the machine of the service. */
export function MachineChoice({ isOpen, inUse, chosen, checks, onChoose }: Props) {
  const { data, error, isFetching, refetch } = useQuery({ ...localServersQuery(), enabled: isOpen })
  const found = data?.servers.filter(({ state }) => state !== 'silent').length ?? 0
  const isInUse = inUse?.place === 'machine'
  const looked = isFetching ? 'Looking at 4 places.' : data?.isAllowed ? countWords(found) : ''
  return (
    <ChoiceCard
      place="machine"
      title="A model on this machine"
      hint={
        !isOpen && isInUse
          ? `${inUse.name}. No cost, nothing leaves this machine.`
          : `Understands free text. No cost, nothing leaves this machine. ${looked}`
      }
      isOpen={isOpen}
      isInUse={isInUse}
      aside={
        isOpen &&
        data?.isAllowed && (
          <Button look="quiet" size="sm" icon={RefreshCw} busy={isFetching} onClick={() => void refetch()}>
            Look again
          </Button>
        )
      }
    >
      <div className="border-t border-line">
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} className="[&>div]:py-8" />
        ) : !data ? (
          <Looking />
        ) : data.isAllowed ? (
          <Found servers={data.servers} {...{ chosen, checks, onChoose }} />
        ) : (
          <NotAllowed />
        )}
      </div>
    </ChoiceCard>
  )
}

function countWords(found: number): string {
  return found === 0 ? 'No server found.' : found === 1 ? '1 server found.' : `${found} servers found.`
}

function Looking() {
  return (
    <div className="space-y-3 px-4 py-4 ps-11" aria-busy="true">
      {[48, 64, 56].map((width) => (
        <Skeleton key={width} className="h-4" style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}

function NotAllowed() {
  return (
    <div className="space-y-2 px-4 py-4 ps-11 text-sm text-quiet">
      <p>
        Your operator has not allowed tenants to use addresses of this machine. On the server, this command
        finds a model and sets it up for everybody:
      </p>
      <CodeSample label="Command" code={setupCommand} />
      <p>To choose here, the service needs the setting AGENT_ALLOW_PRIVATE=true.</p>
    </div>
  )
}

type FoundProps = Pick<Props, 'chosen' | 'checks' | 'onChoose'> & { servers: LocalServers['servers'] }

function Found({ servers, chosen, checks, onChoose }: FoundProps) {
  const answering = servers.filter(({ state }) => state !== 'silent')
  const silent = servers.filter(({ state }) => state === 'silent')
  const candidates = answering.flatMap((server) =>
    server.models.map((model) => localCandidate(server, model)),
  )
  const choose = (key: string) => {
    const candidate = candidates.find((one) => one.key === key)
    if (candidate) onChoose(candidate)
  }
  return (
    <>
      <RadioGroup.Root
        aria-label="Models on this machine"
        value={chosen?.key ?? ''}
        onValueChange={choose}
        className="divide-y divide-line"
      >
        {answering.map((server, index) => (
          <ServerModels key={server.program} isFirst={index === 0} {...{ server, chosen, checks }} />
        ))}
      </RadioGroup.Root>
      {answering.length === 0 && (
        <div className="space-y-2 px-4 py-4 ps-11 text-sm text-quiet">
          <p>Nothing answers yet. Start a model on the machine of the service, then look again:</p>
          <CodeSample label="Commands" code={'ollama serve\nollama pull qwen3:8b'} />
        </div>
      )}
      {silent.length > 0 && answering.length > 0 && <Silent servers={silent} />}
    </>
  )
}

function Silent({ servers }: { servers: LocalServer[] }) {
  const names = servers.map(({ name, address }) => `${name} (${address.slice(address.indexOf(':') + 1)})`)
  return (
    <p className="flex gap-2 border-t border-line px-4 py-2.5 ps-11 text-xs text-quiet">
      <span aria-hidden className="mt-1 size-2 shrink-0 rounded-full border-[1.5px] border-faint" />
      Nothing answers at {new Intl.ListFormat('en').format(names)}.
    </p>
  )
}

const columns =
  'grid grid-cols-[minmax(0,1fr)_4.5rem_4.5rem_6.5rem] max-md:grid-cols-[minmax(0,1fr)_auto] gap-x-3'

function ServerModels({
  server,
  isFirst,
  chosen,
  checks,
}: { server: LocalServer; isFirst: boolean } & Pick<Props, 'chosen' | 'checks'>) {
  return (
    <div className="py-2">
      <div className={cx(columns, 'px-4 py-1.5 ps-11 text-xs text-quiet')}>
        <span className="flex min-w-0 items-center gap-2">
          <span aria-hidden className="size-2 shrink-0 rounded-full bg-good" />
          <span className="font-medium text-ink">{server.name}</span>
          <span className="truncate">{server.address}</span>
        </span>
        {isFirst && (
          <>
            <span className="max-md:hidden">Size</span>
            <span className="max-md:hidden">Context</span>
            <span className="text-end max-md:hidden">Checked</span>
          </>
        )}
      </div>
      {server.state === 'wants_key' && (
        <p className="px-4 py-1.5 ps-11 text-sm text-quiet">
          It asks for a key. Enter its address and key under “A provider, with your key”.
        </p>
      )}
      {server.state === 'answers' && server.models.length === 0 && (
        <p className="px-4 py-1.5 ps-11 text-sm text-quiet">It has no language model yet.</p>
      )}
      {server.models.map((model) => (
        <ModelRow key={model.model} {...{ server, model, chosen, checks }} />
      ))}
    </div>
  )
}

function ModelRow({
  server,
  model,
  chosen,
  checks,
}: { server: LocalServer; model: LocalModel } & Pick<Props, 'chosen' | 'checks'>) {
  const candidate = localCandidate(server, model)
  const isChosen = chosen?.key === candidate.key
  const isRunning = checks.running?.key === candidate.key
  const cannot = model.supportsTools === false
  return (
    <RadioGroup.Item
      value={candidate.key}
      disabled={cannot}
      className={cx(
        columns,
        'w-full items-center px-4 py-2 ps-11 text-start text-sm tabular-nums focus-visible:-outline-offset-2',
        isChosen ? 'bg-tint' : 'hover:bg-hover',
        cannot && 'cursor-not-allowed text-quiet hover:bg-transparent',
      )}
    >
      <span className="flex min-w-0 items-center gap-2.5">
        {cannot ? (
          <span aria-hidden className="size-4 shrink-0 rounded-full border border-dashed border-faint" />
        ) : (
          <RadioMark isOn={isChosen} />
        )}
        <span className={cx('truncate', !cannot && 'font-medium')}>{model.model}</span>
        {model.runsElsewhere && <span className="shrink-0 text-xs text-warn">On another machine</span>}
      </span>
      <span className="text-quiet max-md:hidden">{model.sizeBytes ? inBytes(model.sizeBytes) : '–'}</span>
      <span className="text-quiet max-md:hidden">
        {model.contextTokens ? exactNumber(model.contextTokens) : '–'}
      </span>
      <span className="text-end">
        {cannot ? (
          'No tools'
        ) : isRunning ? (
          <span className="text-busy">Checking</span>
        ) : (
          <Checked record={checks.recordOf(candidate)} />
        )}
      </span>
    </RadioGroup.Item>
  )
}

function Checked({ record }: { record: CheckRecord | undefined }) {
  if (!record) return <span className="text-quiet underline decoration-edge underline-offset-4">Check</span>
  const median = medianMs(record.lines)
  return (
    <span className={isPassed(record) ? 'text-good' : 'text-warn'}>
      {worksOf(record)} of {checkNames.length}
      {median !== undefined && `, ${inSeconds(median)}`}
    </span>
  )
}
