import { DatabaseError } from 'pg'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DomainError } from '#platform/core/errors/errors.ts'
import { errorFacts } from '../../providers/log/error-facts.ts'

const MARKER = 'Qxvmarker'

const thrown = (throwing: () => unknown): Error => {
  try {
    throwing()
  } catch (error) {
    return error as Error
  }
  throw new Error('Nothing was thrown')
}

const ofPostgres = (message: string, facts: Partial<DatabaseError>) =>
  Object.assign(new DatabaseError(message, message.length, 'error'), facts)

const prisma = Object.assign(
  new Error(
    `\nInvalid \`prisma.child.create()\` invocation:\n\n{\n  data: {\n    firstName: "${MARKER}"\n  }\n}`,
  ),
  { name: 'PrismaClientValidationError', code: 'P2009' },
)

describe('an error in the log', () => {
  const quoting: [string, Error, object][] = [
    ['JSON', thrown(() => JSON.parse(`{"name": ${MARKER}`)), { type: 'SyntaxError' }],
    [
      'zod',
      thrown(() => z.object({ age: z.number() }).parse({ age: MARKER })),
      { issues: ['age: invalid_type'] },
    ],
    [
      'a value of PostgreSQL',
      ofPostgres(`invalid input syntax for type date: "${MARKER}"`, { code: '22007' }),
      { message: 'invalid input syntax for type date:', code: '22007' },
    ],
    [
      'a constraint of PostgreSQL',
      ofPostgres('duplicate key value violates unique constraint "clients_email"', {
        code: '23505',
        constraint: 'clients_email',
        detail: `Key (email)=(${MARKER}) already exists.`,
        where: `unnamed portal parameter $1 = '${MARKER}'`,
      }),
      { code: '23505', constraint: 'clients_email' },
    ],
    ['Prisma', prisma, { type: 'PrismaClientValidationError', code: 'P2009' }],
    ['apostrophes', new Error(`The child 'O’${MARKER}' is archived`), { message: 'The child' }],
    [
      'its cause',
      new DomainError('internal_error', 'Retry.', { cause: new Error(`"${MARKER}"`) }),
      { code: 'internal_error', message: 'Retry.', cause: { type: 'Error' } },
    ],
    [
      'properties of its own',
      Object.assign(new Error('Failed'), { input: { name: MARKER }, code: `${MARKER} as code` }),
      { message: 'Failed' },
    ],
  ]

  test.each(quoting)('keeps its facts without quoting %s', (_, error, facts) => {
    const said = errorFacts(error)
    expect(said).toMatchObject(facts)
    expect(JSON.stringify(said)).not.toContain(MARKER)
    expect(said.stack?.length).toBeGreaterThan(0)
  })

  test('keeps our own sentences whole', () => {
    const message = 'The transaction was aborted by an error that it didn’t throw; it can’t commit'
    expect(errorFacts(new Error(message)).message).toBe(message)
    expect(errorFacts(new Error("It doesn't answer")).message).toBe("It doesn't answer")
  })

  test('that is not an Error is named by its type only', () => {
    expect(errorFacts(MARKER)).toEqual({ type: 'string' })
  })
})
