import { checkText } from '../site/findings.ts'
import { drawPageText } from '../site/pageData.ts'
import { drawMarkedText } from '../site/stage/drawMarked.ts'
import { serveTasks } from '../threads/taskThread.ts'
import { compareTexts } from './compare.ts'
import { errorsOfText } from './validate.ts'
import type { DocumentTask } from './worker.ts'

// The thread that processes large documents; see worker.ts.

const work: Record<DocumentTask['kind'], (input: never) => unknown> = {
  validate: errorsOfText,
  compare: compareTexts,
  check: checkText,
  page: drawPageText,
  marked: drawMarkedText,
}

serveTasks(({ kind, input }: DocumentTask) => work[kind](input as never))
