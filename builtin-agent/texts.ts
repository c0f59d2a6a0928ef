const notText = new Set(
  'id type link icon layout tone assetId width look primaryColor backgroundColor textColor font'.split(' '),
)
export function textsOf(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return notText.has(key) ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => textsOf(each, Array.isArray(value) ? key : name))
}
