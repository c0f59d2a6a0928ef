import type { Page } from 'playwright-core'

/** How many rows of tables are added to the page while something is done: the work of a list, whatever the machine. */
export async function countAdded(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(`
    window.added = 0
    window.rows = new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.matches?.('[role=row], tr')) window.added++
    })
    window.rows.observe(document.body, { childList: true, subtree: true })`)
  await work()
  // Rows that are still to be read take as long as the service does.
  for (let tries = 0; tries < 50 && (await page.evaluate('window.added')) === 0; tries++)
    await page.waitForTimeout(100)
  return await page.evaluate<number>('window.rows.disconnect(), window.added')
}
