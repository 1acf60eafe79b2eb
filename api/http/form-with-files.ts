import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { MAX_FILE_BYTES } from '#platform/files/rules.ts'
import type { SentFile } from '#messaging/links/link-purpose.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { assertDeclaredAtMost, chunksOf } from './json-body.ts'

/** The maximum size of all files of a page together, with the text around them. */
export const MAX_FORM_BYTES = MAX_FILE_BYTES + 1024 * 1024

/** The limits of a form. */
interface FormLimits {
  files: number
  bytes: number
}

/** A generous limit for our pages. */
const PAGE: FormLimits = { files: 50, bytes: MAX_FORM_BYTES }

const LIMITS = {
  fields: 500,
  parts: 600,
  headerPairs: 50,
  fieldNameSize: 200,
  fieldSize: 20_000,
  // One more byte than a file may have, so that a larger file is detected.
  fileSize: MAX_FILE_BYTES + 1,
}

/**
 * Streams a form with files. Each file is passed on separately, and the next one only after the previous one
 * was received. Returns the other fields even if a file was refused; later files are then skipped.
 */
export const readFormWithFiles = async (
  request: Request,
  receive: (file: SentFile) => Promise<void>,
  { files, bytes: most }: FormLimits = PAGE,
): Promise<{ entries: [name: string, value: string][]; refusal?: { error: unknown } }> => {
  assertDeclaredAtMost(request, most)
  const parser = parserOf(request, files)
  const entries: [string, string][] = []
  let received = Promise.resolve()
  let refusal: { error: unknown } | undefined
  let isCut = false
  parser.on('field', (name, value, nameCut, valueCut) => {
    isCut ||= nameCut || valueCut
    entries.push([name, value])
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => {
      isCut = true
    })
  parser.on('file', (field, stream, name, _encoding, contentType) => {
    // The pipeline responds if the connection breaks.
    stream.on('error', () => undefined)
    received = received.then(async () => {
      try {
        if (name && !refusal) await receive({ field, name, contentType, chunks: stream })
      } catch (error) {
        refusal = { error }
      } finally {
        stream.resume()
      }
    })
  })
  await pipeline(Readable.from(counted(request, most)), parser).catch((error: unknown) => {
    throw error instanceof DomainError ? error : malformed(error)
  })
  await received
  if (isCut) throw tooMuch(most)
  return { entries, ...(refusal && { refusal }) }
}

const parserOf = (request: Request, files: number): BusboyInstance => {
  try {
    const headers = { 'content-type': request.headers.get('content-type') ?? '' }
    return new Busboy({ headers, limits: { ...LIMITS, files } })
  } catch (error) {
    throw malformed(error)
  }
}

async function* counted(request: Request, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunksOf(request)) {
    bytes += chunk.byteLength
    if (bytes > most) throw tooMuch(most)
    yield chunk
  }
}

const tooMuch = (most: number) =>
  new DomainError(
    'payload_too_large',
    `The form is larger than ${most} bytes or has too many parts. Send a smaller form.`,
  )

const malformed = (cause: unknown) =>
  new DomainError(
    'validation_failed',
    'The body is not multipart/form-data. Send it as multipart/form-data.',
    {
      cause,
      issues: [{ path: '', code: 'invalid_format', message: 'is not multipart/form-data' }],
    },
  )
