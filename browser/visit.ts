/**
 * Tells the site how a page is visited. It keeps nothing in the browser: no cookie, no storage.
 *
 * A stay is one tab's time on the page without a break of 30 minutes. Every report says all there is to say about the
 * stay so far, so that one that is lost, late or sent twice does no harm: the site keeps the largest of each number.
 *
 * The script tag: `<script defer src="…" data-token="…">`, with `data-respect-privacy` where a page honours Do Not Track
 * and Global Privacy Control.
 */
;(() => {
  const tag = document.currentScript as HTMLScriptElement
  const browser = navigator as Navigator & { doNotTrack?: string; globalPrivacyControl?: boolean }
  if ('respectPrivacy' in tag.dataset && (browser.doNotTrack === '1' || browser.globalPrivacyControl)) return

  const second = 1000
  const breakMs = 1800 * second
  /** The site takes reports of stays up to a day long, so a longer one becomes several. */
  const longestMs = 12 * 3600 * second
  /** Timers stand still while a machine sleeps; what passed since is not time that anybody looked at the page. */
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

  /** A sign of life: after too long without one it is another stay. */
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
      // Before the sign of life: if that begins another stay, this time belongs to the one before.
      visible += Math.min(now - tickedAt, longestTickMs)
      live()
    }
    tickedAt = isVisible() ? now : 0
  }

  /** What has been said already is not said again: leaving a page makes it hidden first and then gone. */
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

  /** Reports soon after the start, at ten seconds, and then ever more rarely, for as long as the page is seen. */
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

  /** A single-page site moves without loading: another path or query is another view, another fragment is not. */
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

  /** Counts what begins only once: a form that is filled in, a video that is paused and goes on. */
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
  // The middle button opens a link in another tab without a click.
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
    // A page that is gone is still visible for a moment, which is not worth another report.
    tickedAt = 0
  })
  document.addEventListener('visibilitychange', show)
  move()
  show()
})()
