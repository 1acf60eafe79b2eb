import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startApi, type TestApi } from '../support/api.ts'
import { BOOKING_PROGRAM } from './booking-program.ts'

const run = promisify(execFile)
const ROOT = path.join(import.meta.dirname, '../..')

/** As a client is compiled that knows nothing of this project. */
const TSCONFIG = {
  compilerOptions: {
    target: 'es2024',
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
  },
}

describe('clients that are generated from the document', () => {
  let api: TestApi
  let folder: string

  beforeAll(async () => {
    api = await startApi()
    folder = await mkdtemp(path.join(tmpdir(), 'generated-clients-'))
    await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
    await writeFile(path.join(folder, 'booking.ts'), BOOKING_PROGRAM)
    await run(process.execPath, [path.join(import.meta.dirname, 'generate.ts'), folder])
  })

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
    await api[Symbol.asyncDispose]()
  })

  test('compile under strict, those of @hey-api/openapi-ts and of openapi-typescript', async () => {
    const tsc = path.join(ROOT, 'node_modules/.bin/tsc')
    const { stdout } = await run(tsc, ['-p', folder]).catch(
      (failure: { stdout: string }) => failure,
    )
    expect(stdout).toBe('')
  })

  test('book an appointment, are told that its time is taken, list it and cancel it', async () => {
    const { clientId, clientSecret } = await api.createTenant()
    await using server = await api.listen()
    const program = path.join(folder, 'booking.ts')
    const { stdout } = await run(process.execPath, [program, server.url, clientId, clientSecret])
    expect(JSON.parse(stdout)).toEqual({
      free: true,
      booked: 'CONFIRMED',
      again: true,
      refused: 'slot_taken',
      listed: [true],
      before: 0,
      cancelled: 'CANCELLED',
      rest: ['booking.created', 'THERAPY_SESSION', 'THERAPY_SESSION'],
    })
  })
})
