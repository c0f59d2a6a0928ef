import { randomFillSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createContext, Script } from 'node:vm'

const script = new Script(readFileSync(new URL('../../browser/visit.min.js', import.meta.url), 'utf8'))

/** A fake clock with timers, advanced explicitly. */
export class TabClock {
  nowMs: number
  #timers = new Map<number, { atMs: number; run: () => void }>()
  #last = 0

  constructor(nowMs: number) {
    this.nowMs = nowMs
  }

  set(run: () => void, waitMs: number): number {
    this.#timers.set(++this.#last, { atMs: this.nowMs + waitMs, run })
    return this.#last
  }

  clear(timer: number) {
    this.#timers.delete(timer)
  }

  advanceTo(untilMs: number) {
    for (;;) {
      const [next] = [...this.#timers].sort(([, a], [, b]) => a.atMs - b.atMs)
      if (!next || next[1].atMs > untilMs) break
      this.#timers.delete(next[0])
      this.nowMs = Math.max(this.nowMs, next[1].atMs)
      next[1].run()
    }
    this.nowMs = Math.max(this.nowMs, untilMs)
  }
}

export type TabOptions = {
  token: string
  isVisible?: boolean
  respectsPrivacy?: boolean
  doNotTrack?: string
  globalPrivacyControl?: boolean
  webdriver?: boolean
  hasBeacon?: boolean
  /** The speed of `performance.now()` relative to the clock. */
  pace?: number
  referrer?: string
  query?: string
  /** Height of the page in screens. */
  screens?: number
}

/** A browser tab with the real visit script and the minimal browser API that it needs. */
export function openTab(clock: TabClock, send: (body: string) => void, options: TabOptions) {
  type Listener = (event: object) => void
  const listeners = new Map<string, Listener[]>()
  const addEventListener = (type: string, listener: Listener) =>
    void listeners.set(type, [...(listeners.get(type) ?? []), listener])
  const fire = (type: string, event: object = {}) => {
    for (const listener of listeners.get(type) ?? []) listener(event)
  }
  const screen = 1000
  const location = { pathname: '/for/jane', search: options.query ?? '' }
  const document = {
    visibilityState: options.isVisible === false ? 'hidden' : 'visible',
    currentScript: {
      dataset: { token: options.token, ...(options.respectsPrivacy ? { respectPrivacy: '' } : {}) },
    },
    documentElement: { scrollHeight: screen * (options.screens ?? 4) },
    addEventListener,
    referrer: options.referrer ?? '',
  }
  const history = {
    pushState(_state: unknown, _title: string, path: string) {
      location.pathname = path
    },
  }
  const window = createContext({
    document,
    location,
    history,
    addEventListener,
    scrollY: 0,
    innerHeight: screen,
    navigator: {
      webdriver: options.webdriver ?? false,
      doNotTrack: options.doNotTrack,
      globalPrivacyControl: options.globalPrivacyControl,
      sendBeacon: (_path: string, body: string) => {
        if (options.hasBeacon === false) return false
        send(body)
        return true
      },
    },
    fetch: async (_path: string, { body }: { body: string }) => send(body),
    crypto: { getRandomValues: (array: Uint8Array) => randomFillSync(array) },
    Date: { now: () => clock.nowMs },
    performance: { now: () => (clock.nowMs - 1_000_000) * (options.pace ?? 1) },
    setTimeout: (run: () => void, waitMs: number) => clock.set(run, waitMs),
    clearTimeout: (timer: number) => clock.clear(timer),
  })
  script.runInContext(window)

  const setVisible = (isVisible: boolean) => {
    document.visibilityState = isVisible ? 'visible' : 'hidden'
    fire('visibilitychange')
  }
  const element = (actionId?: string, href: string | null = null) => {
    const dataset = { actionId }
    const closest = () => (actionId ? { dataset } : null)
    const found = { dataset, closest, getAttribute: () => href }
    return { closest: () => found }
  }
  return {
    hide: () => setVisible(false),
    show: () => setVisible(true),
    /** Like browsers: `pagehide` is sent while the page is still visible, which is hidden a moment later. */
    leave() {
      fire('pagehide')
      clock.nowMs++
      setVisible(false)
    },
    comeBack() {
      setVisible(true)
      fire('pageshow', { persisted: true })
    },
    /** Scrolls until this percentage of the page was visible. */
    scrollTo(percent: number) {
      window.scrollY = (document.documentElement.scrollHeight * percent) / 100 - screen
      fire('scroll')
    },
    click: () => fire('click', { target: element(), button: 0 }),
    clickNothing: () => fire('click', { target: { closest: () => null }, button: 0 }),
    follow: (href: string) => fire('click', { target: element(undefined, href), button: 0 }),
    act: (actionId: string) => fire('click', { target: element(actionId), button: 0 }),
    fillIn: (form: object) => fire('input', { target: { form } }),
    play: (video: object) => fire('play', { target: video }),
    submit: (defaultPrevented = false) => fire('submit', { defaultPrevented }),
    moveTo: (path: string) => history.pushState(null, '', path),
    /** Machine sleep: time passes without timers. */
    sleep(ms: number) {
      clock.nowMs += ms
    },
  }
}
export type Tab = ReturnType<typeof openTab>
