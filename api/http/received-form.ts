import type { OutsideContext } from '#platform/core/context/context.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { canonicalJson } from '#platform/core/sql/json.ts'
import { discardBytes, type StoredBytes } from '#platform/files/store-bytes.ts'
import { MAX_FILE_BYTES } from '#platform/files/rules.ts'
import type { Services } from '../services.ts'
import { readFormWithFiles } from './form-with-files.ts'
import { declaredLength } from './json-body.ts'
import { idempotencyKey } from './idempotency.ts'
import type { Operation } from './operation.ts'
import { parsePart } from './validation.ts'

type Form = NonNullable<Operation['form']>

/** The result of a form: the input for `run`, and the text by which retries are compared. */
interface FormContent {
  body: unknown
  rawBody: string
}

/** Room for the fields and the overhead. */
const AROUND_BYTES = 1024 * 1024

/**
 * The form of one request. Its files are stored before a transaction, and the result of the call decides
 * whether they are kept.
 */
export class ReceivedForm {
  readonly #form: Form
  readonly #stored: StoredBytes[] = []
  #content: Promise<FormContent> | undefined

  constructor(form: Form) {
    this.#form = form
  }

  /** Reads the request; further calls return the same. */
  content(services: Services, ctx: OutsideContext, request: Request): Promise<FormContent> {
    this.#content ??= this.#read(services, ctx, request)
    return this.#content
  }

  /** Removes files that were not recorded. */
  async discard(ctx: OutsideContext): Promise<void> {
    for (const { storageKey } of this.#stored.splice(0)) await discardBytes(ctx, storageKey)
  }

  async #read(services: Services, ctx: OutsideContext, request: Request): Promise<FormContent> {
    const { parts, files: part, mostFiles, receive } = this.#form
    // Checked before a byte is stored.
    idempotencyKey(request)
    if (!/^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? ''))
      throw new DomainError('unsupported_media_type', 'Send the body as multipart/form-data.')
    using _ = services.uploads.reserveForm(ctx.tenantId, declaredLength(request))
    const identity: object[] = []
    const files: StoredBytes[] = []
    const { entries, refusal } = await readFormWithFiles(
      request,
      async ({ field, name, chunks }) => {
        if (field !== part)
          throw invalid(field, 'unknown_member', `${field} is not a file field of this form.`)
        const file = await receive(ctx, { name, chunks })
        this.#stored.push(file)
        files.push(file)
        identity.push({ name, sha256: file.sha256 })
      },
      { files: mostFiles, bytes: mostFiles * MAX_FILE_BYTES + AROUND_BYTES },
    )
    if (refusal) throw refusal.error
    const fields = fieldsOf(entries)
    const body = parsePart(parts, { ...fields, [part]: files }, 'unknown_member')
    return { body, rawBody: canonicalJson({ fields, [part]: identity }) }
  }
}

const fieldsOf = (entries: readonly [name: string, value: string][]): Record<string, string> => {
  const fields: Record<string, string> = {}
  for (const [name, value] of entries) {
    if (name === '__proto__' || Object.hasOwn(fields, name))
      throw invalid(name, 'duplicate', `${name} is sent twice. Send it once.`)
    if (value.includes('\u0000'))
      throw invalid(name, 'invalid_character', `${name} must not contain a NUL character.`)
    fields[name] = value
  }
  return fields
}
