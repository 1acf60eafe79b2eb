import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './imports.ts'

const folder = path.join(ROOT, 'docs/decisions')
const files = readdirSync(folder).filter((file) => /^\d{4}-/.test(file))

/** More than a newcomer reads. A decision that nobody would reverse belongs in the README of its folder. */
const MOST_DECISIONS = 60

test('the index of decisions lists each record once, with its title and a reason to read it', () => {
  const titles = files.toSorted().map((file) => {
    const [, number, title] = /^# (\d{4}) (.+)$/m.exec(
      readFileSync(path.join(folder, file), 'utf8'),
    )!
    return `| [${number}](${file}) | ${title} |`
  })
  const index = readFileSync(path.join(folder, 'README.md'), 'utf8')
  const rows = index.match(/^\| \[.*$/gm) ?? []
  expect(rows.map((row) => /^\| \S+ \| [^|]+ \|/.exec(row)?.[0] ?? row).toSorted()).toEqual(titles)
  for (const row of rows) expect(row).toMatch(/^\| \S+ \| [^|]+ \| [^|]{15,} \|$/)
})

test(`there are at most ${MOST_DECISIONS} decisions`, () => {
  expect(files.length).toBeGreaterThan(40)
  expect(files.length).toBeLessThanOrEqual(MOST_DECISIONS)
})

test('code, documentation and tests refer to decisions that exist', () => {
  const numbers = new Set(files.map((file) => file.slice(0, 4)))
  const texts = globSync('**/*.{ts,md,sql,prisma,yml,json}', {
    cwd: ROOT,
    // Applied migrations are never edited.
    exclude: ['node_modules', 'prisma/generated', 'prisma/migrations', 'package-lock.json'],
  })
  const found = texts.flatMap((file) => {
    const references = readFileSync(path.join(ROOT, file), 'utf8').matchAll(
      /decisions\/(?<number>\d{4})(?<slug>-[\w-]+\.md)?/g,
    )
    return [...references]
      .filter(({ groups }) =>
        groups?.['slug']
          ? !files.includes(`${groups['number']}${groups['slug']}`)
          : !numbers.has(groups?.['number'] ?? ''),
      )
      .map(([reference]) => `${file}: ${reference}`)
  })
  expect(found).toEqual([])
})
