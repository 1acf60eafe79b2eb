/** Everything docs/operations.md tells an operator to type, look for and read exists. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Connection } from '@temporalio/client'
import type { Command } from 'commander'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { createProgram } from '../../cli/program.ts'
import { createWorkerMetrics } from '../../worker/metrics.ts'
import { observeMaintenance } from '../../worker/maintenance.ts'
import { RETAINED_NAMES, RETENTION } from '#platform/maintenance/retention.ts'
import { SCHEDULES } from '../../worker/schedules.ts'
import { pino } from 'pino'
import { createDatabase, temporalAddress } from '../support/servers.ts'
import { openTestPlatform } from '../workflows/support.ts'

const root = path.join(import.meta.dirname, '../..')
const page = await readFile(path.join(root, 'docs/operations.md'), 'utf8')

test('its commands exist and take the options shown', () => {
  const lines = [...page.matchAll(/bin\/therapy ((?!--help)[^`\n]+)/g)].map(([, line]) => line!)
  expect(lines.length).toBeGreaterThan(10)
  for (const line of lines) {
    let command: Command = createProgram()
    const words = line.split(/\s+/)
    while (words[0] && command.commands.length > 0) {
      const next = command.commands.find((it) => it.name() === words[0])
      expect(next, line).toBeDefined()
      command = next!
      words.shift()
    }
    const known = command.options.map(({ long }) => long)
    for (const option of words.filter((it) => it.startsWith('--'))) {
      expect(known, line).toContain(option)
    }
  }
})

test('Temporal accepts its list filters', async () => {
  const [, block = ''] = /```text\n([\s\S]*?)```/.exec(page) ?? []
  const filters = block.trim().split('\n')
  expect(filters.length).toBeGreaterThan(5)
  const connection = await Connection.connect({ address: temporalAddress() })
  onTestFinished(() => connection.close())
  const count = (query: string) =>
    connection.workflowService.countWorkflowExecutions({ namespace: 'default', query })
  for (const query of filters) expect(Number((await count(query)).count), query).toBe(0)
  await expect(count('NoSuchAttribute = "x"')).rejects.toThrow()
})

test('its metrics, schedule and links exist', async () => {
  await using database = await createDatabase()
  await using platform = openTestPlatform(database)
  const { registry } = createWorkerMetrics(platform)
  observeMaintenance(pino({ level: 'silent' }), registry)
  const all = Registry.merge([registry])
  const named = new Set(
    page.match(/therapy_\w+/g)?.filter((it) => !/^therapy_(app|system)$/.test(it)),
  )
  expect(named.size).toBeGreaterThan(4)
  for (const name of named) expect(all.getSingleMetric(name), name).toBeDefined()
  const schedules = page.match(/therapy-care\/[\w-]+/g) ?? []
  for (const id of schedules) expect(SCHEDULES.map((it) => it.id)).toContain(id)
  const links = [...page.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link!)
  for (const link of links) expect(existsSync(path.join(root, 'docs', link)), link).toBe(true)
})

test('its retention table equals the list that the schedule uses', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \|[^|]+\| (\d+) \|[^|]+\| (yes)? ?\|$/gm)]
  expect(rows.map(([, name, days, yes]) => [name, Number(days), yes === 'yes'])).toEqual(
    RETAINED_NAMES.map((name) => [name, RETENTION[name].days, RETENTION[name].setting]),
  )
})
