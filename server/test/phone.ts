import type { Browser } from 'playwright-core'
import { until } from './eventually.ts'

/** A mid-range phone: a quarter of this machine's speed, 9 Mbit/s, 60 ms latency. */
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2.6,
  isMobile: true,
  hasTouch: true,
}
const network = { offline: false, latency: 60, downloadThroughput: 9e6 / 8, uploadThroughput: 3e6 / 8 }

/** Observes layout shifts and paints from the start; injected as text. */
const watch = `globalThis.seen = { shift: 0, paintedMs: 0 }
new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.shift += entry.value }).observe({ type: 'layout-shift', buffered: true })
new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.paintedMs = entry.startTime }).observe({ type: 'largest-contentful-paint', buffered: true })`

export type Painted = {
  /** The sum of layout shifts. */
  shift: number
  /** When the largest element was painted. */
  paintedMs: number
  /** The fonts that were loaded and used. */
  loaded: string[]
  fontBytes: number
  /** HTML and CSS before compression. */
  pageBytes: number
}

/** Loads a page on an emulated phone with an empty cache, and measures it. */
export async function paintOnPhone(browser: Browser, url: string): Promise<Painted> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  let fontBytes = 0
  page.on('response', async (response) => {
    if (response.url().includes('/_s/t/')) fontBytes += (await response.body()).length
  })
  await page.addInitScript(watch)
  const answer = await page.goto(url, { waitUntil: 'networkidle' })
  const pageBytes = (await answer?.body())?.length ?? 0
  await page.evaluate('document.fonts.ready.then(() => new Promise(requestAnimationFrame))')
  // On a busy machine, the browser reports what it painted some time after it did.
  await until('a paint is reported', () => page.evaluate<boolean>('seen.paintedMs > 0'))
  const seen = await page.evaluate<Omit<Painted, 'fontBytes' | 'pageBytes'>>(
    '({ ...seen, loaded: [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family) })',
  )
  await context.close()
  return { ...seen, fontBytes, pageBytes }
}
