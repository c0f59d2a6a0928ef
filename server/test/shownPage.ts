import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type Document, fillPlaceholders, renderPage } from '../../document/index.ts'
import { somePage } from './pages.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
export const address = 'https://northwind.example/for/acme'
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000"><rect width="1600" height="1000" fill="#4d6a5d"/></svg>'
const action = {
  actionId: 'book',
  actionIndex: 0,
  buttonTitle: 'Book a call',
  url: 'https://example.com/book',
}
/** The default page properties. */
export const page = {
  actions: [action],
  headerActionId: 'book',
  actionCardWidgets: [
    {
      title: 'Who was here',
      logos: [{ image: { altText: 'Globex', url: '', fileId: 'logo', assetId: '' } }],
    },
  ],
  footerLinks: [{ id: 'a', title: 'Legal', links: [{ id: 'b', text: 'Privacy', url: '/privacy' }] }],
}
export const asset = () => ({ url: '/_s/hills.svg', width: 1600, height: 1000 })
export const facts = { account: { accountId: 'account_x', name: 'Acme Robotics', domain: 'acme.example' } }

type OpenedPage = { page: Page; complaints: string[]; close: () => Promise<void> }

/** Shows a page with its content security policy; images load late, other requests get empty responses. */
export async function show(
  browser: Browser,
  document: Document,
  options: BrowserContextOptions = {},
  more: Parameters<typeof somePage>[1] = {},
): Promise<OpenedPage> {
  const input = somePage(fillPlaceholders(document, facts), {
    asset,
    ...more,
    page: { ...page, ...more.page },
  })
  const { html, csp } = renderPage(input)
  const { context, page: shown, close } = await openWindow(browser, options)
  const complaints: string[] = []
  shown.on('console', (message) => complaints.push(message.text()))
  shown.on('pageerror', (error) => complaints.push(String(error)))
  await context.route('**/*', async (route) => {
    const url = route.request().url().split('#', 1)[0] ?? ''
    if (url === address)
      return route.fulfill({
        contentType: 'text/html',
        body: html,
        headers: { 'content-security-policy': csp },
      })
    if (url.endsWith('.svg') || url.includes('logo')) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return route.fulfill({ contentType: 'image/svg+xml', body: drawing })
    }
    if (url.endsWith('.js'))
      return route.fulfill({
        contentType: 'text/javascript',
        body: 'window.loaded=(window.loaded||"")+document.currentScript.src',
      })
    return route.fulfill({ contentType: 'text/html', body: '' })
  })
  await shown.goto(address, { waitUntil: 'load' })
  return { page: shown, complaints, close }
}

let kept: Page | undefined

/** Opening a window takes most of a second, so one is reused for all that only set size and colour scheme. */
async function openWindow(browser: Browser, options: BrowserContextOptions) {
  const { viewport = { width: 1280, height: 900 }, colorScheme = 'light', ...more } = options
  const isPlain = Object.keys(more).length === 0
  const free = isPlain ? kept : undefined
  if (isPlain) kept = undefined
  const page = free ?? (await (await browser.newContext({ ...more, viewport, colorScheme })).newPage())
  const context = page.context()
  if (viewport) await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  const close = async () => {
    if (!isPlain || kept) return await context.close()
    page.removeAllListeners()
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto('about:blank')
    kept = page
  }
  return { context, page, close }
}

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that depend only on colours. */
const ofColours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** The axe violations of a page; injected from outside, so that the page's policy stays in force. */
export async function violations(shown: Page, about: 'all' | 'colours' = 'all'): Promise<string[]> {
  await shown.evaluate(axe)
  const rules = about === 'all' ? everything : ofColours
  return await shown.evaluate(async (runOnly) => {
    const checker = (globalThis as any).axe
    const { violations } = await checker.run((globalThis as any).document, {
      iframes: false,
      // Reporting passed rules would take a third of the time.
      resultTypes: ['violations'],
      runOnly,
    })
    return violations.map(
      ({ id, nodes }: any) =>
        `${id}: ${nodes.map(({ html, failureSummary }: any) => `${html} ${failureSummary}`).join('\n')}`,
    )
  }, rules)
}

/** Scrolls to the end; returns horizontal overflow and layout shift. */
export async function readThrough(shown: Page): Promise<{ overflow: number; shift: number }> {
  return await shown.evaluate(async () => {
    const { document, innerWidth, scrollTo, PerformanceObserver } = globalThis as any
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    for (let y = 0; y < document.body.scrollHeight; y += 750) {
      scrollTo(0, y)
      await pause(20)
    }
    await pause(80)
    const entries = await new Promise<{ value: number }[]>((resolve) => {
      new PerformanceObserver((list: any) => resolve(list.getEntries())).observe({
        type: 'layout-shift',
        buffered: true,
      })
      setTimeout(() => resolve([]), 50)
    })
    const shift = entries.reduce((sum, { value }) => sum + value, 0)
    return { overflow: document.documentElement.scrollWidth - innerWidth, shift }
  })
}
