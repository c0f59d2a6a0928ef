import { useEffect, useRef, useState } from 'react'
import { api } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import type { Candidate } from './candidates.ts'
import { type AgentTestResult, type CheckName, checkNames, checkTitles } from './words.ts'

export type ModelCheck = {
  check: CheckName
  title: string
  works: boolean
  message: string
  durationMs: number
  cost: number | null
  contextUsed: number | null
}
export type CheckRecord = { name: string; data: string; lines: ModelCheck[]; at: number }
type CheckRecords = Record<string, CheckRecord>

const mostRecords = 12
/** This hint leads to this screen, so it is left out here. */
const hereWords = ' An admin can change it under Agent in the console.'

/**
 * Checks of models, kept in this browser by tenant. Starting another check or leaving the screen cancels the running
 * one.
 */
export function useChecks() {
  const storageName = `foyer.agentChecks.${useSession().tenantId}`
  const [records, setRecords] = useState(() => readRecords(storageName))
  const [running, setRunning] = useState<{ key: string; lines: ModelCheck[] }>()
  const [error, setError] = useState<unknown>()
  /** The keys with which candidates were checked since the screen was opened. */
  const [entered, setEntered] = useState<ReadonlyMap<string, string>>(new Map())
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  const keep = (key: string, record: CheckRecord) =>
    setRecords((before) => {
      const { [key]: _, ...others } = before
      const kept = Object.fromEntries([...Object.entries(others), [key, record]].slice(-mostRecords))
      localStorage.setItem(storageName, JSON.stringify(kept))
      return kept
    })

  const run = async ({ key, name, data, input }: Candidate) => {
    current.current?.abort()
    const stop = new AbortController()
    current.current = stop
    setError(undefined)
    const lines: ModelCheck[] = []
    setRunning({ key, lines })
    try {
      for (const check of checkNames) {
        lines.push(toLine(check, await api.agent.test({ ...input, check }, { signal: stop.signal })))
        setRunning({ key, lines: [...lines] })
        if (check === 'answers' && !lines[0]?.works) break
      }
      setEntered((before) => new Map(before).set(key, JSON.stringify(input)))
      keep(key, { name, data, lines, at: Date.now() })
    } catch (thrown) {
      if (!stop.signal.aborted) setError(thrown)
    }
    if (current.current === stop) setRunning(undefined)
  }

  /** The last check of a candidate; undefined if it used another key. */
  const recordOf = ({ key, input }: Candidate): CheckRecord | undefined =>
    input.apiKey === undefined || entered.get(key) === JSON.stringify(input) ? records[key] : undefined

  return { records, running, error, run, recordOf }
}

export type Checks = ReturnType<typeof useChecks>

export function isPassed(record: CheckRecord | undefined): boolean {
  return record?.lines.length === checkNames.length && record.lines.every(({ works }) => works)
}

export function worksOf({ lines }: Pick<CheckRecord, 'lines'>): number {
  return lines.filter(({ works }) => works).length
}

/** The median duration of a change. */
export function medianMs(lines: ModelCheck[]): number | undefined {
  const times = lines.filter(({ check }) => check !== 'answers').map(({ durationMs }) => durationMs)
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]
}

/** The cost of one change and of all changes; undefined if a price is unknown. */
export function costsOf(lines: ModelCheck[]): { total: number; change: number | undefined } | undefined {
  if (lines.length === 0 || lines.some(({ cost }) => cost === null)) return undefined
  const sum = (of: ModelCheck[]) => of.reduce((total, { cost }) => total + (cost ?? 0), 0)
  const changes = lines.filter(({ check }) => check !== 'answers')
  return { total: sum(lines), change: changes.length > 0 ? sum(changes) / changes.length : undefined }
}

function toLine(check: CheckName, result: AgentTestResult): ModelCheck {
  return {
    check,
    title: result.title ?? checkTitles[check],
    works: result.success,
    message: result.message.replace(hereWords, ''),
    durationMs: result.durationMs ?? 0,
    cost: result.cost ?? null,
    contextUsed: result.contextUsed ?? null,
  }
}

function readRecords(storageName: string): CheckRecords {
  try {
    return JSON.parse(localStorage.getItem(storageName) ?? '{}') as CheckRecords
  } catch {
    return {}
  }
}
