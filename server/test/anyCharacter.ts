import fc from 'fast-check'

/** Every character, like `'binary'` of `fc.string`, which first makes a table of all of them: 3 s of CPU time. */
export const anyCharacter = fc
  .nat(0x10_ff_ff - 0x8_00)
  .map((at) => String.fromCodePoint(at < 0xd8_00 ? at : at + 0x8_00))
