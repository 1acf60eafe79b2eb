import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'
import { operations } from '../../api/resources/index.ts'

/**
 * The cost of type-checking in instantiations, which do not depend on the machine. A type that every operation
 * pays for exceeds a budget; find it before raising the number.
 */

const run = promisify(execFile)
const ROOT = path.join(import.meta.dirname, '../..')

/**
 * All of api/ and its imports: Prisma, zod and Hono 400,000, then 2,650 per operation with its schemas and verb
 * (2,226,656 on 2026-11-29, TypeScript 7.0.2).
 */
const BUDGET_OF_API = 400_000 + 3_100 * operations.length
/** 882 each for 200 generated ones, 584,310 in total. */
const BUDGET_PER_OPERATION = 1_400
const GENERATED_OPERATIONS = 200

/**
 * Checks a folder with its tsconfig and counts instantiations; a type error is a failure. Several checkers would each
 * instantiate the types that they share.
 */
const costOf = async (folder: string): Promise<number> => {
  const tsc = path.join(ROOT, 'node_modules/.bin/tsc')
  const { stdout } = await run(tsc, ['-p', folder, '--extendedDiagnostics', '--checkers', '1'], {
    cwd: folder,
  }).catch((failure: { stdout: string }) => {
    throw new Error(failure.stdout)
  })
  return Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1])
}

/** A folder whose tsconfig compiles `files` with the project's options. */
const withProgram = async <T>(
  files: Record<string, string>,
  include: readonly string[],
  work: (folder: string) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'type-budget-'))
  try {
    await mkdir(path.join(folder, 'src'))
    await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
    for (const [name, content] of Object.entries(files))
      await writeFile(path.join(folder, 'src', name), content)
    const config = {
      extends: path.join(ROOT, 'tsconfig.json'),
      compilerOptions: { typeRoots: [path.join(ROOT, 'node_modules/@types')] },
      include: [...include, path.join(folder, 'src')],
      exclude: [],
    }
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The minimum: the pipeline, zod and Prisma, without our operations. */
const PIPELINE = `import { mountOperations } from '${ROOT}/api/http/mount.ts'\nexport { mountOperations }\n`

/** A typical operation: its own body and query, and a page and a resource as responses. */
const generatedOperation = (index: number) => `
import { z } from 'zod'
import { operation } from '${ROOT}/api/http/operation.ts'
import { idParam, pageOf } from '${ROOT}/api/http/shapes.ts'
import { idOf } from '${ROOT}/domain/platform/core/records/ids.ts'
import { pageQuery } from '${ROOT}/domain/platform/core/lists/paging.ts'
import { line, recordMembers } from '${ROOT}/domain/platform/core/records/record.ts'

const Thing = z.strictObject({
  id: idOf('room'),
  name: line(200),
  capacity: z.int().min(1),
  kind: z.enum(['A', 'B', 'C']),
  ownerId: idOf('client').nullable(),
  ...recordMembers,
}).meta({ id: 'Thing${index}' })
const CreateThing = z.strictObject({
  name: line(200),
  capacity: z.int().min(1).exactOptional(),
  kind: z.enum(['A', 'B', 'C']),
  ownerId: idOf('client').exactOptional(),
}).meta({ id: 'CreateThing${index}' })
const ThingQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'name'),
  kind: z.enum(['A', 'B', 'C']).optional(),
})

declare const createThing: (input: z.infer<typeof CreateThing>) => Promise<z.infer<typeof Thing>>
declare const listThings: (query: z.infer<typeof ThingQuery>) => Promise<{
  data: z.infer<typeof Thing>[]
  nextCursor: string | null
  hasMore: boolean
}>

export const things${index} = [
  operation({
    id: 'createThing${index}',
    method: 'post',
    path: '/v1/things${index}/{id}',
    tag: 'Things',
    summary: 'Create a thing',
    permission: 'rooms:write',
    params: idParam('room'),
    body: CreateThing,
    status: 201,
    response: Thing,
    errors: ['not_found', 'already_exists'],
    run: (_ctx, { body }) => createThing(body),
  }),
  operation({
    id: 'listThings${index}',
    method: 'get',
    path: '/v1/things${index}',
    tag: 'Things',
    summary: 'List things',
    permission: 'rooms:read',
    query: ThingQuery,
    status: 200,
    response: pageOf(Thing),
    run: (_ctx, { query }) => listThings(query),
  }),
]
`

test('the API stays within its budget of type instantiations', async () => {
  const cost = await withProgram({}, [path.join(ROOT, 'api')], costOf)
  expect(cost).toBeGreaterThan(0)
  expect(cost).toBeLessThan(BUDGET_OF_API)
})

test('200 operations cost no more than their share each', async () => {
  const files = Object.fromEntries(
    Array.from({ length: GENERATED_OPERATIONS / 2 }, (_, index) => [
      `things-${index}.ts`,
      generatedOperation(index),
    ]),
  )
  const names = Object.keys(files).map((_, index) => index)
  const app = [
    `import type { Services } from '${ROOT}/api/services.ts'`,
    `import { Hono } from 'hono'`,
    `import type { HttpEnv } from '${ROOT}/api/http/http-context.ts'`,
    `import { mountOperations } from '${ROOT}/api/http/mount.ts'`,
    ...names.map((index) => `import { things${index} } from './things-${index}.ts'`),
    'declare const services: Services',
    `const operations = [${names.map((index) => `...things${index}`).join(', ')}]`,
    'mountOperations(new Hono<HttpEnv>(), operations, services)',
  ].join('\n')
  const bare = await withProgram({ 'app.ts': PIPELINE }, [], costOf)
  const whole = await withProgram({ ...files, 'app.ts': app }, [], costOf)
  const perOperation = (whole - bare) / GENERATED_OPERATIONS
  expect(perOperation).toBeLessThan(BUDGET_PER_OPERATION)
})
