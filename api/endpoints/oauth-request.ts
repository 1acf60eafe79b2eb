import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import type { ClientCredentials } from '#platform/identity/authenticate-client.ts'
import { readEntries } from './body-entries.ts'

/** The parameters of an OAuth request. Unknown ones are ignored (RFC 6749 §3.2). */
export type Parameters = ReadonlyMap<string, string>

/** Longer than any token that we issue. */
const MAX_VALUE_LENGTH = 8_192

/** Parses a JSON object or a form, by Content-Type. */
export const readParameters = async (request: Request): Promise<Parameters> => {
  const { entries } = await readEntries(request)
  const parameters = new Map<string, string>()
  for (const [name, value] of entries) {
    if (typeof value !== 'string') throw invalid(name, 'invalid_type', `${name} must be a string.`)
    if (parameters.has(name))
      throw invalid(name, 'duplicate', `${name} is sent twice. Send it once.`)
    if (value.includes('\u0000') || value.length > MAX_VALUE_LENGTH)
      throw invalid(
        name,
        'invalid_format',
        `${name} is too long or contains NUL. Send a shorter value without NUL.`,
      )
    parameters.set(name, value)
  }
  return parameters
}

/** Client authentication by HTTP Basic or in the body, but not both (RFC 6749 §2.3.1). */
export const clientCredentialsOf = (
  authorization: string | undefined,
  parameters: Parameters,
): ClientCredentials => {
  const basic = basicCredentials(authorization)
  const clientId = parameters.get('client_id')
  const clientSecret = parameters.get('client_secret')
  if (basic) {
    if (clientSecret !== undefined || (clientId !== undefined && clientId !== basic.clientId))
      throw invalid(
        'client_id',
        'duplicate',
        'The request authenticates the client in two ways. Use only one.',
      )
    return basic
  }
  if (clientId && clientSecret) return { clientId, clientSecret }
  throw new DomainError(
    'invalid_client',
    'Send client_id and client_secret either both in the body or both with HTTP Basic.',
  )
}

const basicCredentials = (authorization: string | undefined): ClientCredentials | undefined => {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization ?? '')?.[1]
  if (!encoded) return undefined
  const [, clientId, clientSecret] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  if (!clientId || !clientSecret) return undefined
  return { clientId: formDecoded(clientId), clientSecret: formDecoded(clientSecret) }
}

/** Both parts are form-encoded before they are joined. Malformed ones stay unchanged and fail later. */
const formDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
