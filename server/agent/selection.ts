export { readSelection, type Selection } from '../../builtin-agent/selection.ts'
