import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { parseJson, readBody } from '../http/json-body.ts'

/** The values in a body, keyed by name. A form can repeat names and contains only text. */
interface BodyEntries {
  isForm: boolean
  entries: [name: string, value: unknown][]
}

/** Parses a JSON object or a form, by Content-Type. */
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
