import { serveTasks } from '../../threads/taskThread.ts'
import { findColors, findFonts } from './colors.ts'
import { readPage } from './html.ts'

export type ReadTask = { html: string } | { styles: string[]; themeColor: string | undefined }

serveTasks((task: ReadTask) =>
  'html' in task ? readPage(task.html) : { colors: findColors(task), fonts: findFonts(task.styles) },
)
