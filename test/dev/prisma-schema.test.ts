import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from '../support/servers.ts'

const SCHEMA = new URL('../../prisma/schema/', import.meta.url)
/** Tables that no model describes: Prisma's own, and the rate limiter's. */
const WITHOUT_MODEL = new Set(['_prisma_migrations', 'rate_limits'])

/** `table.column` of every model, with ` null` behind those that may be empty. */
const columnsOfModels = async (): Promise<string[]> => {
  const files = await Promise.all(
    (await readdir(SCHEMA)).map((file) => readFile(new URL(file, SCHEMA), 'utf8')),
  )
  const models = files.flatMap((text) => [...text.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)])
  const names = new Set(models.map(([, name]) => name))
  return models.flatMap(([, , body = '']) => {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1]
    const fields = [...body.matchAll(/^ {2}(\w+)\s+(\w+)(?:\("\w+"\))?(\?|\[\])?(.*)$/gm)]
    return fields
      .filter(([, , type]) => !names.has(type))
      .map(([, name, , mark, attributes = '']) => {
        const column = /@map\("(\w+)"\)/.exec(attributes)?.[1] ?? name
        return `${table}.${column}${mark === '?' ? ' null' : ''}`
      })
  })
}

test('the models are the tables: the same columns, empty where they may be', async () => {
  await using database = await createDatabase()
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  const { rows } = await client.query<{ table: string; column: string; nullable: boolean }>(
    `SELECT table_name AS table, column_name AS column, is_nullable = 'YES' AS nullable
     FROM information_schema.columns WHERE table_schema = 'public'`,
  )
  await client.end()
  const columns = rows
    .filter(({ table }) => !WITHOUT_MODEL.has(table))
    .map(({ table, column, nullable }) => `${table}.${column}${nullable ? ' null' : ''}`)
  expect(columns.length).toBeGreaterThan(250)
  expect((await columnsOfModels()).toSorted((a, b) => a.localeCompare(b))).toEqual(
    columns.toSorted((a, b) => a.localeCompare(b)),
  )
})
