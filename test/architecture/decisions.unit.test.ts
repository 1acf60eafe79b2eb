import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './imports.ts'

const folder = path.join(ROOT, 'docs/decisions')

test('the index of decisions lists each record, in order, under its own title', () => {
  const files = readdirSync(folder).filter((file) => /^\d{4}-/.test(file))
  expect(files.length).toBeGreaterThan(100)
  const rows = files.toSorted().map((file) => {
    const [, number, title] = /^# (\d{4}) (.+)$/m.exec(
      readFileSync(path.join(folder, file), 'utf8'),
    )!
    return `| [${number}](${file}) | ${title} |`
  })
  const index = readFileSync(path.join(folder, 'README.md'), 'utf8')
  expect(index.match(/^\| \[.*$/gm)).toEqual(rows)
})
