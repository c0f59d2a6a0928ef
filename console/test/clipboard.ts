import type { Page } from 'playwright-core'

/** Records what is copied in this window, as parallel tests share the clipboard. */
export async function watchCopies(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const watch = `{
    // Missing on an empty page.
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

/** The last copied content. */
export async function pasted(page: Page, type = 'text/plain'): Promise<string> {
  return String(await page.evaluate(`window.copied['${type}']`))
}
