import { MAX_FILE_BYTES } from '#platform/files/rules.ts'
import { DomainError } from '#platform/core/errors/errors.ts'

const MEBIBYTE = 1024 * 1024

/** The maximum memory for a streamed upload: the buffers of the socket, the hash and the file store. */
const STREAM_BYTES = MEBIBYTE
/** The maximum memory for all uploads of a process, and for those of one tenant in it. */
const MOST_BYTES = 256 * MEBIBYTE
const MOST_BYTES_OF_TENANT = MOST_BYTES / 2
const RETRY_AFTER_SECONDS = 5

/** Limits the memory for uploads in one process, so that many uploads cannot crash it. */
export class UploadBudget {
  #taken = 0
  readonly #takenBy = new Map<string, number>()

  /**
   * Reserves memory for one upload until it is disposed. An upload of unknown length may be buffered completely
   * (S3).
   */
  reserve(tenantId: string, contentLength: number | undefined): Disposable {
    return this.#take(
      tenantId,
      contentLength === undefined ? MAX_FILE_BYTES : STREAM_BYTES,
      contentLength,
    )
  }

  /**
   * Reserves memory for the files of a form, which arrive one by one. The length of each is known only at its
   * end, but it cannot exceed the form's.
   */
  reserveForm(tenantId: string, contentLength: number | undefined): Disposable {
    return this.#take(tenantId, MAX_FILE_BYTES, contentLength)
  }

  #take(tenantId: string, most: number, contentLength = most): Disposable {
    const needed = Math.min(contentLength, most)
    const ofTenant = this.#takenBy.get(tenantId) ?? 0
    if (this.#taken + needed > MOST_BYTES || ofTenant + needed > MOST_BYTES_OF_TENANT)
      throw new DomainError(
        'service_unavailable',
        'The server is receiving too many files. Send it again later.',
        {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        },
      )
    this.#taken += needed
    this.#takenBy.set(tenantId, ofTenant + needed)
    return {
      [Symbol.dispose]: () => {
        this.#taken -= needed
        const left = this.#takenBy.get(tenantId)! - needed
        if (left > 0) this.#takenBy.set(tenantId, left)
        else this.#takenBy.delete(tenantId)
      },
    }
  }
}
