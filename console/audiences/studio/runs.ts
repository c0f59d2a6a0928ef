import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useReducer, useState } from 'react'
import { type AudienceEvent, useAudienceEvents } from '../../api/events.ts'
import { applyOperation, type Document, type Operation } from '../../documents/document.ts'
import { documentQuery, useRefresh, type Version, type Where } from './queries.ts'

/** What is heard of a run while it goes on. */
export type Run = {
  versionId: string
  status: string
  text: string
  operations: Operation[]
  error: string | undefined
}
export type Runs = ReadonlyMap<string, Run>

type Heard = { event: AudienceEvent; data: Record<string, unknown> }

function hear(runs: Runs, { event, data }: Heard): Runs {
  const versionId = String(data.versionId)
  const known = runs.get(versionId) ?? { versionId, status: '', text: '', operations: [], error: undefined }
  return new Map(runs).set(versionId, change(known, event, data))
}

function change(run: Run, event: AudienceEvent, data: Record<string, unknown>): Run {
  if (event === 'text') return { ...run, text: run.text + String(data.text) }
  if (event === 'operation') return { ...run, operations: [...run.operations, data.operation as Operation] }
  if (event === 'error') return { ...run, error: String(data.message) }
  // They are shown with the answer, which is reloaded when the run ends.
  if (event === 'suggestions') return run
  const status = String(data.status)
  // A run that another worker resumes starts from the beginning.
  return status === 'processing' ? { ...run, status, text: '', operations: [] } : { ...run, status }
}

/** Follows the runs of an audience. Reloads a run when it ends, and everything after a lost connection. */
export function useRuns(where: Where): { runs: Runs; isConnected: boolean } {
  const [runs, dispatch] = useReducer(hear, new Map())
  const [isConnected, setIsConnected] = useState(true)
  const [isLost, setIsLost] = useState(false)
  useEffect(() => {
    // Short gaps close by themselves before anybody could read of them.
    const timer = setTimeout(() => setIsLost(!isConnected), isConnected ? 0 : 2_000)
    return () => clearTimeout(timer)
  }, [isConnected])
  const refresh = useRefresh(where)
  const lookAround = useEffectEvent(() => void refresh())
  useEffect(() => {
    // A stream does not say why it ended; any other request does, such as that the session is over.
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

/** Steps come faster than eyes can follow; each is shown at least this long. */
const stepMs = 260

/**
 * The document as a run changes it, step by step; undefined when none does, or when it is not known what the run began
 * from: then its outcome is shown when it is there.
 */
export function useLiveDocument(
  where: Where,
  run: Run | undefined,
  versions: Version[],
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
  // What was made stays in sight until it can be read as a version: nothing flickers back in between.
  const made = versions.find((version) => version.versionId === run?.versionId && hasDocument(version))
  const final = useQuery({ ...documentQuery(where, made?.versionId ?? ''), enabled: made !== undefined })
  const isOver = run?.status === 'cancelled' || (count >= total && final.data !== undefined)
  return isOver || count === 0 ? undefined : document
}

/** What a run begins from: the newest version before it that has a document. */
function findBase(versions: Version[], versionId: string): Version | undefined {
  const own = versions.find((version) => version.versionId === versionId)
  return own && versions.find((version) => version.versionNumber < own.versionNumber && hasDocument(version))
}

export function hasDocument({ becameDraftAt }: Version): boolean {
  return becameDraftAt !== null
}
