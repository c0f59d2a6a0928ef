/** Screenshots made by `scripts/examplePictures.ts`; rendering twelve pages in the browser took some seconds. */
const pictures = import.meta.glob<string>('./pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

export function pictureOf(example: string): string | undefined {
  return pictures[`./pictures/${example}.webp`]
}
