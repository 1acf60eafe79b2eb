import { assertSides, brokenLogo, refuseLogo, type Picture } from './rules.ts'

const START = Buffer.from([0xff, 0xd8, 0xff])
const END = 0xd9
const SCAN = 0xda
/** Comments. */
const COMMENT = 0xfe
/** Baseline, extended and progressive pictures, as all mail programs show them. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
/** Tables of quantization and of codes, and the interval of restarts. */
const TABLES: ReadonlySet<number> = new Set([0xdb, 0xc4, 0xdd])

const GREY = 1
const COLOURED = 3

/** Reads a JPEG file from its first byte to its last. Undefined if it does not begin as one. */
export const readJpeg = (bytes: Buffer): Picture | undefined => {
  if (!bytes.subarray(0, START.length).equals(START)) return undefined
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let sides: { width: number; height: number } | undefined
  let hasScan = false
  let at = 2
  for (;;) {
    const marker = markerAt(bytes, at)
    if (marker === END) break
    const segment = segmentAt(bytes, at)
    if (FRAMES.has(marker)) {
      if (sides) throw brokenLogo('it has two frames')
      sides = sidesIn(segment)
      assertSides(sides.width, sides.height)
    } else if (marker === SCAN) {
      if (!sides) throw brokenLogo('it has no frame')
      hasScan = true
    } else if (!TABLES.has(marker) && !isMetadata(marker))
      throw brokenLogo('it is of a rare kind of JPEG')
    const end = marker === SCAN ? endOfScan(bytes, at + segment.length) : at + segment.length
    if (!isMetadata(marker) || isNeeded(segment)) kept.push(bytes.subarray(at, end))
    at = end
  }
  if (at + 2 !== bytes.length) throw brokenLogo('something follows its end')
  if (!sides || !hasScan) throw brokenLogo('it has no pixels')
  const contents = Buffer.concat([...kept, bytes.subarray(at)])
  return { contentType: 'image/jpeg', ...sides, contents }
}

const markerAt = (bytes: Buffer, at: number): number => {
  if (at + 2 > bytes.length) throw brokenLogo('it ends early')
  if (bytes[at] !== 0xff) throw brokenLogo('a marker is missing')
  return bytes[at + 1]!
}

/** A segment with its marker and its length. */
const segmentAt = (bytes: Buffer, at: number): Buffer => {
  if (at + 4 > bytes.length) throw brokenLogo('it ends early')
  const length = bytes.readUInt16BE(at + 2)
  if (length < 2 || at + 2 + length > bytes.length) throw brokenLogo('it ends early')
  return bytes.subarray(at, at + 2 + length)
}

const sidesIn = (frame: Buffer) => {
  if (frame.length < 10) throw brokenLogo('its frame is too short')
  const components = frame[9]!
  if (components !== GREY && components !== COLOURED)
    throw refuseLogo('content_mismatch', 'has the colours of a printer (CMYK). Save it as RGB')
  return { height: frame.readUInt16BE(5), width: frame.readUInt16BE(7) }
}

/** The first marker after the pixels: a zero and the marks of restarts (0xd0 to 0xd7) are part of them. */
const endOfScan = (bytes: Buffer, start: number): number => {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    const isPixels = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!isPixels) return at
  }
  throw brokenLogo('it ends early')
}

const isMetadata = (marker: number): boolean =>
  marker === COMMENT || (marker >= 0xe0 && marker <= 0xef)

/**
 * The segments that say how colours are coded, without a preview. Other metadata is left out: it can contain
 * texts and places.
 */
const isNeeded = (segment: Buffer): boolean => {
  const name = segment.toString('latin1', 4, 9)
  return (
    (segment[1] === 0xe0 && name === 'JFIF\0' && segment.length === 18) ||
    (segment[1] === 0xee && name === 'Adobe' && segment.length === 16)
  )
}
