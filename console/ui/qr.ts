/** A QR code as SVG. */
export type QrCode = { svg: string; dataUrl: string }

/** The width in pixels: sharp on a poster of a hand's width. */
const pngSize = 1_024

/** Creates a QR code for a URL; the library is loaded on demand. */
export async function drawQr(address: string): Promise<QrCode> {
  const { renderSVG } = await import('uqr')
  // Medium error correction: still readable with a smudge.
  const svg = renderSVG(address, { ecc: 'M', border: 4, pixelSize: 8 })
  return { svg, dataUrl: `data:image/svg+xml,${encodeURIComponent(svg)}` }
}

export async function toPng({ dataUrl }: QrCode): Promise<Blob> {
  const image = new Image()
  image.src = dataUrl
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = pngSize
  canvas.height = pngSize
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser does not draw')
  context.imageSmoothingEnabled = false
  context.drawImage(image, 0, 0, pngSize, pngSize)
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture was made'))), 'image/png'),
  )
}
