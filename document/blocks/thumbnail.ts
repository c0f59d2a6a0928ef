/**
 * Small drawings of a type of block, 64 wide and 44 high, as lists of rectangles `kind x y width height`: `t` is a line
 * of text, `h` a heading, `p` a picture, `a` an accent, `c` a card. A layout without one uses that of its type.
 */
export type Thumbnail = { drawing: string; layouts?: Record<string, string> }
