/**
 * The generated documents that are committed. `bin/therapy openapi --write` writes the ones derived from code;
 * it must be run with every change, which test/contract/documents.test.ts checks. `bin/therapy openapi
 * --release` writes `api/openapi.json`, the document of the last release, with which the next one is compared.
 */
import { operations } from '../resources/index.ts'
import { contractReport } from './contract-report.ts'
import { metricsMarkdown } from './metrics-page.ts'
import { buildOpenApi } from './openapi.ts'
import { statesMarkdown } from './states-page.ts'

/** Contents, keyed by path in the repository. */
export type Documents = Record<string, string>

/** Documents that are written with every change. */
export const generatedDocuments = (): Documents => ({
  'api/contract.txt': contractReport(buildOpenApi(operations), operations),
  'docs/metrics.md': `${metricsMarkdown()}\n`,
  'docs/states.md': `${statesMarkdown()}\n`,
})

/** Documents that are written by a release. */
export const releasedDocuments = (): Documents => ({ 'api/openapi.json': `${openApiText()}\n` })

/** The OpenAPI document of this version, with one line per property, parameter and response. */
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
