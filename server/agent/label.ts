export { headingOf, labelOf, listed, quoted } from '../../builtin-agent/label.ts'
