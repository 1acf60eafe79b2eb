import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ACTIONS } from '#agents/catalog/actions/index.ts'
import { ERROR_CODES } from '#platform/core/errors/error-codes.ts'
import { ISSUE_CODES } from '#platform/core/input/issue.ts'
import { buildOpenApi, errorCodesOf } from '../../api/documents/openapi.ts'
import { operations } from '../../api/resources/index.ts'

/** Codes named in texts must exist. */

const ROOT = path.join(import.meta.dirname, '../..')
/** Columns of an appointment file, and members of other platforms. */
const OTHERS = [
  'external_id',
  'child_birth_date',
  'time_zone',
  'has_more',
  'amount_money',
  'idempotency_key',
  // Functions of helpers.sh.
  'sign_in',
  'as_person',
  // Tokens of the sandbox, and a Stripe code.
  'pm_sandbox_redirect',
  'pm_sandbox_sepa_ok',
  'pm_sandbox_disputed',
  'winning_evidence',
  'losing_evidence',
  'authentication_required',
]

/** Codes returned by later calls. */
const OF_OTHER_CALLS = [
  'createAttachmentUploadLink: file_refused',
  'createProcessingRestriction: processing_restricted',
]

const CODE = /`([a-z]+(?:_[a-z]+)+)`/g
const namedIn = (text: string) => [...text.matchAll(CODE)].map(([, name]) => name!)

const schemas = JSON.stringify(buildOpenApi(operations).components['schemas'])
/** Members, values, and codes listed in the description of a member. */
const inSchemas = new Set([...(schemas.match(/(?<=["`])\w+(?=["`])/g) ?? []), ...OTHERS])
const codes = new Set<string>([...ERROR_CODES, ...ISSUE_CODES])
const isKnown = (name: string) =>
  codes.has(name) || inSchemas.has(name) || Object.hasOwn(ACTIONS, name)

test('a code in the description of an operation is one it returns', () => {
  const named = operations.flatMap((operation) => {
    const { id, description = '' } = operation
    const answered: string[] = errorCodesOf(operation)
    return namedIn(description).map((name) => ({ id, name, answered }))
  })
  expect(named.length).toBeGreaterThan(10)
  const problems: ReadonlySet<string> = new Set(ERROR_CODES)
  const wrong = named.filter(({ name, answered }) =>
    problems.has(name) ? !answered.includes(name) : !isKnown(name),
  )
  expect(wrong.map(({ id, name }) => `${id}: ${name}`)).toEqual(OF_OTHER_CALLS)
})

test('a code in a guide exists in the API', () => {
  const pages = globSync(['docs/quickstart.md', 'docs/guides/*.md'], { cwd: ROOT })
  const named = pages.flatMap((page) =>
    namedIn(readFileSync(path.join(ROOT, page), 'utf8')).map((name) => ({ page, name })),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ name }) => !isKnown(name))).toEqual([])
})
