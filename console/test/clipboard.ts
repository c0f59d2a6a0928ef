import type { Page } from 'playwright-core'

/** Keeps what is copied in this window: the clipboard is shared with the windows of other tests, which run beside this one. */
export async function watchCopies(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const watch = `{
    // An empty page has none.
    const clipboard = navigator.clipboard ?? { writeText() {}, write() {} }
    const [writeText, write] = [clipboard.writeText.bind(clipboard), clipboard.write.bind(clipboard)]
    window.copied = {}
    clipboard.writeText = (text) => {
      window.copied = { 'text/plain': text }
      return writeText(text)
    }
    clipboard.write = async (items) => {
      window.copied = {}
      for (const item of items)
        for (const type of item.types) window.copied[type] = await (await item.getType(type)).text()
      return await write(items)
    }
  }`
  await page.addInitScript(watch)
  await page.evaluate(watch)
}

/** What was copied last. */
export async function pasted(page: Page, type = 'text/plain'): Promise<string> {
  return String(await page.evaluate(`window.copied['${type}']`))
}
