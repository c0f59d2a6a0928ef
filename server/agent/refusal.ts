export { AlreadySo, Refusal } from '../../builtin-agent/refusal.ts'
