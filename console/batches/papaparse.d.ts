/** What is used of it; it brings no types of its own. */
declare module 'papaparse' {
  type Settings = { delimiter: string; preview: number; skipEmptyLines: 'greedy' }
  const Papa: { parse: (text: string, settings: Settings) => { data: string[][] } }
  export default Papa
}
