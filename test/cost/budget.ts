import { readFile, writeFile } from 'node:fs/promises'

/** The cost of each kind of work, by counter. */
export type Costs<Counter extends string> = Record<string, Record<Counter, number>>

/** The table in a file of this folder. A cell with `-` has no limit. */
export const budgetIn = <Counter extends string>(
  name: string,
  counters: readonly Counter[],
): {
  read: () => Promise<Costs<Counter>>
  /** Writes the table anew, and keeps the text before it and the cells without a limit. */
  write: (costs: Costs<Counter>) => Promise<void>
} => {
  const file = new URL(name, import.meta.url)
  const costIn = (row: string): [string, Record<Counter, number>] => {
    const [kind, ...counts] = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    const cost = Object.fromEntries(
      counters.map((counter, at) => [counter, counts[at] === '-' ? Infinity : Number(counts[at])]),
    )
    return [kind!, cost as Record<Counter, number>]
  }
  const read = async () => {
    const rows = (await readFile(file, 'utf8')).split('\n').filter((line) => line.startsWith('| '))
    return Object.fromEntries(rows.slice(1).map(costIn))
  }
  const write = async (costs: Costs<Counter>) => {
    const limits = await read()
    const before = (await readFile(file, 'utf8')).split(/^\| /m)[0]!
    const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
    const table = [
      line(['to', ...counters]),
      `|---|${'---:|'.repeat(counters.length)}`,
      ...Object.entries(costs).map(([kind, cost]) =>
        line([
          kind,
          ...counters.map((counter) =>
            limits[kind]?.[counter] === Infinity || cost[counter] === Infinity
              ? '-'
              : cost[counter],
          ),
        ]),
      ),
    ]
    await writeFile(file, `${before}${table.join('\n')}\n`)
  }
  return { read, write }
}
