import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { parseJson, readBody } from '../http/json-body.ts'

/** What a request's body holds by name. A form may have a name more than once, and knows nothing but text. */
interface BodyEntries {
  isForm: boolean
  entries: [name: string, value: unknown][]
}

/** Reads a JSON object or a form; which one, Content-Type says. */
export const readEntries = async (request: Request): Promise<BodyEntries> => {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded')
    return { isForm: true, entries: [...new URLSearchParams(await readBody(request))] }
  if (type !== 'application/json') {
    throw new DomainError(
      'unsupported_media_type',
      'Send Content-Type: application/json or application/x-www-form-urlencoded.',
    )
  }
  const value = parseJson(await readBody(request))
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return { isForm: false, entries: Object.entries(value) }
  throw invalid('', 'invalid_type', 'The body must be a JSON object.')
}
