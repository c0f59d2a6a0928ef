import { htmlAsWritten as html } from '../../shared/html.ts'
import { frame } from './docs/page.ts'

/** The page at the root URL of the service. */
export function welcomePage(version: string, samplePageUrl: string | undefined): string {
  const entry = (href: string, title: string, text: string) =>
    html`<li><a href="${href}">${title}</a> ${text}</li>`
  return frame(
    html`<title>Foyer</title><meta name="robots" content="noindex">`,
    false,
    html`<main id="content" tabindex="-1" class="landing">
    <h1>Welcome to Foyer</h1>
    <div class="prose"><p>Personalised pages for every company and person you want to reach.</p>
    <ul>
      ${entry('/console', 'Open the console', 'Create pages, personalise them and see who reads them.')}
      ${samplePageUrl && entry(samplePageUrl, 'See a sample page', 'A page made for one person at one company.')}
      ${entry('/docs', 'Read the docs', 'Guides, and every operation of the API with examples.')}
    </ul></div></main>`,
    version,
  )
}
