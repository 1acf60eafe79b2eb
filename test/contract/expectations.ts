import { expect } from 'vitest'
import { z } from 'zod'

import { RECORDS } from '#vocabulary/resources.ts'
import { errorCodesOf } from '../../api/documents/openapi.ts'
import { membersOfCodes } from '../../api/documents/problem-members.ts'
import { PROBLEM_SCHEMA } from '../../api/documents/problems.ts'
import type { Operation } from '../../api/http/operation.ts'
import { PROBLEMS, type Problem } from '../../api/http/problem.ts'
import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import type { ApiAnswer, TestApi } from '../support/api.ts'

/** What every response has, whatever its status. */
export const expectStandingHeaders = ({ headers }: ApiAnswer): void => {
  expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._:-]{1,128}$/)
  expect(Number(headers.get('x-ratelimit-limit'))).toBeGreaterThan(0)
  expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
  expect(headers.get('x-ratelimit-reset')).toMatch(/^\d{10}$/)
  expect(headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/)
  expect(headers.get('ratelimit-policy')).toMatch(/^"default";q=\d+;w=60$/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
}

/** An example shows the result of a call: the new state, and which times are known. */
export const expectTold = (example: unknown, answer: unknown): void =>
  expect(stateOf(example)).toEqual(stateOf(answer))

const stateOf = (record: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record as object).flatMap(([name, value]) => {
      if (name === 'status') return [[name, value]]
      return /[a-z]At$/.test(name) ? [[name, value !== null]] : []
    }),
  )

/** A problem has the common members and those documented for its code. */
const expectDocumentedMembers = (problem: Problem): void => {
  const known = membersOfCodes([problem.code])
  const common = Object.keys(PROBLEM_SCHEMA.properties)
  const further = Object.entries(problem).filter(([name]) => !common.includes(name))
  for (const [name, value] of further) {
    const schema = known[name]
    expect(schema, `${name} of ${problem.code}`).toBeDefined()
    const { error } = z.fromJSONSchema(schema as z.core.JSONSchema.BaseSchema).safeParse(value)
    expect(error?.issues, `${name} of ${problem.code}`).toBeUndefined()
  }
}

/** A problem document as documented, with one of the given codes. */
export const expectProblem = (
  answer: ApiAnswer,
  code: ErrorCode | readonly ErrorCode[],
  path?: string,
): Problem => {
  expectStandingHeaders(answer)
  const problem = answer.body as Problem
  const codes = typeof code === 'string' ? [code] : code
  expect(codes, answer.text).toContain(problem.code)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.status).toBe(PROBLEMS[problem.code].status)
  expect(problem).toMatchObject({
    type: expect.stringMatching(
      new RegExp(`^https?://[^/]+/docs/errors#${problem.code}$`),
    ) as string,
    title: PROBLEMS[problem.code].title,
    status: answer.status,
    detail: expect.stringMatching(/./) as string,
    requestId: answer.headers.get('x-request-id'),
  })
  expectDocumentedMembers(problem)
  for (const issue of problem.errors)
    expect(issue).toEqual({
      path: expect.any(String) as string,
      code: expect.stringMatching(/^[a-z_]+$/) as string,
      message: expect.stringMatching(/./) as string,
    })
  if (path !== undefined) expect(problem.errors.map((issue) => issue.path)).toContain(path)
  return problem
}

/** Refused with a code the operation declares, and not because of a server error. */
export const expectDeclaredProblem = (answer: ApiAnswer, operation: Operation): Problem => {
  const codes = errorCodesOf(operation).filter((code) => PROBLEMS[code].status < 500)
  return expectProblem(answer, codes)
}

export interface AuditRecord {
  action: string
  outcome: string
  code: string | null
  http_status: number | null
  tenant_id: string
}

/** The audit rows of a call, oldest first. */
export const auditRowsOf = (api: TestApi, { headers }: ApiAnswer): Promise<AuditRecord[]> =>
  api.query<AuditRecord>(
    'SELECT action, outcome, code, http_status, tenant_id FROM audit_entries WHERE request_id = $1 ORDER BY seq',
    [headers.get('x-request-id')],
  )

/** The events a call put into the outbox. */
export const eventsOf = async (api: TestApi, { headers }: ApiAnswer): Promise<string[]> => {
  const rows = await api.query<{ type: string }>(
    `SELECT type FROM outbox WHERE request_id = $1 AND kind = 'event' ORDER BY seq`,
    [headers.get('x-request-id')],
  )
  return rows.map(({ type }) => type)
}

/** Rows of announcing records that the call's transaction wrote without an event. */
export const unannouncedBy = (api: TestApi, { headers }: ApiAnswer) =>
  api.query<{ id: string }>(UNANNOUNCED, [headers.get('x-request-id')])

/** Rows of one transaction share its number; columns maintained by triggers do not count as changes. */
const UNANNOUNCED = `
  WITH call AS (SELECT xmin AS writer, occurred_at FROM audit_entries WHERE request_id = $1),
  written AS (${Object.values(RECORDS)
    .filter(({ announced }) => announced)
    .map(({ table }) => {
      const key = table === 'tenants' ? 'tenant_id' : 'id'
      return `SELECT ${key} AS id, xmin AS writer, updated_at FROM ${table}`
    })
    .join(' UNION ALL ')})
  SELECT id FROM written w JOIN call c ON w.writer = c.writer AND w.updated_at = c.occurred_at
  WHERE NOT EXISTS (SELECT FROM outbox o WHERE o.request_id = $1 AND o.kind = 'event' AND o.subject_id = w.id)`

/** Tables with columns that triggers derive from other rows and no response shows: calendars and queues. */
const DERIVES = new Set(['providers', 'webhook_endpoints'])

/** Computes {@link unmovedBy}. */
const unmovedStatement = async (api: TestApi): Promise<string> => {
  const changing = await api.query<{ table: string }>(
    `SELECT c.relname AS "table" FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE a.attname IN ('id', 'updated_at') AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
     GROUP BY c.relname HAVING count(*) = 2`,
  )
  const tables = new Set(changing.map(({ table }) => table))
  const written = Object.values(RECORDS).flatMap(({ table }) =>
    table && tables.has(table) && !DERIVES.has(table)
      ? [`SELECT '${table}' AS "table", id, xmin AS writer, updated_at FROM ${table}`]
      : [],
  )
  return `
    WITH call AS (SELECT xmin AS writer, occurred_at FROM audit_entries WHERE request_id = $1),
    written AS (${written.join(' UNION ALL ')})
    SELECT w."table", w.id FROM written w JOIN call c ON w.writer = c.writer AND w.updated_at < c.occurred_at`
}

/** All databases of a run have the same tables. */
let unmoved: string | undefined

/** Rows the call's transaction wrote without updating updatedAt, which no delta sync would find. */
export const unmovedBy = async (api: TestApi, { headers }: ApiAnswer) => {
  unmoved ??= await unmovedStatement(api)
  return api.query<{ table: string; id: string }>(unmoved, [headers.get('x-request-id')])
}
