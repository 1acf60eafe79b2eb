import { createHash } from 'node:crypto'
import { gzip as gzipCallback } from 'node:zlib'
import { promisify } from 'node:util'
import type { HttpContext } from '../http/http-context.ts'

const gzip = promisify(gzipCallback)

/** Static files, served without authentication. */
export interface Asset {
  type: string
  bytes: Uint8Array<ArrayBuffer>
  gzipped: Uint8Array<ArrayBuffer>
  /** A strong ETag of the unencoded bytes; an encoded variant has its own. */
  etag: string
  cacheControl: string
  policy?: string
}

/** Validated again at every use: a 304 is cheap, and a new release is visible immediately. */
export const REVALIDATED = 'public, no-cache'
/** For paths that contain a hash of the content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

export const makeAsset = async (
  content: string | Uint8Array<ArrayBuffer>,
  options: Pick<Asset, 'type' | 'cacheControl' | 'policy'>,
): Promise<Asset> => {
  const bytes = Buffer.from(content as string)
  return { ...options, bytes, gzipped: await gzip(bytes), etag: `"${digestOf(bytes)}"` }
}

export const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22)

/** Responds with an asset, or with 304 if the caller has it. */
export const serveAsset = (c: HttpContext, asset: Asset): Response => {
  const zipped = acceptsGzip(c.req.header('accept-encoding'))
  const etag = zipped ? asset.etag.replace(/"$/, '-gzip"') : asset.etag
  c.header('ETag', etag)
  c.header('Cache-Control', asset.cacheControl)
  c.header('Vary', 'Accept-Encoding')
  if (asset.policy) c.header('Content-Security-Policy', asset.policy)
  if (matches(c.req.header('if-none-match'), etag)) return c.body(null, 304)
  if (zipped) c.header('Content-Encoding', 'gzip')
  return c.body(zipped ? asset.gzipped : asset.bytes, 200, { 'Content-Type': asset.type })
}

/** The relevant part of RFC 9110 §12.5.3: whether gzip is listed with a weight above zero. */
const acceptsGzip = (header = ''): boolean =>
  /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+)?\s*(?:,|$)/i.test(header)

/** RFC 9110 §13.1.2: weak comparison. */
const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' ||
    header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag))
