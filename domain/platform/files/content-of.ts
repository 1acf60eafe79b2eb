import { Readable } from 'node:stream'

/** The type of a file, detected from its bytes and not from its name. Undefined if it is unknown. */
export const contentOf = async (open: () => Promise<Readable>): Promise<string | undefined> =>
  (await reading(open, typeOf)) ?? ((await reading(open, isText)) ? 'text/plain' : undefined)

const reading = async <T>(
  open: () => Promise<Readable>,
  work: (contents: Readable) => Promise<T>,
): Promise<T> => {
  const contents = await open()
  try {
    return await work(contents)
  } finally {
    contents.destroy()
  }
}

/** Reads as much as the detection needs: for an office document, up to the entry that contains its kind. */
const typeOf = async (contents: Readable): Promise<string | undefined> => {
  const { fileTypeFromStream } = await import('file-type')
  // The types of Node's web streams and of the DOM's differ only by name.
  return (await fileTypeFromStream(Readable.toWeb(contents) as ReadableStream<Uint8Array>))?.mime
}

const isText = async (contents: Readable): Promise<boolean> => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of contents as AsyncIterable<Uint8Array>)
      if (decoder.decode(chunk, { stream: true }).includes('\u0000')) return false
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
