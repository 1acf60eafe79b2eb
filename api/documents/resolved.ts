import type { OpenApiDocument } from './openapi-document.ts'

/** A part of the document with its references resolved. */
export const resolved = <Part extends object>(document: OpenApiDocument, part: Part): Part => {
  const { $ref } = part as { $ref?: string }
  if ($ref === undefined) return part
  const [kind = '', name = ''] = $ref.replace('#/components/', '').split('/')
  const found = document.components[kind]?.[name]
  if (!found) throw new Error(`The document refers to ${$ref}, which does not exist.`)
  return resolved(document, found as Part)
}
