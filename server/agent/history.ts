export { findRedo, findUndo, type PastVersion } from '../../builtin-agent/history.ts'
