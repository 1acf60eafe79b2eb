import { UrlRefusedError } from '#providers/webhooks/index.ts'
import { DomainError } from '../errors/errors.ts'

/** The error for a refused URL; rethrows any other error. `path` is the member that contains the URL. */
export const refusedUrl = (error: unknown, path: string): DomainError => {
  if (!(error instanceof UrlRefusedError)) throw error
  const { code, message } = error
  return new DomainError('address_refused', `${message}.`, {
    issues: [{ path, code: code === 'url_invalid' ? 'invalid_format' : code, message }],
  })
}
