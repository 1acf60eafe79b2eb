/** Checks that an operation answers only the error codes that its documentation lists. */
import { TrieRouter } from 'hono/router/trie-router'

import { errorCodesOf } from '../../api/documents/openapi.ts'
import type { Operation } from '../../api/http/operation.ts'
import { routerPath } from '../../api/http/router-path.ts'
import { operations } from '../../api/resources/index.ts'
import type { ApiAnswer, ApiRequest } from './api.ts'

const router = new TrieRouter<Operation>()
for (const operation of operations)
  router.add(operation.method.toUpperCase(), routerPath(operation), operation)

/** Fails for a problem whose code the called operation does not declare. */
export const assertDeclaredCode = (
  { method = 'GET', path }: ApiRequest,
  { headers, body, text }: ApiAnswer,
): void => {
  if (headers.get('content-type') !== 'application/problem+json') return
  const operation = router.match(method, new URL(path, 'http://api.test').pathname)[0][0]?.[0]
  if (!operation) return
  const { code } = body as { code: string }
  // Of the router: the path has another operation, such as a search beside an id.
  if (code === 'method_not_allowed') return
  const declared: readonly string[] = errorCodesOf(operation)
  if (!declared.includes(code))
    throw new Error(`${operation.id} does not declare the error code ${code}: ${text}`)
}
