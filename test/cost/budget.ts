import { readFile, writeFile } from 'node:fs/promises'
import { COUNTERS, type Cost } from './measure.ts'

/** The cost of each kind of work. */
export type Costs = Record<string, Cost>

const FILE = new URL('budget.md', import.meta.url)

/** The table of budget.md. A cell with `-` has no limit. */
export const readBudget = async (): Promise<Costs> => {
  const rows = (await readFile(FILE, 'utf8')).split('\n').filter((line) => line.startsWith('| '))
  return Object.fromEntries(rows.slice(1).map(costIn))
}

const costIn = (row: string): [string, Cost] => {
  const [kind, ...counts] = row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
  const cost = Object.fromEntries(
    COUNTERS.map((counter, at) => [counter, counts[at] === '-' ? Infinity : Number(counts[at])]),
  )
  return [kind!, cost as unknown as Cost]
}

/** Writes the table anew, and keeps the text before it and the cells without a limit. */
export const writeBudget = async (costs: Costs): Promise<void> => {
  const limits = await readBudget()
  const before = (await readFile(FILE, 'utf8')).split(/^\| /m)[0]!
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  const table = [
    line(['to', ...COUNTERS]),
    `|---|${'---:|'.repeat(COUNTERS.length)}`,
    ...Object.entries(costs).map(([kind, cost]) =>
      line([
        kind,
        ...COUNTERS.map((counter) => (limits[kind]?.[counter] === Infinity ? '-' : cost[counter])),
      ]),
    ),
  ]
  await writeFile(FILE, `${before}${table.join('\n')}\n`)
}
