/** A field of a message: its name, and how its value is read. Lists collect their values. */
export type Field = { name: string; read: (value: Wire) => unknown; isList?: true }
/** The fields of a message by number. */
export type MessageShape = Record<number, Field>
type Wire = { bytes: Buffer; number: bigint }

export const asText = ({ bytes }: Wire) => bytes.toString('utf8')
export const asHex = ({ bytes }: Wire) => bytes.toString('hex')
export const asNumber = ({ number }: Wire) => Number(number)
export const asDouble = ({ bytes }: Wire) => bytes.readDoubleLE()
export const asFixed = ({ bytes }: Wire) => Number(bytes.readBigUInt64LE())
/** Numbers of eight bytes each, one after the other. */
export const asDoubles = ({ bytes }: Wire) => each8(bytes, (at) => bytes.readDoubleLE(at))
export const asFixeds = ({ bytes }: Wire) => each8(bytes, (at) => Number(bytes.readBigUInt64LE(at)))
export const asMessage =
  (shape: MessageShape) =>
  ({ bytes }: Wire) =>
    decode(shape, bytes)

const each8 = (bytes: Buffer, read: (at: number) => number) =>
  Array.from({ length: bytes.length / 8 }, (_, nth) => read(nth * 8))

/** Reads a message of protocol buffers. A field that its shape doesn't have is an error. */
export function decode(shape: MessageShape, bytes: Buffer): Record<string, any> {
  const message: Record<string, any> = {}
  let at = 0
  const varint = () => {
    let [number, shift] = [0n, 0n]
    for (;;) {
      const byte = BigInt(bytes[at++] as number)
      number |= (byte & 127n) << shift
      if (byte < 128n) return number
      shift += 7n
    }
  }
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const field = shape[tag >> 3]
    if (!field) throw new Error(`the message has no field ${tag >> 3}: ${Object.keys(shape)}`)
    const wire: Wire = { bytes: Buffer.alloc(0), number: 0n }
    if ((tag & 7) === 0) wire.number = varint()
    else if ((tag & 7) === 1) wire.bytes = take(8)
    else if ((tag & 7) === 2) wire.bytes = take(Number(varint()))
    else if ((tag & 7) === 5) wire.bytes = take(4)
    else throw new Error(`no such wire type: ${tag & 7}`)
    const value = field.read(wire)
    message[field.name] = field.isList ? [...(message[field.name] ?? []), value] : value
  }
  return message
}
