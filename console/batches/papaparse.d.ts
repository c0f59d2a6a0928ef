/** Types for the part of Papa Parse that is used; the package has none. */
declare module 'papaparse' {
  type Settings = { delimiter: string; preview: number; skipEmptyLines: 'greedy' }
  const Papa: { parse: (text: string, settings: Settings) => { data: string[][] } }
  export default Papa
}
