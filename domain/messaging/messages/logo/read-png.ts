import { promisify } from 'node:util'
import { crc32, inflate } from 'node:zlib'
import { assertSides, brokenLogo, type Picture } from './rules.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The chunks that draw a picture. Others are left out: they can contain texts, places and further frames. */
const DRAWING = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'sBIT',
  'pHYs',
  'IDAT',
  'IEND',
])

/** The bit depths of each colour type, and its samples per pixel (PNG, third edition, 11.2.1). */
const COLOUR_TYPES: Readonly<Record<number, { depths: readonly number[]; samples: number }>> = {
  0: { depths: [1, 2, 4, 8, 16], samples: 1 },
  2: { depths: [8, 16], samples: 3 },
  3: { depths: [1, 2, 4, 8], samples: 1 },
  4: { depths: [8, 16], samples: 2 },
  6: { depths: [8, 16], samples: 4 },
}

/** The first pixel and the distance of pixels of each pass of an interlaced picture (Adam7). */
const PASSES = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
]
const WHOLE = [{ x: 0, y: 0, dx: 1, dy: 1 }]

interface Chunk {
  type: string
  data: Buffer
  /** With its length, its type and its checksum. */
  bytes: Buffer
}

interface Header {
  width: number
  height: number
  depth: number
  samples: number
  isInterlaced: boolean
}

/** Reads a PNG file from its first byte to its last. Undefined if it does not begin as one. */
export const readPng = async (bytes: Buffer): Promise<Picture | undefined> => {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined
  const chunks = [...chunksOf(bytes)]
  const header = headerOf(chunks[0]!)
  assertSides(header.width, header.height)
  await assertDrawn(header, chunks)
  const drawing = chunks.filter(({ type }) => DRAWING.has(type))
  return {
    contentType: 'image/png',
    width: header.width,
    height: header.height,
    contents: Buffer.concat([SIGNATURE, ...drawing.map((chunk) => chunk.bytes)]),
  }
}

function* chunksOf(bytes: Buffer): Generator<Chunk> {
  for (let at = SIGNATURE.length, isOver = false; at < bytes.length || !isOver;) {
    if (isOver) throw brokenLogo('something follows its end')
    if (at + 12 > bytes.length) throw brokenLogo('it ends early')
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) throw brokenLogo('it ends early')
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      throw brokenLogo('a checksum does not match')
    yield { type, data: bytes.subarray(at + 8, end - 4), bytes: bytes.subarray(at, end) }
    at = end
    isOver = type === 'IEND'
  }
}

const headerOf = ({ type, data }: Chunk): Header => {
  if (type !== 'IHDR' || data.length !== 13) throw brokenLogo('it has no header')
  const [depth, colour, compression, filter, interlace] = data.subarray(8) as unknown as number[]
  const known = COLOUR_TYPES[colour!]
  if (!known?.depths.includes(depth!) || compression !== 0 || filter !== 0 || interlace! > 1)
    throw brokenLogo('its header is invalid')
  return {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    depth: depth!,
    samples: known.samples,
    isInterlaced: interlace === 1,
  }
}

/** Refuses pixels that are missing, and packed bytes that unpack to more than the picture. */
const assertDrawn = async (header: Header, chunks: readonly Chunk[]): Promise<void> => {
  const expected = unpackedBytes(header)
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const pixels = await promisify(inflate)(packed, { maxOutputLength: expected }).catch(() => {
    throw brokenLogo('its pixels cannot be unpacked')
  })
  if (pixels.length !== expected) throw brokenLogo('pixels are missing')
}

/** Each line begins with a byte that names its filter. */
const unpackedBytes = ({ width, height, depth, samples, isInterlaced }: Header): number =>
  (isInterlaced ? PASSES : WHOLE).reduce((sum, { x, y, dx, dy }) => {
    const columns = Math.ceil((width - x) / dx)
    const lines = Math.ceil((height - y) / dy)
    return columns <= 0 ? sum : sum + lines * (1 + Math.ceil((columns * depth * samples) / 8))
  }, 0)
