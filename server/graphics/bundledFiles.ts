import { readFile } from 'node:fs/promises'
import { type BundledFont, type BundledFontName, bundledFonts } from '../../document/index.ts'

/** The file of a bundled font for one script. */
export async function readBundledFile(
  name: BundledFontName,
  script: string,
  style: 'normal' | 'italic',
): Promise<Buffer> {
  const { package: folder, axes }: BundledFont = bundledFonts[name]
  const file = `@fontsource-variable/${folder}/files/${folder}-${script}-${axes}-${style}.woff2`
  return await readFile(new URL(import.meta.resolve(file)))
}
