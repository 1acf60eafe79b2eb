/** `node api/documents/build-documents.ts`: prints the content of built-documents.ts, in a separate process. */
import { operations } from '../resources/index.ts'
import type { BuiltDocuments } from './built-documents.ts'
import { buildOpenApi } from './openapi.ts'
import { buildPostmanCollection } from './postman.ts'

const openapi = buildOpenApi(operations)
const documents: BuiltDocuments = {
  openapi: JSON.stringify(openapi),
  postman: JSON.stringify(await buildPostmanCollection(openapi)),
}
process.stdout.write(JSON.stringify(documents))
