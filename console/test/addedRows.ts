import type { Page } from 'playwright-core'

/** Counts table rows added to the DOM during some work: a measure that doesn't depend on the machine's speed. */
export async function countAdded(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(`
    window.added = 0
    window.rows = new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.matches?.('[role=row], tr')) window.added++
    })
    window.rows.observe(document.body, { childList: true, subtree: true })`)
  await work()
  // Rows that are still loading depend on the service.
  for (let tries = 0; tries < 50 && (await page.evaluate('window.added')) === 0; tries++)
    await page.waitForTimeout(100)
  return await page.evaluate<number>('window.rows.disconnect(), window.added')
}
