import { serveTasks } from '../threads/taskThread.ts'
import { evaluateAll } from './evaluate.ts'

// The thread that merges documents; see merger.ts.

serveTasks(evaluateAll)
