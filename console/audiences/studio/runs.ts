import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useReducer, useState } from 'react'
import { type AudienceEvent, useAudienceEvents } from '../../api/events.ts'
import { applyOperation, type Document, type Operation } from '../../documents/document.ts'
import { type AudienceIds, type AudienceVersion, documentQuery, useRefresh } from './queries.ts'

/** The state of a run, built from its events. */
export type AgentRun = {
  versionId: string
  status: string
  text: string
  operations: Operation[]
  error: string | undefined
}
export type AgentRuns = ReadonlyMap<string, AgentRun>

type ReceivedEvent = { event: AudienceEvent; data: Record<string, unknown> }

function receiveEvent(runs: AgentRuns, { event, data }: ReceivedEvent): AgentRuns {
  const versionId = String(data.versionId)
  const known = runs.get(versionId) ?? { versionId, status: '', text: '', operations: [], error: undefined }
  return new Map(runs).set(versionId, change(known, event, data))
}

function change(run: AgentRun, event: AudienceEvent, data: Record<string, unknown>): AgentRun {
  if (event === 'text') return { ...run, text: run.text + String(data.text) }
  if (event === 'operation') return { ...run, operations: [...run.operations, data.operation as Operation] }
  if (event === 'error') return { ...run, error: String(data.message) }
  // Suggestions are shown with the answer, which is reloaded when the run ends.
  if (event === 'suggestions') return run
  const status = String(data.status)
  // When another worker resumes a run, it starts from the beginning.
  return status === 'processing' ? { ...run, status, text: '', operations: [] } : { ...run, status }
}

/** Follows the runs of an audience. Refetches the audience when a run ends and after a lost connection. */
export function useRuns(where: AudienceIds): { runs: AgentRuns; isConnected: boolean } {
  const [runs, dispatch] = useReducer(receiveEvent, new Map())
  const [isConnected, setIsConnected] = useState(true)
  const [isLost, setIsLost] = useState(false)
  useEffect(() => {
    // Reconnecting usually takes less time, so short gaps are not shown.
    const timer = setTimeout(() => setIsLost(!isConnected), isConnected ? 0 : 2_000)
    return () => clearTimeout(timer)
  }, [isConnected])
  const refresh = useRefresh(where)
  const lookAround = useEffectEvent(() => void refresh())
  useEffect(() => {
    // The stream doesn't say why it ended, such as that the session is over; another request does.
    if (isLost) lookAround()
  }, [isLost])
  useAudienceEvents(
    where,
    (event, data) => {
      dispatch({ event, data })
      if (event === 'status' && data.status !== 'processing') void refresh()
    },
    (connected) => {
      if (connected && !isConnected) void refresh()
      setIsConnected(connected)
    },
  )
  return { runs, isConnected: !isLost }
}

/** The time each change is shown; shorter if many are waiting. */
const stepMs = 260

/**
 * The document while a run changes it, change by change; undefined without a run, or if the run began from an unknown
 * document. Its result is shown then when it is complete.
 */
export function useLiveDocument(
  where: AudienceIds,
  run: AgentRun | undefined,
  versions: AudienceVersion[],
): Document | undefined {
  const base = run && findBase(versions, run.versionId)
  const { data } = useQuery({
    ...documentQuery(where, base?.versionId ?? ''),
    enabled: base !== undefined,
  })
  const total = run?.operations.length ?? 0
  const [shown, setShown] = useState({ versionId: '', count: 0 })
  const count = shown.versionId === run?.versionId ? Math.min(shown.count, total) : 0
  const isKnown = data !== undefined && (total === 0 || run?.operations[0]?.documentHash === data.hash)
  useEffect(() => {
    if (!run || !isKnown || count >= total) return
    const versionId = run.versionId
    const timer = setTimeout(
      () => setShown({ versionId, count: count + 1 }),
      count === 0 ? 0 : Math.max(60, stepMs - (total - count) * 12),
    )
    return () => clearTimeout(timer)
  }, [run, isKnown, count, total])
  const document = useMemo(
    () =>
      data && isKnown ? run?.operations.slice(0, count).reduce(applyOperation, data.document) : undefined,
    [data, isKnown, run?.operations, count],
  )
  // The last state stays visible until the finished version is loaded, to avoid a flicker.
  const made = versions.find((version) => version.versionId === run?.versionId && hasDocument(version))
  const final = useQuery({ ...documentQuery(where, made?.versionId ?? ''), enabled: made !== undefined })
  const isOver = run?.status === 'cancelled' || (count >= total && final.data !== undefined)
  return isOver || count === 0 ? undefined : document
}

/** The document that a run begins from is that of the newest earlier version that has one. */
function findBase(versions: AudienceVersion[], versionId: string): AudienceVersion | undefined {
  const own = versions.find((version) => version.versionId === versionId)
  return own && versions.find((version) => version.versionNumber < own.versionNumber && hasDocument(version))
}

export function hasDocument({ becameDraftAt }: AudienceVersion): boolean {
  return becameDraftAt !== null
}
