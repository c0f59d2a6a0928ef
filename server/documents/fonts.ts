/**
 * The fonts a page can have. Nothing is ever loaded for them: each is a stack of faces that come with the systems
 * people have, ending in a generic one, so text stands at once and never moves.
 */
export const fonts = {
  system: 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif',
  inter: 'Inter,"Inter Variable",Roboto,"Helvetica Neue","Segoe UI",Arial,"Noto Sans",sans-serif',
  helvetica: '"Helvetica Neue",Helvetica,Arial,"Liberation Sans","Noto Sans",sans-serif',
  avenir: '"Avenir Next",Avenir,Montserrat,Corbel,"URW Gothic",source-sans-pro,sans-serif',
  gill: '"Gill Sans","Gill Sans Nova",Seravek,Ubuntu,Calibri,"DejaVu Sans",sans-serif',
  optima: 'Optima,Candara,"Noto Sans",source-sans-pro,sans-serif',
  rounded:
    'ui-rounded,"Hiragino Maru Gothic ProN",Quicksand,Comfortaa,Manjari,"Arial Rounded MT Bold",Calibri,sans-serif',
  georgia: 'Georgia,Gelasio,"Noto Serif","Times New Roman",serif',
  charter: 'Charter,"Bitstream Charter","Sitka Text",Cambria,"Noto Serif",serif',
  palatino: '"Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L",P052,serif',
  rockwell: 'Rockwell,"Rockwell Nova","Roboto Slab","DejaVu Serif","Sitka Small",serif',
  mono: 'ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",monospace',
} as const

export type FontName = keyof typeof fonts
export const fontNames = Object.keys(fonts) as FontName[]
