import type { AgentContext } from '../agent.ts'
import { builtinAgent } from '../builtin.ts'
import { check } from '../check.ts'
import { openPage } from '../page.ts'
import { carryOut } from '../roles/carryOut.ts'
import { readWishes } from '../roles/model.ts'
import { documentAfter } from '../roles/pageAfter.ts'
import { collect, documentOf, type Fixtures, runRow } from './inProcess.ts'
import { judge, type Row } from './judge.ts'

/** Where a row that failed was lost: a reading of the network is right, and was not carried out; or none is. */
export type Loss = 'first reading right' | 'later reading right' | 'no reading right'

/**
 * Carries out each of the network's readings of a message by itself. If one of them has the expected result, the message
 * was read right and lost in a later step: the choice between readings, the certainty it needs, or a recogniser before it.
 */
export async function lossOf(row: Row, fixtures: Fixtures): Promise<Loss> {
  let context: AgentContext | undefined
  await runRow(builtinAgent, row, fixtures, (agent, given) => {
    context = given
    return collect(agent, given)
  })
  if (!context) return 'no reading right'
  const page = openPage(context, context.document)
  for (const [at, { wishes, likelihood }] of readWishes(context.message, page).entries()) {
    const reading = await carryOut({ wishes, likelihood }, context.message, page)
    const document = reading && !reading.failed ? documentAfter(reading.steps) : undefined
    const checked = document && check(page, { document })
    if (!document || !checked || !('operations' in checked)) continue
    const { verdict } = judge(row, {
      before: context.document,
      after: document,
      first: documentOf(row.setup.fixture, fixtures),
      metadata: document.metadata ?? {},
      operations: checked.operations,
      reply: '',
      assetId: () => undefined,
    })
    if (verdict === 'good') return at === 0 ? 'first reading right' : 'later reading right'
  }
  return 'no reading right'
}
