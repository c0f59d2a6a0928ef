export { csvLine } from '../../shared/csv.ts'
