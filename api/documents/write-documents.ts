/**
 * The committed generated documents. `bin/therapy openapi --write` writes those derived from code with every
 * change, checked by test/contract/documents.test.ts. `bin/therapy openapi --release` writes
 * `api/openapi.json`, the last release's document, against which the next one is compared.
 */
import { operations } from '../resources/index.ts'
import { contractReport } from './contract-report.ts'
import { metricsMarkdown } from './metrics-page.ts'
import { buildOpenApi } from './openapi.ts'

/** Content by repository path. */
export type Documents = Record<string, string>

/** Written with every change. */
export const generatedDocuments = (): Documents => ({
  'api/contract.txt': contractReport(buildOpenApi(operations), operations),
  'docs/metrics.md': `${metricsMarkdown()}\n`,
})

/** Written by a release. */
export const releasedDocuments = (): Documents => ({ 'api/openapi.json': `${openApiText()}\n` })

/** This version's OpenAPI document, one line per property, parameter and response. */
export const openApiText = (): string => compactJson(buildOpenApi(operations))

const LINE_DEPTH = 5

const compactJson = (value: unknown, depth = 0): string => {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || depth === LINE_DEPTH || line.length <= 90)
    return line
  const isList = Array.isArray(value)
  const indent = ' '.repeat(depth)
  const items = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => {
      const key = isList ? '' : `${JSON.stringify(name)}: `
      return `${indent} ${key}${compactJson(member, depth + 1)}`
    })
  return [isList ? '[' : '{', items.join(',\n'), `${indent}${isList ? ']' : '}'}`].join('\n')
}
