/** The allowed SVG elements: those that draw. Scripts, handlers, foreign content and animated references are excluded. */
export const elements = new Set(
  `svg g defs symbol use a switch title desc style view
  path rect circle ellipse line polyline polygon text tspan textPath image
  linearGradient radialGradient stop pattern clipPath mask marker
  animate animateMotion animateTransform mpath
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage
  feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`.split(
    /\s+/,
  ),
)

/** Also those that can be animated; `href` and `style` are handled separately and can't be. */
export const attributes = new Set(
  `id class lang role tabindex type media xml:space xml:lang
  version viewBox preserveAspectRatio x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height d points pathLength
  transform transform-origin gradientTransform patternTransform gradientUnits patternUnits patternContentUnits
  clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient spreadMethod
  offset rotate dx dy textLength lengthAdjust startOffset method spacing side requiredExtensions systemLanguage
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters
  color-rendering cursor direction display dominant-baseline fill fill-opacity fill-rule filter flood-color
  flood-opacity font-family font-size font-size-adjust font-stretch font-style font-variant font-weight
  glyph-orientation-horizontal glyph-orientation-vertical image-rendering isolation kerning letter-spacing
  lighting-color marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow
  paint-order pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset
  stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration
  text-overflow text-rendering unicode-bidi vector-effect visibility white-space word-spacing writing-mode
  in in2 result mode operator k1 k2 k3 k4 values stdDeviation edgeMode order kernelMatrix divisor bias targetX
  targetY kernelUnitLength preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent
  limitingConeAngle pointsAtX pointsAtY pointsAtZ azimuth elevation z scale xChannelSelector yChannelSelector
  radius baseFrequency numOctaves seed stitchTiles tableValues slope intercept amplitude exponent
  filterUnits primitiveUnits
  attributeName begin dur end min max restart repeatCount repeatDur calcMode keyTimes keySplines keyPoints from to
  by additive accumulate path
  aria-label aria-labelledby aria-describedby aria-hidden`.split(/\s+/),
)

/**
 * Attributes whose cost grows with their value, in visitors' browsers too, and their maximum. Larger values are
 * lowered, and none of them may be animated.
 */
export const mostOf: Readonly<Record<string, number>> = {
  numOctaves: 8,
  order: 9,
  radius: 25,
  stdDeviation: 250,
  surfaceScale: 1_000,
  specularExponent: 128,
}
