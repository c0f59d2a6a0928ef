/**
 * Reports to the site how a page is visited. Stores nothing in the browser.
 *
 * A stay is one tab's time on the page without a break of 30 minutes. Every report contains the whole stay so far, so
 * that lost, late or repeated reports do no harm: the site keeps the largest value of each number.
 *
 * The script tag: `<script defer src="…" data-token="…">`, with `data-respect-privacy` if the page honours Do Not Track
 * and Global Privacy Control.
 */
;(() => {
  const tag = document.currentScript as HTMLScriptElement
  const browser = navigator as Navigator & { doNotTrack?: string; globalPrivacyControl?: boolean }
  if ('respectPrivacy' in tag.dataset && (browser.doNotTrack === '1' || browser.globalPrivacyControl)) return

  const second = 1000
  const breakMs = 1800 * second
  /** The site accepts stays of up to a day; longer ones are split. */
  const longestMs = 12 * 3600 * second
  /** Timers stop while a machine sleeps; that time is not counted as visible. */
  const longestTickMs = 70 * second
  const mostActions = 50
  const mostLinks = 20

  let stay = ''
  let began = 0
  let lastSign = 0
  let views = 0
  let visible = 0
  let scroll = 0
  let interactions = 0
  let submits = 0
  let actions: string[] = []
  let links: string[] = []
  let tickedAt = 0
  let wait = 0
  let timer = 0
  let place = ''
  let said = ''
  const started = new WeakSet<EventTarget>()

  const isVisible = () => document.visibilityState === 'visible'

  function begin(now: number) {
    stay = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => (byte + 256).toString(16).slice(1))
      .join('')
    began = lastSign = now
    views = 1
    visible = scroll = interactions = submits = 0
    actions = []
    links = []
  }

  /** Records activity; after a long break, a new stay begins. */
  function live() {
    const now = Date.now()
    if (!stay || now - lastSign >= breakMs || now - began > longestMs) begin(now)
    if (now > lastSign) lastSign = now
    const { scrollHeight } = document.documentElement
    scroll = Math.max(scroll, Math.min(100, Math.round(((scrollY + innerHeight) / scrollHeight) * 100) || 0))
  }

  function tick() {
    const now = performance.now()
    if (tickedAt) {
      // Before recording activity: if that begins a new stay, this time belongs to the previous one.
      visible += Math.min(now - tickedAt, longestTickMs)
      live()
    }
    tickedAt = isVisible() ? now : 0
  }

  /** Sends a report unless nothing has changed: leaving a page triggers two events. */
  function send() {
    tick()
    if (!stay) return
    const age = Math.max(0, Date.now() - began)
    const span = Math.min(age, lastSign - began)
    const state = JSON.stringify({
      token: tag.dataset.token,
      stay,
      span,
      views,
      visible: Math.min(span, Math.round(visible)),
      scroll,
      interactions,
      actions,
      links,
      submits,
      automated: !!browser.webdriver,
      referrer: document.referrer.slice(0, 1000),
      query: location.search.slice(0, 2000),
    })
    if (state === said) return
    said = state
    const body = state.replace('{', `{"age":${age},`)
    if (!browser.sendBeacon?.('/_t', body))
      fetch('/_t', { method: 'POST', body, keepalive: true }).catch(() => {})
  }

  /** Reports soon after the start, at ten seconds, and then at increasing intervals while the page is visible. */
  function schedule() {
    clearTimeout(timer)
    timer = setTimeout(() => {
      send()
      wait = Math.min(60 * second, wait < 9 * second ? 9 * second : wait * 2)
      schedule()
    }, wait)
  }

  function show() {
    if (isVisible()) {
      tick()
      live()
      wait = second
      schedule()
    } else if (stay) {
      clearTimeout(timer)
      send()
    }
  }

  /** Single-page navigation: a new path or query is a new view, a new fragment is not. */
  function move() {
    const here = location.pathname + location.search
    if (place && here !== place) view()
    place = here
  }

  function view() {
    const before = stay
    live()
    if (stay === before) views++
    wait = second
    schedule()
  }

  function interact() {
    live()
    interactions++
  }

  /** Counts the start of a form or video once. */
  function start(thing: EventTarget | null) {
    if (!thing || started.has(thing)) return
    started.add(thing)
    interact()
  }

  function click({ target, button }: MouseEvent) {
    const hit = (target as Element).closest?.('a,button,summary,[role=button],[data-action-id]')
    if (!hit || button > 1) return
    interact()
    const action = hit.closest<HTMLElement>('[data-action-id]')?.dataset.actionId
    const link = hit.getAttribute('href')
    if (action && actions.length < mostActions) {
      actions.push(action)
      send()
    } else if (link && !action && links.length < mostLinks) links.push(link.slice(0, 150))
  }

  addEventListener('click', click, true)
  // The middle button opens a link in a new tab without a click event.
  addEventListener('auxclick', click, true)
  addEventListener('input', ({ target }) => start((target as HTMLInputElement).form), true)
  addEventListener('play', ({ target }) => start(target), true)
  addEventListener('scroll', live, { passive: true })
  addEventListener('submit', ({ defaultPrevented }) => {
    if (defaultPrevented) return
    live()
    submits++
    send()
  })
  addEventListener('popstate', move)
  const push = history.pushState
  history.pushState = function (...given) {
    push.apply(this, given)
    move()
  }
  addEventListener('pageshow', ({ persisted }) => persisted && view())
  addEventListener('pagehide', () => {
    if (stay) send()
    // After `pagehide`, the page stays visible for a moment, which needs no report.
    tickedAt = 0
  })
  document.addEventListener('visibilitychange', show)
  move()
  show()
})()
