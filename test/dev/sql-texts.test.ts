import { execFileSync } from 'node:child_process'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from '../support/servers.ts'

const LISTER = path.join(import.meta.dirname, '../support/list-sql-texts.ts')
/** The modules of the whole domain are loaded, in a process of its own. */
const SLOW = { timeout: 120_000 }

/** Those that are constants. Texts that a function builds are prepared by the tests that run them. */
test('PostgreSQL prepares every SQL text of the domain against the schema', SLOW, async () => {
  await using database = await createDatabase()
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  const listed = execFileSync(process.execPath, [LISTER], { maxBuffer: 16 * 1024 * 1024 })
  const statements = Object.entries(JSON.parse(listed.toString()) as Record<string, string>)
  const refused: string[] = []
  for (const [place, text] of statements) {
    try {
      await client.query(`PREPARE one AS ${text}`)
      await client.query('DEALLOCATE one')
    } catch (error) {
      refused.push(`${place}: ${(error as Error).message}`)
    }
  }
  await client.end()
  expect(refused).toEqual([])
  expect(statements.length).toBeGreaterThan(200)
})
